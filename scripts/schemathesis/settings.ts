import { pathIdsOf } from './path-ids.ts';
import { refusalsByMeaning } from './refusals.ts';
import type { Seeds } from './seeds.ts';

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '429', '5xx'];

/** Its description is of the whole text, as OpenAPI 3.1 has it; Schemathesis would hold each event to it. */
const STREAM = 'GET /api/workflows/{workflowId}/runs/{runId}/stream';

/** The settings of Schemathesis (TOML): who may refuse by meaning, and the things that paths name. */
export function describeSettings(operations: readonly string[], seeds: Seeds): string {
  const tables = operations.flatMap((name) => {
    const reason = refusalsByMeaning[name];
    const names = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
    if (names.length === 0 && reason === undefined) return [];
    const ids = pathIdsOf(name, seeds);
    const parameters = names.map((parameter) => `"path.${parameter}" = ${JSON.stringify(ids[parameter])}`);
    return [
      '[[operations]]',
      `include-name = ${JSON.stringify(name)}`,
      ...(names.length === 0 ? [] : [`parameters = { ${parameters.join(', ')} }`]),
      ...(name === STREAM ? ['checks.response_schema_conformance.enabled = false'] : []),
      ...(reason === undefined
        ? []
        : [`# ${reason}`, `checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`]),
      '',
    ];
  });
  return `${tables.join('\n')}\n`;
}
