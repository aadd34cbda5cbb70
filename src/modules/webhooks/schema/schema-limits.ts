/** Limits of a trigger's schema; compiling a larger one could end the process. */
export const schemaLimits = { bytes: 64 * 1024, depth: 64, objects: 1000 } as const;

/** A JSON Schema as an object. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/**
 * Parses a trigger's schema. Throws an Error whose message is for the user: not JSON, not an object, too large, too deep,
 * or `$async`, with which every validation would return a promise, which counts as valid.
 */
export function parseSchema(text: string): SchemaObject {
  if (Buffer.byteLength(text) > schemaLimits.bytes) {
    throw new Error(`the schema is larger than ${schemaLimits.bytes} bytes`);
  }
  const schema = parseJson(text);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new Error('the schema must be a JSON object');
  }
  checkStructure(schema);
  return schema as SchemaObject;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the schema is not valid JSON');
  }
}

function checkStructure(root: object): void {
  const open: { value: object; depth: number }[] = [{ value: root, depth: 1 }];
  let objects = 0;
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    objects += 1;
    if (objects > schemaLimits.objects)
      throw new Error(`the schema holds more than ${schemaLimits.objects} objects`);
    if (item.depth > schemaLimits.depth)
      throw new Error(`the schema is nested deeper than ${schemaLimits.depth} levels`);
    for (const [key, value] of Object.entries(item.value)) {
      if (key === '$async' && value === true) throw new Error('$async is not supported');
      if (typeof value === 'object' && value !== null) open.push({ value, depth: item.depth + 1 });
    }
  }
}
