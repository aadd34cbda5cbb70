import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';

type Given = Readonly<Record<string, unknown>>;

/**
 * What is wrong with settings that are URLs or addresses, each with what to do. Found at the start, not by the part that
 * comes to use them, whose words name no setting; some print the whole URL. None of these repeats one: a password may be in it.
 */
export function findFormatProblems(given: Given): string[] {
  const problems: string[] = [];
  for (const [name, findProblem] of Object.entries(forms)) {
    const value = given[name];
    const problem = typeof value === 'string' ? findProblem(value) : null;
    if (problem !== null) problems.push(`${name}: ${problem}`);
  }
  return problems;
}

/** Whether a text is a number of things: digits alone. `0.5`, `true` and `1e3` are numbers to JavaScript only. */
export function isWholeNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

type FindProblem = (value: string) => string | null;

const NO_URL =
  'is no URL. Check host and port; in a user or password write % as %25, @ as %40, / as %2F, : as %3A, # as %23, ? as %3F';
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const forms: Readonly<Record<string, FindProblem>> = {
  BASE_URL: (value) =>
    findUrlProblem(value, ({ search, hash, username, password }) =>
      search + hash + username + password === ''
        ? null
        : 'must end with its host or path: links are put behind it',
    ),
  DATABASE_URL: (value) =>
    findUrlProblem(value, ({ pathname }) => {
      if (pathname.length < 2) return 'names no database; give postgresql://user:password@host:5432/database';
      return pathname.includes('@') ? NO_URL : null;
    }),
  SMTP_URL: (value) => findUrlProblem(value, hasHost),
  S3_ENDPOINT: (value) => findUrlProblem(value, hasHost),
  TEMPORAL_UI_URL: (value) => findUrlProblem(value, hasHost),
  OTEL_EXPORTER_OTLP_ENDPOINT: (value) => findUrlProblem(value, hasHost),
  STORAGE_URL: (value) => findUrlProblem(value, findStorageProblem),
  CORS_ORIGINS: (value) => (split(value).every((origin) => URL.canParse(origin)) ? null : NO_URL),
  TRUST_PROXY: (value) => {
    const wrong = split(value).find((each) => !isNetwork(each));
    return wrong === undefined
      ? null
      : `must be addresses or networks such as 10.0.0.0/8, with commas between them, got ${JSON.stringify(wrong)}`;
  },
};

function findUrlProblem(value: string, findMore: (url: URL) => string | null): string | null {
  try {
    const url = new URL(value);
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return findMore(url);
  } catch {
    return NO_URL;
  }
}

function hasHost({ hostname }: URL): string | null {
  return hostname === '' ? NO_URL : null;
}

function findStorageProblem(url: URL): string | null {
  if (url.protocol === 's3:') return url.host === '' ? 'names no bucket; give s3://bucket/prefix' : null;
  try {
    return fileURLToPath(url) === '/' ? 'names no folder; give file:///path' : null;
  } catch {
    return 'names no folder of this machine; give file:///path, with three slashes';
  }
}

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true;
  const [address = '', mask, ...more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  if (mask === undefined) return true;
  if (kind === 4 && isIP(mask) === 4) return true;
  return /^\d{1,3}$/.test(mask) && Number(mask) > 0 && Number(mask) <= (kind === 4 ? 32 : 128);
}

function split(list: string): string[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
