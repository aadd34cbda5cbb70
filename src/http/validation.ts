import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { uniqueItems } from '../infra/unique-items.ts';
import { WELL_FORMED } from './schemas.ts';

/** Of the whole process, because compiling a schema takes long; it compiles each schema once. */
const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true, ownProperties: true });
addFormats.default(ajv);
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
ajv.addFormat(WELL_FORMED, (text: string) => text.isWellFormed());

/**
 * Strict validation: no coercion, no silent removal of unknown members, all errors at once. The one exception is integers
 * in query strings, which contain only text: a canonical integer becomes a number; other forms (`1.5`, ` 1`, `1e3`, a
 * repeated name) fail.
 */
export function installValidation(app: FastifyInstance): void {
  const compile: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
    const validate = ajv.compile(schema);
    if (httpPart !== 'querystring') return (data) => result(validate, data);
    const integers = integerProperties(schema);
    return (data) => result(validate, withIntegers(data, integers));
  };
  app.setValidatorCompiler(compile);
}

type Outcome = { value: unknown } | { error: NonNullable<ValidateFunction['errors']> };

function result(validate: ValidateFunction, data: unknown): Outcome {
  return validate(data) ? { value: data } : { error: validate.errors ?? [] };
}

function integerProperties(schema: object): string[] {
  const properties = 'properties' in schema ? (schema.properties as Record<string, { type?: string }>) : {};
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

function withIntegers(data: unknown, names: readonly string[]): unknown {
  const values: Record<string, unknown> = { ...(data as Record<string, unknown>) };
  for (const name of names) {
    const text = values[name];
    if (typeof text === 'string' && /^(0|-?[1-9]\d{0,15})$/.test(text)) values[name] = Number(text);
  }
  return values;
}
