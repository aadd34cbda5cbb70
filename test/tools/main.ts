/**
 * npm run tool -- <name> [option …]: long checks that `npm test` does not run. Each explains its options in its main.ts.
 * Exits with 2 for an unknown tool.
 */
const tools: Record<string, { summary: string; load: () => Promise<unknown> }> = {
  chaos: {
    summary: 'kills processes and breaks services under load; no event may be lost or doubled',
    load: () => import('./chaos/main.ts'),
  },
  corpus: {
    summary: 'fills every PDF of a folder and compares the result with other programs',
    load: () => import('./corpus/main.ts'),
  },
  fuzz: {
    summary: 'sends mutated PDFs and XLSX files through upload, filling and reading',
    load: () => import('./fuzz/main.ts'),
  },
  graphs: {
    summary: 'runs random workflow graphs, compares them with a plain interpreter and replays them',
    load: () => import('./graphs/main.ts'),
  },
  topology: {
    summary: 'starts the services of docker-compose.yml without containers; --check tests them',
    load: () => import('./topology/main.ts'),
  },
  secured: {
    summary: 'runs the service with TLS to PostgreSQL and Temporal, and encrypted payloads',
    load: () => import('./secured/main.ts'),
  },
  schemathesis: {
    summary: 'tests the API against docs/openapi.json with Schemathesis',
    load: () => import('./schemathesis/main.ts'),
  },
  'backup-check': {
    summary: 'backs a service up under load, destroys it, restores it and compares every event',
    load: () => import('./backup-check/main.ts'),
  },
};

const [, , name = ''] = process.argv;
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
if (tool === undefined) {
  if (name !== '') console.error(`There is no tool "${name}".`);
  console.error('Usage: npm run tool -- <name> [option …]');
  for (const [each, { summary }] of Object.entries(tools)) console.error(`  ${each.padEnd(14)} ${summary}`);
  process.exitCode = 2;
} else {
  process.argv.splice(2, 1);
  await tool.load();
}
