import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import draft04Module from 'ajv-draft-04';
import formatsModule from 'ajv-formats';
import { createSchemaPatterns } from '../../../infra/linear-pattern.ts';
import { uniqueItems } from '../../../infra/unique-items.ts';

// Both packages are CommonJS; their default export is the module itself.
const Ajv04 = draft04Module.default;
const addFormats = formatsModule.default;

/** Creates validators of one draft of JSON Schema. */
interface Dialect {
  create(options: Options): Ajv;
}

const DEFAULT_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const dialects: Readonly<Record<string, Dialect>> = {
  'http://json-schema.org/draft-04/schema': { create: (options) => new Ajv04(options) },
  'http://json-schema.org/draft-06/schema': { create: (options) => new Ajv(options).addMetaSchema(draft06) },
  'http://json-schema.org/draft-07/schema': { create: (options) => new Ajv(options) },
  'https://json-schema.org/draft/2019-09/schema': { create: (options) => new Ajv2019(options) },
  [DEFAULT_DIALECT]: { create: (options) => new Ajv2020(options) },
};

/**
 * Options for untrusted schemas. `ownProperties`: an inherited `toString` satisfies no `required`. No coercion and no
 * defaults: validation never changes data. `strict: false`: unknown keywords and formats are annotations.
 */
const options: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
};

const withPatterns = (): Options => ({ ...options, code: { regExp: createSchemaPatterns() } });

/** Validators of schemas themselves, by draft. They can be shared, because they keep nothing of a schema. */
const metaValidators = new Map<string, Ajv>();

/**
 * A validator of the draft that `$schema` names (default 2020-12). Each schema gets its own, so that equal `$id`s of two
 * users do not conflict. Throws an Error with a text for the user if the draft is unknown or the schema is not valid.
 */
export function createValidatorFor(schema: Readonly<Record<string, unknown>>): Ajv {
  const { name, dialect } = findDialect(schema.$schema);
  const meta = metaValidators.get(name) ?? dialect.create(withPatterns());
  metaValidators.set(name, meta);
  if (meta.validateSchema({ ...schema, $schema: name }) !== true) {
    throw new Error(`it is not valid ${name}: ${meta.errorsText(meta.errors, { dataVar: 'schema' })}`);
  }
  const ajv = addFormats(dialect.create({ ...withPatterns(), validateSchema: false }));
  return ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
}

function findDialect(named: unknown): { name: string; dialect: Dialect } {
  if (named === undefined) return findDialect(DEFAULT_DIALECT);
  if (typeof named !== 'string') throw new Error('$schema must be a string');
  const bare = named.replace(/#$/, '');
  for (const [name, dialect] of Object.entries(dialects)) {
    // Both schemes are in use for every draft.
    if (bare.replace(/^https?:/, '') === name.replace(/^https?:/, '')) return { name, dialect };
  }
  throw new Error('$schema names an unknown draft; known are draft-04, -06, -07, 2019-09 and 2020-12');
}
