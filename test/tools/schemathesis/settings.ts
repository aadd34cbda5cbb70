import { pathIdsOf } from './path-ids.ts';
import { refusalsByMeaning } from './refusals.ts';
import type { Seeds } from './seeds.ts';

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '429', '5xx'];

/** The settings of Schemathesis (TOML): who may refuse by meaning, and the things that paths name. */
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

/** What the checks must know of an operation, each with its reason. */
function checksOf(operation: string): string[] {
  const refusal = refusalsByMeaning[operation];
  const settings: [reason: string, setting: string][] = [];
  if (refusal !== undefined) {
    settings.push([refusal, `positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`]);
  }
  if (operation.startsWith('DELETE ')) {
    const reason = 'its path names what the attack may take away, not what was made just now';
    settings.push([reason, 'ensure_resource_availability.enabled = false']);
  }
  if (operation.endsWith('/{page}.png')) {
    const reason =
      'its path is all there is to get wrong, and what is made wrong of it is replaced by what exists';
    settings.push([reason, 'negative_data_rejection.enabled = false']);
  }
  return settings.flatMap(([reason, setting]) => [`# ${reason}`, `checks.${setting}`]);
}
