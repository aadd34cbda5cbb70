import { findOpenReference } from '../graph/interpolate.ts';
import { isJsonObject, type JsonObject } from '../graph/json-text.ts';
import { type Read, readsOfSource } from '../graph/reads.ts';
import type { DataFault, GraphContext } from '../graph/types.ts';
import type { Node } from './node.ts';

function findFaults(data: JsonObject, context: GraphContext | undefined): DataFault[] {
  const mappings = isJsonObject(data.fieldMappings) ? data.fieldMappings : {};
  const faults: DataFault[] = [];
  for (const [column, value] of Object.entries(mappings)) {
    const member = `fieldMappings[${JSON.stringify(column)}]`;
    if (typeof value !== 'string') {
      faults.push({ member, message: 'must be a path such as event.name, or text with references' });
      continue;
    }
    const fault = findOpenReference(value);
    if (fault !== null) faults.push({ member, message: fault });
  }
  if (context === undefined || typeof data.templateId !== 'string') return faults;
  const template = context.findTemplate(data.templateId);
  if (template === null) {
    const message = `there is no template ${data.templateId.slice(0, 60)} that the owner of this workflow may use`;
    return [...faults, { member: 'templateId', message }];
  }
  for (const column of template.unknownColumns(Object.keys(mappings))) {
    const message = 'the template has no such column; correct the name or leave it out';
    faults.push({ member: `fieldMappings[${JSON.stringify(column)}]`, message });
  }
  return faults;
}

function reads({ fieldMappings }: JsonObject): Read[] {
  const mappings = isJsonObject(fieldMappings) ? Object.entries(fieldMappings) : [];
  return mappings.flatMap(([column, source]) =>
    readsOfSource(source, `fieldMappings[${JSON.stringify(column)}]`),
  );
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
} as const satisfies Node;
