import type { Seeds } from './seeds.ts';

interface Schema {
  properties?: Record<string, object>;
}

export interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
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
  return known;
}

function name({ paths }: Description, operation: string, values: Readonly<Record<string, string>>): void {
  const [method = '', url = ''] = operation.split(' ');
  const bodies = Object.values(paths[url]?.[method.toLowerCase()]?.requestBody?.content ?? {});
  for (const { schema } of bodies) {
    for (const [member, value] of Object.entries(values)) {
      if (schema.properties?.[member] === undefined) throw new Error(`${operation} has no ${member}`);
      schema.properties[member] = { type: 'string', enum: [value] };
    }
  }
}
