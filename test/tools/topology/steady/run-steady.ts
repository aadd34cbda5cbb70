import { setTimeout as delay } from 'node:timers/promises';
import { stampRows, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { createClient, getData, logIn } from '../../../../src/client/client.ts';
import { createFixture } from '../../chaos/fixture.ts';
import { startSender } from '../../chaos/sender.ts';
import { admin, type Topology } from '../start-topology.ts';
import { type Sample, takeSample } from './sample.ts';
import { type Finding, judge } from './verdict.ts';

export interface SteadyOptions {
  minutes: number;
  perSecond: number;
  /** For the ZIP of each minute's stamp. */
  target: string;
  onSample: (sample: Sample) => void;
  interrupt: AbortSignal;
}

const MINUTE_MS = 60_000;

/** Events at a steady pace and one bulk stamp a minute, a sample each minute; what they say when all is over. */
export async function runSteady(topology: Topology, options: SteadyOptions): Promise<Finding[]> {
  const { minutes, perSecond, target, onSample, interrupt } = options;
  const [baseUrl = ''] = topology.apis.map(({ url }) => url);
  const api = await logIn({ baseUrl }, admin);
  const { path } = await createFixture(api);
  const { publicId: templateId } = await upsertTemplate(api);
  const key = await getData(api.POST('/api/me/api-keys', { body: { name: 'steady', scopes: ['stamp'] } }));
  const stamper = createClient({ baseUrl, accessToken: key.secret });
  const urls = topology.apis.map(({ url }) => url + path);
  const sender = startSender({ urls, everyMs: 1000 / perSecond });
  const samples: Sample[] = [];
  const began = Date.now();
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      await stampRows(stamper, { templateId, target });
      await delay(Math.max(0, began + minute * MINUTE_MS - Date.now()), undefined, { signal: interrupt });
      const accepted = sender.sentEvents.filter(({ outcome }) => outcome === 'accepted').length;
      const sample = await takeSample(topology, { minute, accepted });
      samples.push(sample);
      onSample(sample);
    }
  } finally {
    await sender.stop();
  }
  const lost = sender.sentEvents.filter(({ outcome }) => outcome !== 'accepted').length;
  const unanswered = { what: 'events not accepted', before: 0, after: lost, unit: '', isFlat: lost === 0 };
  return [...judge(samples), unanswered];
}
