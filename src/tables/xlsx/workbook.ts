import type { XlsxArchive } from './archive.ts';
import { damaged, XmlScanner } from './xml-scanner.ts';

export interface Workbook {
  /** Part name of the first visible worksheet. */
  sheetPart: string;
  sharedStringsPart: string | null;
  stylesPart: string | null;
  /** Serial dates count from 1 January 1904 instead of 1900 (ECMA-376 part 1, 18.2.28). */
  date1904: boolean;
}

interface Relationship {
  type: string;
  target: string;
}

/** Follows the relationships of the package to the first visible worksheet. Throws TableError if there is none. */
export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  const workbookPart = await findWorkbookPart(archive);
  const text = await archive.findText(workbookPart);
  if (text === null) throw damaged('it has no workbook');
  const folder = workbookPart.slice(0, workbookPart.lastIndexOf('/') + 1);
  const file = workbookPart.slice(folder.length);
  const relationships = await readRelationships(archive, `${folder}_rels/${file}.rels`, folder);
  const { date1904, visibleSheetIds } = parseWorkbook(text);
  const sheets = visibleSheetIds.flatMap((id) => {
    const relationship = relationships.get(id);
    // Chart and dialog sheets have other relationship types.
    return relationship?.type === 'worksheet' && archive.has(relationship.target)
      ? [relationship.target]
      : [];
  });
  const [sheetPart] = sheets;
  if (sheetPart === undefined) throw damaged('it has no visible worksheet');
  const byType = (type: string) => {
    const found = [...relationships.values()].find((relationship) => relationship.type === type);
    return found !== undefined && archive.has(found.target) ? found.target : null;
  };
  return { sheetPart, sharedStringsPart: byType('sharedStrings'), stylesPart: byType('styles'), date1904 };
}

async function findWorkbookPart(archive: XlsxArchive): Promise<string> {
  const relationships = await readRelationships(archive, '_rels/.rels', '');
  for (const { type, target } of relationships.values()) {
    if (type === 'officeDocument' && archive.has(target)) return target;
  }
  return 'xl/workbook.xml';
}

function parseWorkbook(text: string): { date1904: boolean; visibleSheetIds: string[] } {
  const visibleSheetIds: string[] = [];
  let date1904 = false;
  for (const xml of openTags(text)) {
    if (xml.name === 'workbookPr') {
      const flag = xml.attribute('date1904');
      date1904 = flag === '1' || flag === 'true';
    }
    if (xml.name !== 'sheet') continue;
    const state = xml.attribute('state');
    const id = xml.attribute('id');
    if (id !== null && state !== 'hidden' && state !== 'veryHidden') visibleSheetIds.push(id);
  }
  return { date1904, visibleSheetIds };
}

async function readRelationships(
  archive: XlsxArchive,
  part: string,
  folder: string,
): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>();
  for (const xml of openTags((await archive.findText(part)) ?? '')) {
    if (xml.name !== 'Relationship' || xml.attribute('TargetMode') === 'External') continue;
    const id = xml.attribute('Id');
    const type = xml.attribute('Type');
    const target = xml.attribute('Target');
    if (id === null || type === null || target === null) continue;
    // Transitional and strict files have different namespaces, but the same last segment of the type.
    relationships.set(id, {
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolvePart(folder, target),
    });
  }
  return relationships;
}

/** Relationship targets are relative to the folder of their source part (ECMA-376 part 2, 6.5.2). */
function resolvePart(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const parts: string[] = [];
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '' && step !== '.') parts.push(step);
  }
  return parts.join('/');
}

/** Iterates over the opening tags of a small part. */
function* openTags(text: string): Generator<XmlScanner> {
  const xml = new XmlScanner();
  xml.append(text);
  for (let token = xml.next(); token !== 'incomplete'; token = xml.next()) {
    if (token === 'open') yield xml;
  }
  if (!xml.isDrained) throw damaged('one of its parts is cut off');
}
