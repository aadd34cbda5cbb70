import type { Seeds } from './seeds.ts';

interface Schema {
  properties?: Record<string, object>;
}

interface Content {
  schema?: Schema;
  /** Of each event of a stream. */
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
 * The description for one attack: where a body asks for something nobody guesses, it names the one thing that there is.
 * Else a log-in is always 401 and a stamp always 404.
 */
export function nameKnownValues(
  description: Description,
  { seeds, email, password }: { seeds: Seeds; email: string; password: string },
): Description {
  const known = structuredClone(description);
  const templateId = seeds.template;
  name(known, 'POST /api/auth/login', { email, password });
  name(known, 'POST /api/stamper/stamp', { templateId });
  name(known, 'POST /api/stamper/check', { templateId });
  describeEvents(known);
  return known;
}

/**
 * OpenAPI 3.1 has no words for the events of a stream: its schema is of the whole text, and Schemathesis holds each event
 * to it. Here each is described: the record of the run, then the end.
 */
function describeEvents({ paths }: Description): void {
  const run = '/api/workflows/{workflowId}/runs/{runId}';
  const record = paths[run]?.get?.responses['200']?.content?.['application/json']?.schema;
  const stream = paths[`${run}/stream`]?.get?.responses['200']?.content;
  if (record === undefined || stream?.['text/event-stream'] === undefined) throw new Error('no such stream');
  const event = (name: string, data: object) => ({
    properties: { event: { const: name }, data },
    required: ['event', 'data'],
  });
  const json = { type: 'string', contentMediaType: 'application/json', contentSchema: record };
  stream['text/event-stream'] = {
    itemSchema: { anyOf: [event('run', json), event('end', { const: '{}' })] },
  };
}

function name({ paths }: Description, operation: string, values: Readonly<Record<string, string>>): void {
  const [method = '', url = ''] = operation.split(' ');
  const bodies = Object.values(paths[url]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  for (const { schema } of bodies) {
    for (const [member, value] of Object.entries(values)) {
      if (schema?.properties?.[member] === undefined) throw new Error(`${operation} has no ${member}`);
      schema.properties[member] = { type: 'string', enum: [value] };
    }
  }
}
