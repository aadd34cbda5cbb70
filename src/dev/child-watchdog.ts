import { spawn } from 'node:child_process';

// Reads until its input closes, which the system does when the parent ends in any way. Then it sends the watched process
// its stop signal, and SIGKILL after ten seconds.
const SCRIPT = `
trap '' INT TERM HUP
cat > /dev/null
kill -s "$2" "$1" 2>/dev/null || exit 0
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0`;

/**
 * Ends a child process when this process ends, even by `kill -9`: a small shell holds the other end of a pipe. Call
 * `release` as soon as the child has ended, before its process id can be reused.
 */
export function startChildWatchdog({ pid, signal }: { pid: number; signal: NodeJS.Signals }): {
  release(): void;
} {
  const watchdog = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', String(pid), signal.replace(/^SIG/, '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: {},
  });
  // Without a shell there is no watchdog; the next start still ends a stale process.
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  return { release: () => watchdog.kill('SIGKILL') };
}
