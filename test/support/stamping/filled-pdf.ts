import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { parseMappings } from '../../../src/stamping/mappings.ts';
import { type Field, readFields } from '../../../src/stamping/pdf/fields.ts';
import { loadPdf } from '../../../src/stamping/pdf/load.ts';
import { nameText, stringText } from '../../../src/stamping/pdf/objects.ts';
import { readPages } from '../../../src/stamping/pdf/pages.ts';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from '../../../src/stamping/pdf/pdf-lib.ts';
import type { FieldMapping, Problem } from '../../../src/stamping/types.ts';

export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/pdf/${name}`, import.meta.url));
}

/** A font with a few Chinese and Japanese characters, to be handed in as a further one. */
export const sampleFont = fileURLToPath(new URL('../../fixtures/fonts/cjk-sample.ttf', import.meta.url));

export interface StampJob {
  pdf: Uint8Array;
  row: Record<string, string>;
  mappings?: Record<string, string | FieldMapping>;
  flatten?: boolean;
  characters?: ReadonlySet<number>;
  furtherFonts?: readonly string[];
}

export interface Filled {
  bytes: Buffer;
  problems: Problem[];
  /** The update alone, empty when the row has errors. */
  update: Uint8Array;
}

/** Compiles a template and stamps one row, through the same function as the service. */
export async function stampRow(job: StampJob): Promise<Filled> {
  const mappings = job.mappings ? parseMappings(JSON.stringify({ FieldMappings: job.mappings })) : null;
  const template = await compileTemplate(job.pdf, mappings, {
    columns: Object.keys(job.row),
    flatten: job.flatten ?? false,
    furtherFonts: job.furtherFonts ?? [],
  });
  const compiled = job.characters ? template.withFontsFor([...job.characters]) : template;
  const { update, problems } = compiled.stamp(Object.values(job.row));
  return { bytes: Buffer.concat([compiled.base, update]), problems, update };
}

/** Values and states of all fields, read back from the bytes. */
export async function readBack(
  bytes: Uint8Array,
): Promise<Record<string, { value: unknown; states: string[] }>> {
  const fields = await fieldsOf(bytes);
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      {
        value: fieldValue(field.dict),
        states: field.widgets.map(({ dict }) => nameText(dict.lookup(PDFName.of('AS'))) ?? ''),
      },
    ]),
  );
}

/** Just the values. */
export async function readValues(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const fields = await readBack(bytes);
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
}

export async function fieldsOf(bytes: Uint8Array): Promise<Field[]> {
  const source = await loadPdf(bytes);
  return readFields(source, readPages(source, 1000));
}

function fieldValue(dict: PDFDict): unknown {
  const value = dict.lookup(PDFName.of('V'));
  if (value instanceof PDFArray) return value.asArray().map((item) => stringText(item));
  return stringText(value) ?? nameText(value);
}

/** The content of a field's normal appearance. */
export async function appearanceOf(bytes: Uint8Array, name: string, widget = 0): Promise<string> {
  const field = (await fieldsOf(bytes)).find((candidate) => candidate.name === name);
  const normal = field?.widgets[widget]?.dict.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  if (!(normal instanceof PDFRawStream)) throw new Error(`${name} has no appearance stream`);
  return Buffer.from(decodePDFRawStream(normal).decode()).toString('latin1');
}

let library: Promise<PDFiumLibrary> | undefined;

/** Text of a page as the renderer extracts it. */
export async function pageText(bytes: Uint8Array, page = 0): Promise<string> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(bytes));
  try {
    return document.getPage(page).getText();
  } finally {
    document.destroy();
  }
}

export interface Pixels {
  width: number;
  height: number;
  /** Number of dark pixels inside a rectangle given in points from the top left. */
  darkIn: (box: { x: number; y: number; width: number; height: number }) => number;
}

/** A page as a viewer shows it, form fields included, at two pixels a point. */
export async function renderPage(bytes: Uint8Array, page = 0): Promise<Pixels> {
  const scale = 2;
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(bytes));
  try {
    document.initializeFormFields();
    const image = await document.getPage(page).render({ scale, render: 'bitmap', renderFormFields: true });
    const data = Buffer.from(image.data);
    return {
      width: image.width,
      height: image.height,
      darkIn: (box) => {
        let dark = 0;
        for (let y = Math.round(box.y * scale); y < (box.y + box.height) * scale; y++) {
          for (let x = Math.round(box.x * scale); x < (box.x + box.width) * scale; x++) {
            const at = (y * image.width + x) * 4;
            if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 300) dark++;
          }
        }
        return dark;
      },
    };
  } finally {
    document.destroy();
  }
}

/** A one-page PDF made for a test. */
export async function makePdf(build: (document: PDFDocument) => void | Promise<void>): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  await build(document);
  return document.save({ updateFieldAppearances: false });
}
