import { setTimeout as delay } from 'node:timers/promises';
import { createDraw } from '../../../scripts/generate/examples/random.ts';
import { logIn } from '../../../src/client/client.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type FaultCounts, makeFaults } from './faults.ts';
import { createFixture } from './fixture.ts';
import { checkMails } from './mail-check.ts';
import { startOneProcess } from './one-process.ts';
import { createRefusingFolder } from './refusing-folder.ts';
import { startSender } from './sender.ts';
import { checkSentEvents, countOpen, type Findings } from './sent-events-check.ts';
import { startSplitProcesses } from './split-processes.ts';
import { password, type Topology } from './topology.ts';
import { withDatabase } from './with-database.ts';

export const topologies = { all: startOneProcess, split: startSplitProcesses };
export type TopologyName = keyof typeof topologies;

export interface ChaosOptions {
  topology: TopologyName;
  /** A new folder; it stays, for whoever wants to look. */
  folder: string;
  kills: number;
  seed: number;
  /** Between two POSTs. */
  everyMs: number;
  /** How often Temporal loses all it knows. */
  engineLosses: number;
  /** Each run sends its document as a mail to a server that is up all the time. */
  mails: boolean;
  /** For what happens, line by line. */
  say: (line: string) => void;
}

export interface ChaosOutcome {
  faults: FaultCounts;
  findings: Findings & { mails: number; untold: number };
  answers: Readonly<Record<number, number>>;
  seconds: { faults: number; drain: number };
}

const READY_MS = 60_000;
/** What was lost with a process is noticed by time-outs: within this some run ends, as long as any is open. */
const STANDSTILL_MS = 180_000;
/** A run the engine knows nothing of is noticed when it is five minutes old. */
const LOSS_MS = 420_000;
/** Nothing else is ever told a sender of events that are right: stored, or not. */
const ANSWERS = ['202', '500'];

/** Posts events while processes are killed, waits until all is quiet, and compares. Throws when it never gets quiet. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const sink = options.mails ? await startMailSink() : null;
  const env: Record<string, string> = sink === null ? {} : { SMTP_URL: sink.url };
  try {
    const service = await topologies[options.topology]({ folder: options.folder, env, onLine: options.say });
    try {
      return await runOn(service, sink, options);
    } finally {
      await service.stop();
    }
  } finally {
    await sink?.close();
  }
}

async function runOn(
  service: Topology,
  mailSink: MailSink | null,
  options: ChaosOptions,
): Promise<ChaosOutcome> {
  const { folder, kills, engineLosses, seed, everyMs, say } = options;
  const [baseUrl = ''] = service.apiUrls;
  await waitUntil('the service is ready', () => isReady(baseUrl), READY_MS);
  const documents = await createRefusingFolder(service.filesFolder);
  const api = await logIn({ baseUrl }, { email: 'admin@example.com', password });
  const { path } = await createFixture(api, { mails: mailSink !== null });
  const sender = startSender({ urls: service.apiUrls.map((url) => url + path), everyMs });
  const began = performance.now();
  const faults = await makeFaults({
    topology: service,
    folder,
    documents,
    mailSink,
    kills,
    engineLosses,
    random: createDraw(seed),
    onFault: say,
  });
  await sender.stop();
  const calm = performance.now();
  await waitUntilQuiet(
    () => withDatabase(service, countOpen),
    engineLosses > 0 ? LOSS_MS + STANDSTILL_MS : STANDSTILL_MS,
  );
  const seconds = { faults: (calm - began) / 1000, drain: (performance.now() - calm) / 1000 };
  const { sentEvents, answers } = sender;
  const findings = await withDatabase(service, async (database) => {
    const found = await checkSentEvents({ sentEvents, database, documentsFolder: documents.real });
    const mails = mailSink
      ? await checkMails(database, mailSink.mails)
      : { mails: 0, untold: 0, problems: [] };
    const odd = Object.keys(answers).filter((status) => !ANSWERS.includes(status));
    const oddAnswers = odd.map((status) => `${answers[Number(status)]} answers of ${status}`);
    return { ...found, ...mails, problems: [...found.problems, ...mails.problems, ...oddAnswers] };
  });
  return { faults, findings, answers, seconds };
}

/** A backlog takes as long as it takes; that nothing ends any more is a fault. */
async function waitUntilQuiet(countOpenNow: () => Promise<number>, standstillMs: number): Promise<void> {
  let open = Number.POSITIVE_INFINITY;
  while (open > 0) {
    const before = open;
    const hasMoved = async () => {
      open = await countOpenNow().catch(() => before);
      return open < before;
    };
    await waitUntil(`one of ${before} open runs and mails ended`, hasMoved, standstillMs);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function waitUntil(what: string, condition: () => Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`It did not come true within ${withinMs / 1000} s that ${what}.`);
    await delay(100);
  }
}
