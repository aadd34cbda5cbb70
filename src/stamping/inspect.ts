import { findBox } from './pdf/boxes.ts';
import { parseDefaultAppearance } from './pdf/default-appearance.ts';
import { type Field, fieldFlags, readFields, type Widget } from './pdf/fields.ts';
import { loadPdf, type PdfSource } from './pdf/load.ts';
import { findArray, findByteText, findDict } from './pdf/objects.ts';
import { displayedSize, type Page, readPages, toDisplayed } from './pdf/pages.ts';
import { buttonOptions } from './pdf/states.ts';
import { type FieldInfo, StampingError, type TemplateInventory } from './types.ts';

/**
 * What an upload learns of a PDF: pages and fields. One item a widget; a field no page shows has none, but counts.
 * @throws StampingError PDF_NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_NO_PAGES, PDF_TOO_MANY_PAGES, PDF_XFA_ONLY
 */
export async function inspectTemplate(
  pdf: Uint8Array,
  limits: { maxPages: number },
): Promise<TemplateInventory> {
  const source = await loadPdf(pdf);
  const pages = readPages(source, limits.maxPages);
  const fields = readFields(source, pages);
  rejectXfaOnly(source, fields);
  // A field without a name is nothing a column or a mapping could mean.
  const fillable = fields.filter(
    ({ kind, name }) => kind !== 'signature' && kind !== 'button' && name !== '',
  );
  return {
    pageCount: pages.length,
    pages: pages.map((page, index) => ({ page: index + 1, ...roundAll(displayedSize(page)) })),
    fields: fields.flatMap((field) => field.widgets.flatMap((widget) => describe(field, widget, pages))),
    fillable: [...new Set(fillable.map((field) => field.name))],
    fieldCount: new Set(fields.map((field) => field.name)).size,
    signed: fields.some((field) => field.kind === 'signature' && findDict(field.dict, 'V') !== undefined),
  };
}

/** A dynamic XFA form has no fields a PDF library could fill (ISO 32000-1, 12.7.8). */
export function rejectXfaOnly(source: PdfSource, fields: readonly Field[]): void {
  const form = findDict(source.catalog, 'AcroForm');
  if (fields.length > 0 || form === undefined) return;
  const xfa = form.keys().some((key) => key.asString() === '/XFA');
  if (xfa && (findArray(form, 'Fields')?.size() ?? 0) === 0) {
    throw new StampingError(
      'PDF_XFA_ONLY',
      'The PDF is a dynamic XFA form without ordinary form fields. Save it as a static PDF form first.',
    );
  }
}

function describe(field: Field, widget: Widget, pages: readonly Page[]): FieldInfo[] {
  const page = pages[widget.page];
  const box = findBox(widget.dict, 'Rect');
  if (page === undefined || box === undefined) return [];
  const isButton = field.kind === 'checkbox' || field.kind === 'radio';
  const look = parseDefaultAppearance(findByteText(widget.dict, 'DA') ?? field.defaultAppearance);
  return [
    {
      name: field.name,
      type: field.kind,
      page: widget.page + 1,
      ...roundAll(toDisplayed(page, box)),
      options: isButton
        ? buttonOptions(field).map(({ value, label }) => ({ value, label }))
        : field.options.map(({ value, label }) => ({ value, label })),
      maxLength: field.maxLength,
      multiline: field.kind === 'text' && (field.flags & fieldFlags.multiline) !== 0,
      required: (field.flags & fieldFlags.required) !== 0,
      readOnly: (field.flags & fieldFlags.readOnly) !== 0,
      fontSize: look.size > 0 && !isButton ? Math.round(look.size * page.unit * 100) / 100 : null,
    },
  ];
}

/** Hundredths of a point are finer than anything that is shown. */
function roundAll<T extends Record<string, number>>(numbers: T): T {
  return Object.fromEntries(
    Object.entries(numbers).map(([key, value]) => [key, Math.round(value * 100) / 100]),
  ) as T;
}
