import { findOpenReference, interpolate } from '../graph/interpolate.ts';
import { isJsonObject, isScalar, type JsonObject, type JsonValue, scalarText } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import { NodeError } from '../graph/node-error.ts';
import type { Reader } from '../graph/reader.ts';
import { type Read, readsOfSource } from '../graph/reads.ts';
import { type DataFault, memberPath, type NodeContext, quote } from '../graph/types.ts';
import type { Node } from './node.ts';

function findFaults(data: JsonObject, context: NodeContext | undefined): DataFault[] {
  const mappings = isJsonObject(data.fieldMappings) ? data.fieldMappings : {};
  const faults: DataFault[] = [];
  for (const [column, value] of Object.entries(mappings)) {
    const member = memberPath('fieldMappings', column);
    if (typeof value !== 'string') {
      faults.push({ member, message: 'must be a path such as event.name, or text with references' });
      continue;
    }
    const fault = findOpenReference(value);
    if (fault !== null) faults.push({ member, message: fault });
  }
  if (context === undefined || typeof data.templateId !== 'string') return faults;
  const patternFault = findNamingPatternFault(data);
  if (patternFault !== null) faults.push({ member: 'namingPattern', message: patternFault });
  const template = context.findTemplate(data.templateId);
  if (template === null) {
    const message = `there is no template ${data.templateId.slice(0, 60)} that the owner of this workflow may use`;
    return [...faults, { member: 'templateId', message }];
  }
  for (const column of template.unknownColumns(Object.keys(mappings))) {
    const message = 'the template has no such column; correct the name or leave it out';
    faults.push({ member: memberPath('fieldMappings', column), message });
  }
  return faults;
}

function findNamingPatternFault({ namingPattern }: JsonObject): string | null {
  const most = limits.namingPatternLength;
  if (typeof namingPattern !== 'string' || namingPattern.length <= most) return null;
  // As in the forms, a character beyond U+FFFF counts once.
  return Array.from(namingPattern).length > most ? `has more than ${most} characters; shorten it` : null;
}

function reads({ fieldMappings }: JsonObject): Read[] {
  const mappings = isJsonObject(fieldMappings) ? Object.entries(fieldMappings) : [];
  return mappings.flatMap(([column, source]) => readsOfSource(source, memberPath('fieldMappings', column)));
}

/** The columns to fill, and the options of the document. */
export interface TemplateRequest {
  columns: string[];
  /** The texts of the columns, in the same order. */
  values: string[];
  templateId: string;
  /** Null: the pattern of the template. */
  namingPattern: string | null;
  flatten: boolean;
}

/**
 * Resolves `fieldMappings`: a path, or text with references. Missing and null leave a column blank. The columns are the
 * recorded input. Throws NodeError naming column and path when an object or a list reaches a column, and for a naming
 * pattern that is too long.
 */
function prepare(data: JsonObject, reader: Reader) {
  const patternFault = findNamingPatternFault(data);
  if (patternFault !== null) throw new NodeError(`namingPattern ${patternFault}.`);
  const mappings = isJsonObject(data.fieldMappings) ? data.fieldMappings : {};
  const columns: string[] = [];
  const values: string[] = [];
  const unrecorded = reader.within({});
  for (const [column, source] of Object.entries(mappings)) {
    reader.budget.spend(1);
    if (typeof source !== 'string' || source.trim() === '') continue;
    const value = columnText(column, source, unrecorded);
    columns.push(column);
    values.push(value);
    reader.remember(column, value);
  }
  const { namingPattern, flatten } = data;
  return {
    columns,
    values,
    templateId: String(data.templateId),
    namingPattern: typeof namingPattern === 'string' ? namingPattern.trim() || null : null,
    flatten: flatten === true,
  } satisfies TemplateRequest;
}

function columnText(column: string, source: string, reader: Reader): string {
  try {
    return textOf(source, valueAt(source, reader));
  } catch (error) {
    throw error instanceof NodeError ? new NodeError(`Column ${quote(column)}: ${error.message}`) : error;
  }
}

function valueAt(source: string, reader: Reader): JsonValue {
  if (source.includes('${')) return interpolate(source, reader);
  const value = reader.resolve(source) ?? null;
  reader.count(value);
  return value;
}

function textOf(source: string, value: JsonValue): string {
  if (isScalar(value)) return scalarText(value);
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  const advice = 'Pick one of its values, or flatten it with Compose or Select.';
  throw new NodeError(`${source.trim().slice(0, 200)} is ${kind}. ${advice}`);
}

/** Fills a template. Executor: `activities/stamp-document.ts`. */
export const templateNode = {
  label: 'Fills a template and keeps the document.',
  members: {
    templateId: { kind: 'text', required: true, description: 'Public id of the template, tpl_….' },
    fieldMappings: {
      kind: 'object',
      required: true,
      description: 'Template column to a path such as `event.name`, or to text with references.',
    },
    namingPattern: {
      kind: 'text',
      required: false,
      description: "Name of the document, with [Column] places; default: the template's pattern.",
    },
    flatten: {
      kind: 'flag',
      required: false,
      description: 'Draw the values into the page and remove the fields.',
    },
  },
  findFaults,
  reads,
  feedsEvent: false,
  // Many documents of one run are activities, which Temporal shares fairly among accounts.
  inline: 8,
  prepare,
} as const satisfies Node;
