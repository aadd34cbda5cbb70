import path from 'node:path';
import { type ComposeFile, parseCompose, readText, root } from './read-compose.ts';

export type Environment = Readonly<Record<string, string>>;

/** Where the services of the compose file are here: `host:port` by the `name:port` they have in its network. */
export type Addresses = Readonly<Record<string, string>>;

/** The compose file with its variables filled in. */
export async function loadCompose(variables: Environment): Promise<ComposeFile> {
  return parseCompose(await readText('docker-compose.yml'), variables);
}

/**
 * What the compose file gives to a service, with addresses of this machine in the place of the names of its network.
 * A host whose port is a setting of its own (`POSTGRES_SEEDS` with `DB_PORT`) is replaced by the pair.
 */
export function environmentOf(
  compose: ComposeFile,
  { service, addresses }: { service: string; addresses: Addresses },
): Environment {
  const environment = compose.services[service]?.environment;
  if (environment === undefined) throw new Error(`The compose file has no environment for ${service}.`);
  const replaced = Object.entries(environment).map(([name, value]) => {
    let text = value;
    for (const [from, to] of Object.entries(addresses)) {
      const [fromHost = '', fromPort = ''] = from.split(':');
      const [toHost = '', toPort = ''] = to.split(':');
      text = text.replaceAll(from, to);
      if (text === fromHost) text = toHost;
      if (text === fromPort) text = toPort;
    }
    return [name, text];
  });
  return Object.fromEntries(replaced);
}

/** Folder of the compose file's scripts and settings. */
export const deployFolder = path.join(root, 'deploy');

/**
 * The statements of the script that makes the roles, which the database's image runs on an empty data folder: here
 * there is no psql, so its variables are filled in as psql would.
 */
export async function roleStatements(variables: Environment): Promise<string[]> {
  const script = await readText('deploy', 'postgres', 'create-roles.sh');
  const settings = [...script.matchAll(/--set=(\w+)="\$(\w+)"/g)];
  const [, sql = ''] = /<<'SQL'\n([\s\S]*)\nSQL\n/.exec(script) ?? [];
  let text = sql.replace(/^--.*$/gm, '');
  for (const [, name = '', variable = ''] of settings) {
    text = text.replaceAll(`:'${name}'`, `'${(variables[variable] ?? '').replaceAll("'", "''")}'`);
  }
  return text
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
