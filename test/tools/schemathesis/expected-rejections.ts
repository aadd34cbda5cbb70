/**
 * Operations that may respond with 400 to a request that matches the schema, each with the reason. For any other
 * operation, such a response means that the API description is wrong.
 */
export const expectedRejections: Readonly<Record<string, string>> = {
  'GET /api/auth/verify': 'the token must have been issued',
  'POST /api/auth/reset-password': 'the token must have been issued',
  'POST /api/invitations/accept': 'the token must have been issued',
  'POST /api/me/2fa/setup': 'two-factor authentication may be enabled',
  'POST /api/me/2fa/enable': 'the code must match a secret that was set up',
  'POST /api/me/api-keys': 'an expiry must be in the future, and an account has at most 20 keys',
  'PATCH /api/admin/users/{publicId}': 'the address may belong to another account',
  'PATCH /api/admin/users/{publicId}/role': 'the last SUPER_ADMIN cannot be demoted',
  'POST /api/admin/users/{publicId}/lock': 'the last SUPER_ADMIN cannot be locked',
  'POST /api/admin/users/{publicId}/resend-verification': 'the address may already be verified',
  'POST /api/organizations/{publicId}/invitations': 'the address may already be invited or a member',
  'POST /api/organizations/{publicId}/invitations/{invitationId}/resend':
    'the invitation may already be accepted or declined',
  'DELETE /api/organizations/{publicId}/invitations/{invitationId}':
    'the invitation may already be accepted or declined',
  'PATCH /api/organizations/{publicId}/members/{userId}': 'the last ORG_ADMIN cannot be demoted',
  'DELETE /api/organizations/{publicId}/members/{userId}': 'the last ORG_ADMIN cannot be removed',
  'POST /api/templates': 'the file must be a PDF',
  'PUT /api/templates/{publicId}': 'the file must be a PDF',
  'GET /api/templates/{publicId}/sheet.xlsx': 'a template may have nothing to fill',
  'POST /api/templates/{publicId}/preview': 'a row may not fit the template',
  'POST /api/stamper/stamp': 'the file must be a spreadsheet',
  'POST /api/stamper/check': 'the file must be a spreadsheet',
  'GET /api/usage': '`to` must not be before `from`, nor more than 366 days after it',
  'POST /api/workflows': 'a graph must not have members named __proto__',
  'POST /api/workflows/{publicId}/validate': 'a graph must not have members named __proto__',
  'PUT /api/workflows/{publicId}': 'an ACTIVE workflow requires a valid graph',
  'POST /api/workflows/{workflowId}/webhook': 'the event must match the JSON Schema of the workflow',
  'POST /api/workflows/{workflowId}/test': 'there may be no event whose payload can be used',
  'POST /api/workflows/{workflowId}/events/{eventId}/compare':
    'the graph version of the run may no longer be valid',
  'POST /api/workflows/{workflowId}/events/{eventId}/replay': 'the graph must be valid',
  'POST /api/workflows/{workflowId}/replay': 'the graph must be valid',
  'POST /api/workflows/{workflowId}/runs/{runId}/retry': 'the run must have failed',
  'POST /api/workflows/{workflowId}/runs/{runId}/cancel': 'the run may already have ended',
  'GET /api/workflows/{workflowId}/documents.zip': 'the archive may exceed the maximum size',
};
