import { startChild } from '../../../src/dev/child.ts';

// Starts a program that would never end, says its process id, and stays.
const child = await startChild({
  command: 'sleep',
  args: ['86400'],
  env: {},
  stopSignal: 'SIGTERM',
  onLine: () => undefined,
});
console.log(`child ${child.pid}`);
