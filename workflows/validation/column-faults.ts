import { splitReferences } from '../graph/interpolate.ts';
import { isJsonObject, type JsonValue } from '../graph/json-text.ts';
import { type DataFault, type GraphContext, memberPath } from '../graph/types.ts';
import { type DataType, kinds } from '../graph/typing/data-type.ts';
import type { TypeReader } from '../graph/typing/type-reader.ts';
import type { PlacedNode } from './shape.ts';

/** Columns the template requires: not mapped at all, always empty, or empty for some payloads the schema allows. */
export function findColumnFaults(
  { type, data }: PlacedNode,
  types: TypeReader,
  context: Pick<GraphContext, 'findTemplate'>,
): DataFault[] {
  if (type !== 'templateNode' || data === null || typeof data.templateId !== 'string') return [];
  const mappings = isJsonObject(data.fieldMappings) ? data.fieldMappings : {};
  const template = context.findTemplate(data.templateId);
  return (template?.requiredColumns(Object.keys(mappings)) ?? []).flatMap(
    ({ column, mapped }): DataFault[] => {
      const member = memberPath('fieldMappings', column);
      if (mapped === null) {
        return [
          { member, message: 'the template requires this column; map it, or set a Default in the template' },
        ];
      }
      const found = typeOfSource(mappings[mapped], types);
      if (found === null) return [];
      const mappedMember = memberPath('fieldMappings', mapped);
      const blank = [...found.kinds].filter((kind) => kind === 'missing' || kind === 'null');
      if (found.kinds.size > 0 && blank.length === found.kinds.size) {
        const isWarning = true;
        return [
          {
            member: mappedMember,
            isWarning,
            message: 'the template requires this column, but the value is always missing',
          },
        ];
      }
      // A value of unknown type is no reason for a warning.
      if (blank.length === 0 || found.kinds.size >= kinds.length - 1) return [];
      const advice = 'make it required in the jsonSchema, or give the column a Default in the template';
      return [
        {
          member: mappedMember,
          isWarning: true,
          message: `the template requires this column, but the value may be missing; ${advice}`,
        },
      ];
    },
  );
}

/** The type of the only value of a column; null where it is part of a text, or nothing is known. */
function typeOfSource(source: JsonValue | undefined, types: TypeReader): DataType | null {
  if (typeof source !== 'string' || source.trim() === '') return null;
  if (!source.includes('${')) return types.likelyAt(source);
  const [part, ...more] = splitReferences(source);
  return part !== undefined && 'path' in part && more.length === 0 ? types.likelyAt(part.path) : null;
}
