import { spawn } from 'node:child_process';

// Reads until its input closes, which the system does when we end, however we end. Then the guarded process
// gets its stop signal, and SIGKILL if it is still there after ten seconds.
const SCRIPT = `
trap '' INT TERM HUP
cat > /dev/null
kill -s "$2" "$1" 2>/dev/null || exit 0
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s KILL "$1" 2>/dev/null
exit 0`;

/**
 * Lets a process die with us, even on `kill -9` of ourselves: a shell of a megabyte holds the other end of a
 * pipe. Call `release` as soon as the process has ended, before its id can be given to a stranger.
 */
export function startChildWatchdog({ pid, signal }: { pid: number; signal: NodeJS.Signals }): {
  release(): void;
} {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'guardian', String(pid), signal.replace(/^SIG/, '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // Without a shell there is no guardian; the next start still finds what was left.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return { release: () => guard.kill('SIGKILL') };
}
