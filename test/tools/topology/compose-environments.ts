import path from 'node:path';
import { type ComposeFile, parseCompose, readText, root } from './read-compose.ts';

export type Environment = Readonly<Record<string, string>>;

/** `host:port` on this machine, by `name:port` in the network of the compose file. */
export type Addresses = Readonly<Record<string, string>>;

/** The compose file with its variables replaced. */
export async function loadCompose(variables: Environment): Promise<ComposeFile> {
  return parseCompose(await readText('docker-compose.yml'), variables);
}

/**
 * The environment of a service in the compose file, with the addresses of this machine instead of host names. Hosts and
 * ports in separate variables (`POSTGRES_SEEDS` and `DB_PORT`) are replaced too. Throws if the service has no environment.
 */
export function environmentOf(
  compose: ComposeFile,
  { service, addresses }: { service: string; addresses: Addresses },
): Environment {
  const environment = compose.services[service]?.environment;
  if (environment === undefined) throw new Error(`The compose file has no environment for ${service}.`);
  const entries = Object.entries(environment).map(([name, value]) => {
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
  return Object.fromEntries(entries);
}

/** The folder with the scripts and settings that the compose file mounts. */
export const deployFolder = path.join(root, 'deploy');

/**
 * The statements of the script that creates the database roles. The image of PostgreSQL runs it with psql on an empty data
 * folder; without psql, this function replaces the variables.
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
