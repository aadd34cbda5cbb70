import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

interface MadeSheet {
  /** The inside of `sheetData`, or with `whole` the whole part. */
  xml: string | Buffer;
  whole?: boolean;
  state?: string;
}

interface MadeWorkbook {
  sheets: MadeSheet[];
  sharedStrings?: string;
  /** The inside of `styleSheet`. */
  styles?: string;
  workbookProperties?: string;
}

/** An XLSX package written by hand, for content that spreadsheet libraries never write but real files have. */
export async function makeXlsx({
  sheets,
  sharedStrings,
  styles,
  workbookProperties = '',
}: MadeWorkbook): Promise<Buffer> {
  const relations = sheets.map((_, i) => relation(`s${i}`, 'worksheet', `worksheets/s${i}.xml`));
  if (sharedStrings !== undefined) relations.push(relation('ss', 'sharedStrings', '/xl/sharedStrings.xml'));
  if (styles !== undefined) relations.push(relation('st', 'styles', 'styles.xml'));
  const listed = sheets.map(
    ({ state }, i) =>
      `<sheet name="S${i}" sheetId="${i + 1}" r:id="s${i}"${state ? ` state="${state}"` : ''}/>`,
  );
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}">${relation('w', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookProperties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
  };
  for (const [i, { xml, whole }] of sheets.entries()) {
    parts[`xl/worksheets/s${i}.xml`] = whole
      ? xml
      : `<worksheet xmlns="${MAIN}"><sheetData>${xml}</sheetData></worksheet>`;
  }
  if (sharedStrings !== undefined)
    parts['xl/sharedStrings.xml'] = `<sst xmlns="${MAIN}">${sharedStrings}</sst>`;
  if (styles !== undefined) parts['xl/styles.xml'] = `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`;
  return zip(parts);
}

export async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipArchive();
  for (const [name, text] of Object.entries(parts)) archive.append(text, { name });
  const [bytes] = await Promise.all([buffer(archive), archive.finalize()]);
  return bytes;
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

export const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
