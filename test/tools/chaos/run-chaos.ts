import { setTimeout as delay } from 'node:timers/promises';
import { createDraw } from '../../../scripts/generate/examples/random.ts';
import { logIn } from '../../../src/client/client.ts';
import { type MailSink, startMailSink } from '../../support/mails/mail-sink.ts';
import { checkEvents, countOpen, type Findings } from './check-events.ts';
import { checkMails } from './check-mails.ts';
import { type Deployment, password } from './deployment.ts';
import { createFailingFolder } from './failing-folder.ts';
import { type FaultCounts, makeFaults } from './faults.ts';
import { createFixture } from './fixture.ts';
import { startOneProcess } from './one-process.ts';
import { startSender } from './sender.ts';
import { startSeparateProcesses } from './separate-processes.ts';
import { withDatabase } from './with-database.ts';

/** `all`: one process with everything embedded; `split`: two APIs, two workers, separate servers. */
export const deployments = { all: startOneProcess, split: startSeparateProcesses };
export type DeploymentName = keyof typeof deployments;

interface ChaosOptions {
  deployment: DeploymentName;
  /** An empty folder for all data. It is not deleted. */
  folder: string;
  kills: number;
  seed: number;
  /** Time between two events. */
  intervalMs: number;
  /** How often the data of Temporal is deleted. */
  temporalLosses: number;
  /** Each run also sends its document by mail, to a mail server that is never killed. */
  mails: boolean;
  /** Receives the faults and the log lines of the processes. */
  log: (line: string) => void;
}

interface ChaosOutcome {
  faults: FaultCounts;
  findings: Findings & { mails: number; uncertain: number };
  responses: Readonly<Record<number, number>>;
  seconds: { faults: number; drain: number };
}

const READY_MS = 60_000;
/** While runs are open, at least one ends within this time: timeouts detect what a killed process was doing. */
const STANDSTILL_MS = 180_000;
/** A run that Temporal no longer knows is detected when it is five minutes old. */
const LOSS_MS = 420_000;
/** A valid event is stored (202) or not (500); every other status is a problem. */
const EXPECTED_STATUSES = ['202', '500'];

/** Posts events while processes are killed, waits until all work has ended, and checks the result. Throws if work stalls. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const sink = options.mails ? await startMailSink() : null;
  const env: Record<string, string> = sink === null ? {} : { SMTP_URL: sink.url };
  try {
    const deployment = await deployments[options.deployment]({
      folder: options.folder,
      env,
      onLine: options.log,
    });
    try {
      return await runOn(deployment, sink, options);
    } finally {
      await deployment.stop();
    }
  } finally {
    await sink?.close();
  }
}

async function runOn(
  deployment: Deployment,
  mailSink: MailSink | null,
  options: ChaosOptions,
): Promise<ChaosOutcome> {
  const { folder, kills, temporalLosses, seed, intervalMs, log } = options;
  const [baseUrl = ''] = deployment.apiUrls;
  await waitUntil('the service to be ready', () => isReady(baseUrl), READY_MS);
  const documents = await createFailingFolder(deployment.filesFolder);
  const api = await logIn({ baseUrl }, { email: 'admin@example.com', password });
  const { path } = await createFixture(api, { mails: mailSink !== null });
  const sender = startSender({ urls: deployment.apiUrls.map((url) => url + path), intervalMs });
  const started = performance.now();
  const faults = await makeFaults({
    deployment,
    folder,
    documents,
    mailSink,
    kills,
    temporalLosses,
    random: createDraw(seed),
    onFault: log,
  });
  await sender.stop();
  const stopped = performance.now();
  await waitUntilIdle(
    () => withDatabase(deployment, countOpen),
    temporalLosses > 0 ? LOSS_MS + STANDSTILL_MS : STANDSTILL_MS,
  );
  const seconds = { faults: (stopped - started) / 1000, drain: (performance.now() - stopped) / 1000 };
  const { events, responses } = sender;
  const findings = await withDatabase(deployment, async (database) => {
    const found = await checkEvents({ events, database, documentsFolder: documents.target });
    const mails = mailSink
      ? await checkMails(database, mailSink.mails)
      : { mails: 0, uncertain: 0, problems: [] };
    const unexpected = Object.keys(responses).filter((status) => !EXPECTED_STATUSES.includes(status));
    const statusProblems = unexpected.map(
      (status) => `${responses[Number(status)]} responses with status ${status}`,
    );
    return { ...found, ...mails, problems: [...found.problems, ...mails.problems, ...statusProblems] };
  });
  return { faults, findings, responses, seconds };
}

/** Waits until nothing is open. Throws if no work ends within `standstillMs`, however long the backlog takes. */
async function waitUntilIdle(countOpenNow: () => Promise<number>, standstillMs: number): Promise<void> {
  let open = Number.POSITIVE_INFINITY;
  while (open > 0) {
    const before = open;
    const hasMoved = async () => {
      open = await countOpenNow().catch(() => before);
      return open < before;
    };
    await waitUntil(`one of ${before} open runs and mails to end`, hasMoved, standstillMs);
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

async function waitUntil(
  description: string,
  condition: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`Timed out after ${withinMs / 1000} s waiting for ${description}.`);
    await delay(100);
  }
}
