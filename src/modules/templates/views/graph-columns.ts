import { isJsonObject, parseJson } from '../../../../workflows/graph/json-text.ts';
import { parseDraft } from '../../../../workflows/validation/parse.ts';

/** The columns that a node maps. */
interface NodeColumns {
  nodeId: string;
  columns: string[];
}

/** The columns of this template that the nodes of a stored graph map. The graph may be invalid. */
export function columnsOfNodes(stepsJson: string, templateId: string): NodeColumns[] {
  return parseDraft(parseJson(stepsJson)).nodes.flatMap((node): NodeColumns[] => {
    if (!isJsonObject(node) || node.type !== 'templateNode' || typeof node.id !== 'string') return [];
    if (!isJsonObject(node.data) || node.data.templateId !== templateId) return [];
    const { fieldMappings } = node.data;
    return isJsonObject(fieldMappings) ? [{ nodeId: node.id, columns: Object.keys(fieldMappings) }] : [];
  });
}
