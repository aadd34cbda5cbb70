import { refusalsByMeaning } from './refusals.ts';

/** On an account of somebody's choice; the administrator of the attack would change, lock or slow down itself. */
export const onAccounts = [
  'GET /api/admin/users/{publicId}',
  'PATCH /api/admin/users/{publicId}',
  'PATCH /api/admin/users/{publicId}/role',
  'PUT /api/admin/users/{publicId}/plan',
  'POST /api/admin/users/{publicId}/lock',
  'POST /api/admin/users/{publicId}/unlock',
  'POST /api/admin/users/{publicId}/reset-2fa',
  'POST /api/admin/users/{publicId}/reset-password',
  'POST /api/admin/users/{publicId}/resend-verification',
];

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '429', '5xx'];

/** The settings of Schemathesis (TOML): who may refuse by meaning, and the account that administrators act on. */
export function describeSettings(victim: string): string {
  const names = new Set([...Object.keys(refusalsByMeaning), ...onAccounts]);
  const tables = [...names].map((name) => {
    const reason = refusalsByMeaning[name];
    const lines = ['[[operations]]', `include-name = ${JSON.stringify(name)}`];
    if (onAccounts.includes(name)) lines.push(`parameters = { "path.publicId" = ${JSON.stringify(victim)} }`);
    if (reason !== undefined) {
      lines.push(`# ${reason}`);
      lines.push(`checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`);
    }
    return lines.join('\n');
  });
  return `${tables.join('\n\n')}\n`;
}
