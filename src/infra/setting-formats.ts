import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';

type Given = Readonly<Record<string, unknown>>;

/**
 * Problems of settings that are URLs or addresses, each with its fix. They are checked at start, because the libraries that
 * use them later do not name the setting. A problem never contains the value, which may include a password.
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

/** Whether a text consists of digits only, unlike `0.5`, `true` and `1e3`, which JavaScript also converts. */
export function isWholeNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

type FindProblem = (value: string) => string | null;

const INVALID_URL =
  'is not a valid URL. Check host and port; encode special characters in a user name or password: % as %25, @ as %40, / as %2F, : as %3A, # as %23, ? as %3F';
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const forms: Readonly<Record<string, FindProblem>> = {
  BASE_URL: (value) =>
    findUrlProblem(value, ({ search, hash, username, password }) =>
      search + hash + username + password === ''
        ? null
        : 'must not have a user, a query or a fragment: links are appended to it',
    ),
  DATABASE_URL: (value) =>
    findUrlProblem(value, ({ pathname }) => {
      if (pathname.length < 2)
        return 'has no database name; use postgresql://user:password@host:5432/database';
      return pathname.includes('@') ? INVALID_URL : null;
    }),
  SMTP_URL: (value) => findUrlProblem(value, hasHost),
  S3_ENDPOINT: (value) => findUrlProblem(value, hasHost),
  TEMPORAL_UI_URL: (value) => findUrlProblem(value, hasHost),
  OTEL_EXPORTER_OTLP_ENDPOINT: (value) => findUrlProblem(value, hasHost),
  STORAGE_URL: (value) => findUrlProblem(value, findStorageProblem),
  CORS_ORIGINS: (value) => (split(value).every((origin) => URL.canParse(origin)) ? null : INVALID_URL),
  TRUST_PROXY: (value) => {
    const wrong = split(value).find((each) => !isNetwork(each));
    return wrong === undefined
      ? null
      : `must be a comma-separated list of addresses or networks such as 10.0.0.0/8, got ${JSON.stringify(wrong)}`;
  },
};

function findUrlProblem(value: string, findMore: (url: URL) => string | null): string | null {
  try {
    const url = new URL(value);
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return findMore(url);
  } catch {
    return INVALID_URL;
  }
}

function hasHost({ hostname }: URL): string | null {
  return hostname === '' ? INVALID_URL : null;
}

function findStorageProblem(url: URL): string | null {
  if (url.protocol === 's3:') return url.host === '' ? 'has no bucket; use s3://bucket/prefix' : null;
  try {
    return fileURLToPath(url) === '/' ? 'has no folder; use file:///path' : null;
  } catch {
    return 'is not a folder on this machine; use file:///path, with three slashes';
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
