import Type from 'typebox';

/** Description of an answer that is a file. */
export function binary(type: string, description: string) {
  return { description, content: { [type]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) } } };
}

/** A line about a form, for the description of a route; the reader of forms enforces what it says. */
export function multipartBody({
  fields,
  file,
  required,
}: {
  fields: Readonly<Record<string, { required?: boolean; maxLength?: number }>>;
  file: string;
  required: boolean;
}): string {
  const names = Object.entries(fields).map(
    ([name, rule]) => `\`${name}\`${rule.required ? ' (required)' : ''}`,
  );
  const files = `\`${file}\` (file${required ? ', required' : ''})`;
  return `Form fields: ${[files, ...names].join(', ')}. Unknown fields are refused.`;
}
