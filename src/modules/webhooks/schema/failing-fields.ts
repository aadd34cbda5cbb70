import type { ErrorObject } from 'ajv';

const MAX_FIELDS = 20;
const MAX_NAME = 100;

/** Params of Ajv's errors that name the member at fault, rather than the object around it. */
const memberParams = [
  'missingProperty',
  'additionalProperty',
  'unevaluatedProperty',
  'propertyName',
] as const;

/** Texts for keywords whose own message would repeat something of the schema or the payload. */
const messages: Readonly<Record<string, string>> = {
  required: 'is required',
  additionalProperties: 'is not allowed',
  unevaluatedProperties: 'is not allowed',
  pattern: 'must match the pattern',
  const: 'must be the constant',
  enum: 'must be one of the allowed values',
  propertyNames: 'has a name that is not allowed',
};

/**
 * The failing fields of a payload in one line: `age: is required; items.0.n: must be integer`. Contains paths and
 * rules, but no value of the payload or of the schema.
 */
export function describeFailingFields(errors: readonly ErrorObject[]): string {
  const rules = new Map<string, Set<string>>();
  for (const error of errors) {
    const field = fieldOf(error);
    const known = rules.get(field);
    if (known === undefined && rules.size === MAX_FIELDS) continue;
    const rule = messages[error.keyword] ?? error.message ?? 'is not valid';
    rules.set(field, (known ?? new Set()).add(rule));
  }
  return [...rules].map(([field, texts]) => `${field}: ${[...texts].join(', ')}`).join('; ');
}

function fieldOf(error: ErrorObject): string {
  const segments = error.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const param of memberParams) {
    const member: unknown = error.params[param];
    if (typeof member === 'string') segments.push(member);
  }
  const path = segments.length === 0 ? 'the body' : segments.join('.');
  // The names come from the sender: remove control characters and limit the length.
  const clean = path.replaceAll(/\p{C}/gu, ' ');
  return clean.length > MAX_NAME ? `${clean.slice(0, MAX_NAME)}…` : clean;
}
