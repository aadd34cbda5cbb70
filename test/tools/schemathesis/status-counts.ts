/** Number of responses by operation and status. */
export type StatusCounts = Map<string, Map<number, number>>;

/** Reads the counts from the metrics of the service (Prometheus text format). */
export async function readStatusCounts(metricsUrl: string): Promise<StatusCounts> {
  const text = await (await fetch(metricsUrl)).text();
  const counts: StatusCounts = new Map();
  for (const [, labels = '', count] of text.matchAll(/^\w*request\w*_count\{([^}]*)\} (\d+)$/gm)) {
    const { method, route, status } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const operation = `${method} ${String(route).replaceAll(/:(\w+)/g, '{$1}')}`;
    const statuses = counts.get(operation) ?? new Map<number, number>();
    counts.set(operation, statuses.set(Number(status), Number(count)));
  }
  return counts;
}

/** The responses between two readings. */
export function subtract(after: StatusCounts, before: StatusCounts): StatusCounts {
  return new Map(
    [...after].map(([operation, statuses]) => [
      operation,
      new Map(
        [...statuses].map(([status, count]) => [status, count - (before.get(operation)?.get(status) ?? 0)]),
      ),
    ]),
  );
}

/** The request did not reach the operation itself. */
const ACCESS_STATUSES = [401, 403, 404];

/** Lines that describe the responses by operation and user, and the operations that no user had access to. */
export function summarize(operations: readonly string[], users: ReadonlyMap<string, StatusCounts>) {
  const lines: string[] = [];
  const unreached: string[] = [];
  for (const operation of operations) {
    const statuses = new Set<number>();
    const parts = [...users].map(([name, counts]) => {
      const counted = [...(counts.get(operation) ?? [])]
        .filter(([, count]) => count > 0)
        .sort(([a], [b]) => a - b);
      for (const [status] of counted) statuses.add(status);
      return `${name}: ${counted.map(([status, count]) => `${status}×${count}`).join(' ') || '-'}`;
    });
    lines.push(`${operation}\n    ${parts.join('   ')}`);
    if ([...statuses].every((status) => ACCESS_STATUSES.includes(status))) unreached.push(operation);
  }
  return { lines, unreached };
}
