import type { Seeds } from './seeds.ts';

interface Schema {
  properties?: Record<string, object>;
}

interface Content {
  schema?: Schema;
  /** Schema of each event of a stream. */
  itemSchema?: object;
}

interface Operation {
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * The API description for one user: in some bodies, only the existing value is allowed, such as the password. With random
 * values, a login would always be 401 and a stamp always 404.
 */
export function withKnownValues(
  description: Description,
  { seeds, email, password }: { seeds: Seeds; email: string; password: string },
): Description {
  const known = structuredClone(description);
  const templateId = seeds.template;
  fix(known, 'POST /api/auth/login', { email, password });
  fix(known, 'POST /api/stamper/stamp', { templateId });
  fix(known, 'POST /api/stamper/check', { templateId });
  describeEvents(known);
  return known;
}

/**
 * Describes the events of the run stream: the record of the run, then the end. OpenAPI 3.1 can only describe the whole text
 * of a stream, but Schemathesis checks each event.
 */
function describeEvents({ paths }: Description): void {
  const run = '/api/workflows/{workflowId}/runs/{runId}';
  const record = paths[run]?.get?.responses['200']?.content?.['application/json']?.schema;
  const stream = paths[`${run}/stream`]?.get?.responses['200']?.content;
  if (record === undefined || stream?.['text/event-stream'] === undefined)
    throw new Error('The description has no stream of runs.');
  const event = (name: string, data: object) => ({
    properties: { event: { const: name }, data },
    required: ['event', 'data'],
  });
  const json = { type: 'string', contentMediaType: 'application/json', contentSchema: record };
  stream['text/event-stream'] = {
    itemSchema: { anyOf: [event('run', json), event('end', { const: '{}' })] },
  };
}

function fix({ paths }: Description, operation: string, values: Readonly<Record<string, string>>): void {
  const [method = '', url = ''] = operation.split(' ');
  const bodies = Object.values(paths[url]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  for (const { schema } of bodies) {
    for (const [member, value] of Object.entries(values)) {
      if (schema?.properties?.[member] === undefined)
        throw new Error(`The body of ${operation} has no member ${member}.`);
      schema.properties[member] = { type: 'string', enum: [value] };
    }
  }
}
