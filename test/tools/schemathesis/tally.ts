/** How often an operation was answered with which status. */
export type Tally = Map<string, Map<number, number>>;

/** What the service has counted so far, from its metrics in Prometheus's text format. */
export async function readTally(metricsUrl: string): Promise<Tally> {
  const text = await (await fetch(metricsUrl)).text();
  const tally: Tally = new Map();
  for (const [, labels = '', count] of text.matchAll(/^\w*request\w*_count\{([^}]*)\} (\d+)$/gm)) {
    const { method, route, status } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const operation = `${method} ${String(route).replaceAll(/:(\w+)/g, '{$1}')}`;
    const statuses = tally.get(operation) ?? new Map<number, number>();
    tally.set(operation, statuses.set(Number(status), Number(count)));
  }
  return tally;
}

/** What came in between two readings. */
export function subtract(after: Tally, before: Tally): Tally {
  return new Map(
    [...after].map(([operation, statuses]) => [
      operation,
      new Map(
        [...statuses].map(([status, count]) => [status, count - (before.get(operation)?.get(status) ?? 0)]),
      ),
    ]),
  );
}

/** Statuses that say nothing about what an operation does: not you, not you, not there. */
const CLOSED_DOORS = [401, 403, 404];

/** One line an operation; and the operations whose door no attack has opened. */
export function judge(operations: readonly string[], attacks: ReadonlyMap<string, Tally>) {
  const lines: string[] = [];
  const unmet: string[] = [];
  for (const operation of operations) {
    const met = new Set<number>();
    const parts = [...attacks].map(([name, tally]) => {
      const counted = [...(tally.get(operation) ?? [])]
        .filter(([, count]) => count > 0)
        .sort(([a], [b]) => a - b);
      for (const [status] of counted) met.add(status);
      return `${name}: ${counted.map(([status, count]) => `${status}×${count}`).join(' ') || '-'}`;
    });
    lines.push(`${operation}\n    ${parts.join('   ')}`);
    if ([...met].every((status) => CLOSED_DOORS.includes(status))) unmet.push(operation);
  }
  return { lines, unmet };
}
