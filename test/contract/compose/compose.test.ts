import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { loadConfig, settingsSchema } from '../../../src/config.ts';
import { DYNAMIC_CONFIG } from '../../../src/dev/embedded-temporal/server.ts';
import { SEARCH_ATTRIBUTES } from '../../../src/infra/search-attributes.ts';
import { findVariables, parseCompose, readText, root } from '../../tools/topology/read-compose.ts';
import { TEMPORAL_SERVER_VERSION } from '../../tools/topology/temporal-programs.ts';

/** No container engine runs here: the files are read and compared with the program instead. */

const samples: Record<string, string> = {
  BASE_URL: 'https://forms.example.com',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'a-long-password',
  JWT_SECRET: 'gR3VhQbX0ydC7mUkzT5wPaLnEs9fJoHi',
  POSTGRES_PASSWORD: 'p1',
  STAMPING_DB_PASSWORD: 'p2',
  TEMPORAL_DB_PASSWORD: 'p3',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

/** Read by the AWS SDK itself. */
const SDK_VARIABLES = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const text = await readText('docker-compose.yml');
const compose = parseCompose(text, samples);

/** Where in the container it is. */
const targetOf = (volume: string) => volume.split(':')[1] ?? '';

const service = (name: string) => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name}.`);
  return found;
};

describe.each(['api', 'worker'])('%s', (name) => {
  test('has only settings the program knows, and the program takes them in production', () => {
    const environment = service(name).environment ?? {};
    const known = [...Object.keys(settingsSchema.properties), ...SDK_VARIABLES];
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
    const config = loadConfig(environment);
    expect(config).toMatchObject({ NODE_ENV: 'production', ROLE: name, HOST: '0.0.0.0', PORT: 3000 });
    expect(config.DATABASE_URL).toContain('@postgres:5432/');
    expect(config.TEMPORAL_ADDRESS).toBe('temporal:7233');
  });

  test('is built from the Dockerfile, asked for /readyz and started again when it ends', () => {
    const { build, healthcheck, restart, depends_on } = service(name);
    expect(build).toBe('.');
    expect(healthcheck?.test.join(' ')).toContain('/readyz');
    expect(restart).toBe('unless-stopped');
    expect(depends_on?.['temporal-setup']).toEqual({ condition: 'service_completed_successfully' });
  });
});

test.each(['api', 'worker'])('%s cannot write but to its data and to memory, and gains no rights', (name) => {
  expect(service(name)).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  const mounts = [...(service(name).tmpfs ?? []), ...(service(name).volumes ?? []).map(targetOf)];
  const dataDir = service(name).environment?.DATA_DIR ?? '';
  expect(mounts.some((mount) => dataDir.startsWith(mount.split(':')[0] ?? ''))).toBe(true);
});

test('services restart and have a health check; jobs end', () => {
  for (const [name, { restart, healthcheck, profiles }] of Object.entries(compose.services)) {
    const isJob = /^temporal-(schema|setup)$/.test(name);
    expect([name, restart]).toEqual([name, isJob ? 'on-failure:10' : 'unless-stopped']);
    // No service depends on the user interfaces.
    const isView = name === 'temporal-ui' || profiles?.includes('watch') === true;
    if (!isJob && !isView) expect([name, healthcheck?.test[0]]).toEqual([name, 'CMD']);
  }
});

test('API and worker share their files and everything that must be equal', () => {
  const [api, worker] = [service('api'), service('worker')];
  const different = ['ROLE', 'DATA_DIR'];
  const shared = Object.keys(api.environment ?? {}).filter((name) => !different.includes(name));
  expect(shared).toEqual(
    expect.arrayContaining(['STORAGE_URL', 'S3_ENDPOINT', 'JWT_SECRET', 'BASE_URL', ...SDK_VARIABLES]),
  );
  for (const setting of shared) expect(worker.environment?.[setting]).toBe(api.environment?.[setting]);
});

test('every service starts after services that exist, uses volumes that exist, and pins its image', () => {
  for (const { image, depends_on, volumes, configs } of Object.values(compose.services)) {
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on ?? {})));
    for (const volume of volumes ?? []) {
      const [source = ''] = volume.split(':');
      expect(source.startsWith('./') ? existsSync(path.join(root, source)) : source in compose.volumes).toBe(
        true,
      );
    }
    for (const { source } of configs ?? []) expect(compose.configs).toHaveProperty(source);
    expect(image).toMatch(/^stamping-service$|:v?\d+(\.\d+)*$/);
  }
});

test('PostgreSQL is version 18, Temporal and its tools have the same version, and there is an S3 server', () => {
  expect(service('postgres').image).toBe('postgres:18');
  // The embedded PostgreSQL, which `npm run tool -- topology` uses, has as many; the image's own default is too few.
  expect(service('postgres').command).toContain('max_connections=200');
  const tag = TEMPORAL_SERVER_VERSION;
  expect(service('temporal').image).toBe(`temporalio/server:${tag}`);
  for (const job of ['temporal-schema', 'temporal-setup']) {
    expect(service(job).image).toBe(`temporalio/admin-tools:${tag}`);
    const script = service(job).command?.[0]?.replace('/deploy/', 'deploy/temporal/') ?? '';
    expect(existsSync(path.join(root, script))).toBe(true);
  }
  expect(service('s3').command).toContain('-s3');
  expect(compose.configs['s3-identities']?.content).toContain(`"accessKey": "${samples.S3_ACCESS_KEY}"`);
  expect(service('api').environment?.AWS_ACCESS_KEY_ID).toBe(samples.S3_ACCESS_KEY);
});

test('the file contains no secret: each comes from a required variable, listed in the example', async () => {
  const { required, optional } = findVariables(text);
  expect(required).toEqual(new Set(Object.keys(samples)));
  for (const name of Object.keys(samples)) {
    expect(() => parseCompose(text, { ...samples, [name]: '' })).toThrow(name);
  }
  const bare = text.replace(/\$\{[^}]*\}/g, '');
  expect(bare).not.toMatch(/(PASSWORD|SECRET|PWD|accessKey|secretKey)\w*"?: *"?[\w-]+/);
  const example = await readText('deploy/compose.env.example');
  const listed = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(new Set([...required, ...optional]));
});

test('Temporal has the settings of the embedded server, and our search attributes', async () => {
  const settings = parse(await readText('deploy/temporal/dynamic-config.yaml'));
  const wanted = Object.entries(DYNAMIC_CONFIG).map(([name, value]) => [name, [{ value }]]);
  expect(settings).toEqual(Object.fromEntries(wanted));
  expect(service('temporal').environment?.DYNAMIC_CONFIG_FILE_PATH).toBe('/deploy/dynamic-config.yaml');
  const script = await readText('deploy/temporal/namespace.sh');
  const [, names = ''] = /for name in (.*); do/.exec(script) ?? [];
  expect(names.split(' ')).toEqual(Object.keys(SEARCH_ATTRIBUTES));
});

test('the image is of the Node version of the project, unprivileged, without development packages', async () => {
  const dockerfile = await readText('Dockerfile');
  const lock = JSON.parse(await readText('package-lock.json'));
  const { version } = lock.packages['node_modules/node'];
  const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = new Set(stages.map(([, , name]) => name));
  const bases = stages.map(([, base]) => base).filter((base) => !names.has(base));
  expect(new Set(bases)).toEqual(new Set([`node:${version}-bookworm-slim`]));
  expect(dockerfile).toMatch(/npm ci --omit=dev/);
  expect(dockerfile).toMatch(
    /^RUN node workers\/build-bundle.ts$[\s\S]*^COPY --from=bundle \/app\/built \.\/built$/m,
  );
  expect(dockerfile).toMatch(/^USER node$[\s\S]*^CMD \["node", "src\/main.ts"\]$/m);
  expect(dockerfile).toMatch(/^HEALTHCHECK[\s\S]*\/readyz/m);
  const copied = [...dockerfile.matchAll(/^COPY (?!--)(.*) \.\S*$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  expect(copied).toEqual(expect.arrayContaining(['src', 'workers', 'workflows', 'activities', 'migrations']));
  const ignored = await readText('.dockerignore');
  for (const source of copied) {
    expect(existsSync(path.join(root, source))).toBe(true);
    expect(ignored.split('\n')).toContain(`!${source}`);
  }
});
