import { setTimeout as delay } from 'node:timers/promises';

/** Rejects when the checked part does not work. */
type HealthCheck = () => Promise<void>;

interface HealthReport {
  ready: boolean;
  /** For each check `ok` or what is wrong, without details that must stay internal. */
  checks: Record<string, string>;
}

/** The checks behind `/readyz`. They run concurrently, each with a short deadline. */
export interface Health {
  add(name: string, check: HealthCheck): void;
  /** From now on reports not ready, so that a process that is about to end gets no new work. */
  close(): void;
  report(): Promise<HealthReport>;
}

/** `onFailure` gets the reason, which a report does not contain. */
export function createHealth(options: {
  onFailure: (name: string, error: unknown) => void;
  checkWithinMs?: number;
}): Health {
  const { onFailure, checkWithinMs = 2_000 } = options;
  const checks = new Map<string, HealthCheck>();
  let closing = false;
  let running: Promise<HealthReport> | undefined;

  async function run(name: string, check: HealthCheck): Promise<[string, string]> {
    const abort = new AbortController();
    try {
      const late = delay(checkWithinMs, 'late', { signal: abort.signal });
      const outcome = await Promise.race([check().then(() => 'ok'), late]);
      return [name, outcome === 'ok' ? 'ok' : 'does not respond'];
    } catch (error) {
      onFailure(name, error);
      return [name, 'failing'];
    } finally {
      abort.abort();
    }
  }

  async function runAll(): Promise<HealthReport> {
    const outcomes = await Promise.all([...checks].map(([name, check]) => run(name, check)));
    if (closing) outcomes.push(['process', 'closing']);
    return { ready: outcomes.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(outcomes) };
  }

  return {
    add: (name, check) => void checks.set(name, check),
    close: () => {
      closing = true;
    },
    // The endpoint is public, and checks write and query: concurrent requests share one run of them.
    report: () => {
      running ??= runAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
