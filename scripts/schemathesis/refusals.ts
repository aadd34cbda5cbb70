/**
 * Operations that answer 400 to requests their schema allows, and why no schema can tell. Everywhere else a 400 to such
 * a request is a fault of the description.
 */
export const refusalsByMeaning: Readonly<Record<string, string>> = {
  'GET /api/auth/verify': 'a token is text, and none that is made up opens anything',
  'POST /api/auth/reset-password': 'a token is text, and none that is made up opens anything',
  'POST /api/invitations/accept': 'a token is text, and none that is made up opens anything',
  'POST /api/me/2fa/setup': 'two-factor may be on',
  'POST /api/me/2fa/enable': 'the code must match a secret that was set up',
  'POST /api/me/api-keys': 'an expiry must be in the future, and an account has at most 20 keys',
  'PATCH /api/admin/users/{publicId}': 'the address may belong to another account',
  'PATCH /api/admin/users/{publicId}/role': 'the last SUPER_ADMIN stays one',
  'POST /api/admin/users/{publicId}/lock': 'the last SUPER_ADMIN stays enabled',
  'POST /api/admin/users/{publicId}/resend-verification': 'the address may be verified',
  'POST /api/organizations/{publicId}/invitations': 'the address may be invited or a member already',
  'POST /api/organizations/{publicId}/invitations/{invitationId}/resend': 'the invitation may be answered',
  'DELETE /api/organizations/{publicId}/invitations/{invitationId}': 'the invitation may be answered',
  'PATCH /api/organizations/{publicId}/members/{userId}': 'the last ORG_ADMIN stays one',
  'DELETE /api/organizations/{publicId}/members/{userId}': 'the last ORG_ADMIN stays',
  'POST /api/templates': 'the file must be a PDF',
  'PUT /api/templates/{publicId}': 'the file must be a PDF',
  'POST /api/templates/{publicId}/preview': 'a row may not fit the template',
  'POST /api/stamper/stamp': 'the file must be a spreadsheet',
  'POST /api/stamper/check': 'the file must be a spreadsheet',
  'GET /api/usage': '`to` must not be before `from`, nor more than 366 days after it',
  'PUT /api/workflows/{publicId}': 'ACTIVE needs a graph that can run',
  'POST /api/workflows/{workflowId}/webhook': 'events are held to the JSON Schema of their workflow',
  'POST /api/workflows/{workflowId}/test': 'there may be no event to take the payload from',
  'POST /api/workflows/{workflowId}/events/{eventId}/compare': 'the version that ran may not run any more',
  'POST /api/workflows/{workflowId}/events/{eventId}/replay': 'the graph must be able to run',
  'POST /api/workflows/{workflowId}/replay': 'the graph must be able to run',
  'POST /api/workflows/{workflowId}/runs/{runId}/retry': 'the run must have failed',
  'POST /api/workflows/{workflowId}/runs/{runId}/cancel': 'the run may have ended',
  'GET /api/workflows/{workflowId}/documents.zip': 'an archive has a largest size',
};

const accepted = ['2xx', '3xx', '400', '401', '403', '404', '429', '5xx'];

/** The settings of Schemathesis (TOML) that let these operations refuse by meaning. */
export function describeRefusals(): string {
  const tables = Object.entries(refusalsByMeaning).map(([operation, reason]) =>
    [
      `# ${reason}`,
      '[[operations]]',
      `include-name = ${JSON.stringify(operation)}`,
      `checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}`,
    ].join('\n'),
  );
  return `${tables.join('\n\n')}\n`;
}
