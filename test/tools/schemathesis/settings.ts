import { expectedRejections } from './expected-rejections.ts';
import { pathIdsOf } from './path-ids.ts';
import type { Seeds } from './seeds.ts';

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '429', '5xx'];

/** The settings of Schemathesis (TOML): expected rejections, and existing ids for path parameters. */
export function describeSettings(operations: readonly string[], seeds: Seeds): string {
  const tables = operations.flatMap((name) => {
    const names = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
    const checks = checksOf(name);
    if (names.length === 0 && checks.length === 0) return [];
    const ids = pathIdsOf(name, seeds);
    const parameters = names.map((parameter) => `"path.${parameter}" = ${JSON.stringify(ids[parameter])}`);
    return [
      '[[operations]]',
      `include-name = ${JSON.stringify(name)}`,
      ...(names.length === 0 ? [] : [`parameters = { ${parameters.join(', ')} }`]),
      ...checks,
      '',
    ];
  });
  return `${tables.join('\n')}\n`;
}

/** Settings of the checks for one operation, each with its reason. */
function checksOf(operation: string): string[] {
  const rejection = expectedRejections[operation];
  const settings: [reason: string, setting: string][] = [];
  if (rejection !== undefined) {
    settings.push([rejection, `positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`]);
  }
  if (operation.startsWith('DELETE ')) {
    const reason = 'the path names an existing object, not the one that the previous request created';
    settings.push([reason, 'ensure_resource_availability.enabled = false']);
  }
  if (operation.endsWith('/{page}.png')) {
    const reason = 'only the path can be wrong, and its parameters are fixed';
    settings.push([reason, 'negative_data_rejection.enabled = false']);
  }
  return settings.flatMap(([reason, setting]) => [`# ${reason}`, `checks.${setting}`]);
}
