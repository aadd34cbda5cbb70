import type { ValidateFunction } from 'ajv';
import { createValidatorFor } from './dialects.ts';
import { describeFailingFields } from './failing-fields.ts';
import { parseSchema } from './schema-limits.ts';

/** Result of a check. `details` are for the sender. */
export type SchemaOutcome =
  | { kind: 'valid' }
  | { kind: 'invalid'; details: string }
  | { kind: 'bad-schema'; details: string };

/** A compiled schema, or the reason why it cannot be used. */
export type CompiledSchema = { validate: ValidateFunction } | { problem: string };

/**
 * Compiles the text of a trigger's schema: draft by `$schema`, formats enforced, patterns in linear time, nothing
 * fetched. Never throws: a schema that cannot be used becomes `problem`.
 */
export function compileSchema(text: string): CompiledSchema {
  try {
    const schema = parseSchema(text);
    return { validate: createValidatorFor(schema).compile(schema) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'the schema is too complex' };
    return { problem: error instanceof Error ? error.message : 'the schema cannot be compiled' };
  }
}

/** Checks a parsed payload, or with `payload` absent only the schema. Never throws. */
export function checkPayload(compiled: CompiledSchema, payload?: unknown): SchemaOutcome {
  if ('problem' in compiled) return { kind: 'bad-schema', details: compiled.problem };
  if (payload === undefined) return { kind: 'valid' };
  try {
    if (compiled.validate(payload) === true) return { kind: 'valid' };
    return { kind: 'invalid', details: describeFailingFields(compiled.validate.errors ?? []) };
  } catch (error) {
    // An endless reference overflows the stack; nothing else throws here.
    if (error instanceof RangeError)
      return { kind: 'bad-schema', details: 'the schema refers to itself endlessly' };
    throw error;
  }
}
