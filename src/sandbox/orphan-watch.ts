import { workerData } from 'node:worker_threads';

const { parent } = workerData as { parent: number };

// An orphan gets another parent; it may be in a loop that would never end.
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
