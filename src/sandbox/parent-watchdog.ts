import { workerData } from 'node:worker_threads';

const { parent } = workerData as { parent: number };

// When the parent ends, the system gives this process another parent. The main thread may be in an endless loop.
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
