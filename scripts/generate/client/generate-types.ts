import './typescript-for-generator.ts';
import { ts } from '@ts-morph/common';

const { default: openapiTS, astToString } = await import('openapi-typescript');

const HEAD = '// Generated from docs/openapi.json by `npm run generate`. Do not edit.\n\n';

/** The types of an OpenAPI document as a declaration file. Binary values have the type `Blob`. */
export async function generateTypes(document: string): Promise<string> {
  const blob = () => ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(document, {
    // A request may omit a value with a default. Responses have no defaults.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? blob() : undefined),
  });
  return HEAD + astToString(nodes);
}
