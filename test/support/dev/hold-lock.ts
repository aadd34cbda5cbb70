import { findFileLock } from '../../../src/dev/file-lock.ts';

// Takes the lock named by the argument, says so, and stays.
console.log(findFileLock(process.argv[2] ?? '') ? 'locked' : 'rejected');
setInterval(() => undefined, 1_000);
