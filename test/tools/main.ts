import { OptionError } from './options.ts';

/** A tool exports its usage, and `run`, which returns the exit code. */
interface Tool {
  usage: string;
  run(args: string[]): Promise<number>;
}

/** Long checks that `npm test` does not run. */
const tools: Record<string, { summary: string; load: () => Promise<Tool> }> = {
  chaos: {
    summary: 'kills processes and breaks services under load; no event may be lost or duplicated',
    load: () => import('./chaos/main.ts'),
  },
  corpus: {
    summary: 'fills every PDF of a folder and compares the results with other programs',
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
  hostile: {
    summary: 'sends the most expensive requests it can make; another account must not wait for them',
    load: () => import('./hostile/main.ts'),
  },
  topology: {
    summary: 'starts the services of docker-compose.yml without containers, and checks them',
    load: () => import('./topology/main.ts'),
  },
  secured: {
    summary: 'runs the service with TLS to PostgreSQL and Temporal, and with encrypted payloads',
    load: () => import('./secured/main.ts'),
  },
  schemathesis: {
    summary: 'tests the API against docs/openapi.json with Schemathesis',
    load: () => import('./schemathesis/main.ts'),
  },
  mutants: {
    summary: 'changes product code at random and lists the changes that no test detects',
    load: () => import('./mutants/main.ts'),
  },
  'backup-check': {
    summary: 'backs a service up under load, restores it and checks every event',
    load: () => import('./backup-check/main.ts'),
  },
};

/** npm run tool -- <name> [options]. Exits with the code of the tool, and with 2 for a wrong command line. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const entry = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (entry === undefined) {
    if (name !== '') console.error(`There is no tool "${name}".`);
    console.error('Usage: npm run tool -- <name> [options]; <name> --help lists the options.');
    for (const [each, { summary }] of Object.entries(tools)) console.error(`  ${each.padEnd(14)} ${summary}`);
    return 2;
  }
  const tool = await entry.load();
  if (args.includes('--help')) {
    console.log(tool.usage);
    return 0;
  }
  try {
    return await tool.run(args);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    console.error(`${error.message}\n\n${tool.usage}`);
    return 2;
  }
}

/** An error of an option, from this folder or from `parseArgs`. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof OptionError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_PARSE_ARGS_');
}

process.exitCode = await main(process.argv.slice(2));
