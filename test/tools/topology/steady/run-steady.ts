import { setTimeout as delay } from 'node:timers/promises';
import { stampRows, upsertTemplate } from '../../../../src/cli/demo/templates.ts';
import { createClient, getData, logIn } from '../../../../src/client/client.ts';
import { createFixture } from '../../chaos/fixture.ts';
import { startSender } from '../../chaos/sender.ts';
import { admin, type Topology } from '../start-topology.ts';
import { compareSamples, type Trend } from './compare-samples.ts';
import { type Sample, takeSample } from './sample.ts';

interface SteadyOptions {
  minutes: number;
  perSecond: number;
  /** File for the ZIP of each bulk stamp. */
  target: string;
  onSample: (sample: Sample) => void;
  interrupt: AbortSignal;
}

const MINUTE_MS = 60_000;

/** Sends events at a steady rate and one bulk stamp a minute, takes a sample each minute, and compares the samples. */
export async function runSteady(topology: Topology, options: SteadyOptions): Promise<Trend[]> {
  const { minutes, perSecond, target, onSample, interrupt } = options;
  const [baseUrl = ''] = topology.apis.map(({ url }) => url);
  const api = await logIn({ baseUrl }, admin);
  const { path } = await createFixture(api);
  const { publicId: templateId } = await upsertTemplate(api);
  const key = await getData(api.POST('/api/me/api-keys', { body: { name: 'steady', scopes: ['stamp'] } }));
  const stamper = createClient({ baseUrl, accessToken: key.secret });
  const urls = topology.apis.map(({ url }) => url + path);
  const sender = startSender({ urls, intervalMs: 1000 / perSecond });
  const samples: Sample[] = [];
  const started = Date.now();
  try {
    for (let minute = 1; minute <= minutes; minute++) {
      await stampRows(stamper, { templateId, target });
      await delay(Math.max(0, started + minute * MINUTE_MS - Date.now()), undefined, { signal: interrupt });
      const accepted = sender.events.filter(({ outcome }) => outcome === 'accepted').length;
      const sample = await takeSample(topology, { minute, accepted });
      samples.push(sample);
      onSample(sample);
    }
  } finally {
    await sender.stop();
  }
  const rejected = sender.events.filter(({ outcome }) => outcome !== 'accepted').length;
  const notAccepted = {
    measure: 'events not accepted',
    before: 0,
    after: rejected,
    unit: '',
    isFlat: rejected === 0,
  };
  return [...compareSamples(samples), notAccepted];
}
