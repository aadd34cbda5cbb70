import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { examples } from '../../src/cli/demo/templates.ts';
import { startOtlpCollector } from '../support/otlp-collector.ts';
import { until } from '../support/until.ts';
import { processorTime } from './processor-time.ts';
import { type BenchService, postEvent, setUpExample, startService } from './service.ts';
import { type Figure, median } from './statistics.ts';

const ROUNDS = 5;
const EVENTS = 60;

/** Cost of traces: CPU time of a run in a service that sends all of them, compared with one that sends none. */
export async function benchTraces(): Promise<Figure[]> {
  const collector = await startOtlpCollector();
  const without = await openSide({});
  const traced = await openSide({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  try {
    const times: { without: number; traced: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++)
      times.push({ without: await timeOfRun(without), traced: await timeOfRun(traced) });
    // The first warms up.
    const of = (side: 'without' | 'traced') => median(times.slice(1).map((round) => round[side]));
    return [
      { what: 'processor time of POST, run and stamp, no traces', value: of('without'), unit: 'ms' },
      { what: '  with traces', value: of('traced'), unit: 'ms' },
      { what: '  ratio', value: of('traced') / of('without'), unit: 'x' },
      { what: '  spans a run', value: collector.spans.length / traced.posted, unit: '' },
    ];
  } finally {
    await without.service.stop();
    await traced.service.stop();
    await collector.close();
  }
}

interface Side {
  service: BenchService;
  workflowId: string;
  posted: number;
}

async function openSide(env: Record<string, string>): Promise<Side> {
  const service = await startService(env);
  const { workflowId } = await setUpExample(service.api);
  return { service, workflowId, posted: 0 };
}

/** Of some runs that are there at once, on average; milliseconds. */
async function timeOfRun(side: Side): Promise<number> {
  const { service, workflowId } = side;
  const body: object = JSON.parse(await readFile(path.join(examples, 'event.json'), 'utf8'));
  const before = await processorTime(service.pid);
  for (let i = 0; i < EVENTS; i++) await postEvent(service.api, workflowId, body);
  side.posted += EVENTS;
  await until(async () => {
    const { rows } = await service.database.query<{ count: number }>(
      `select count(*)::int as count from run where status = 'COMPLETED'`,
    );
    return rows[0]?.count === side.posted;
  }, 120_000);
  return ((await processorTime(service.pid)) - before) / EVENTS;
}
