import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when the part works, rejects when it does not. */
export type HealthCheck = () => Promise<void>;

export interface HealthReport {
  ready: boolean;
  /** For each check `ok` or what is wrong, in words that give nothing away. */
  checks: Record<string, string>;
}

/**
 * What `/readyz` answers from: named checks, run together and each given little time. Whoever starts a part
 * adds its check.
 */
export interface Health {
  add(name: string, check: HealthCheck): void;
  /** From now on reports not ready, so that nobody sends new work to a process that is about to end. */
  close(): void;
  report(): Promise<HealthReport>;
}

/** Makes the health of one process. `onFailure` gets the reason a report must not tell. */
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
      return [name, outcome === 'ok' ? 'ok' : 'does not answer'];
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
    // Anybody may ask, and checks write and query: one set of them at a time is enough for all who wait.
    report: () => {
      running ??= runAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
