import { findBox } from './pdf/boxes.ts';
import { parseDefaultAppearance } from './pdf/default-appearance.ts';
import { type Field, fieldFlags, readFields, type Widget } from './pdf/fields.ts';
import { loadPdf, type PdfSource } from './pdf/load.ts';
import { findArray, findByteText, findDict } from './pdf/objects.ts';
import { displayedSize, type Page, readPages, toDisplayed } from './pdf/pages.ts';
import { buttonOptions } from './pdf/states.ts';
import { type FieldInfo, StampingError, type TemplateInventory } from './types.ts';

/**
 * Reads the pages and fields of an uploaded PDF. `fields` has one item for each widget; a field that is on no page
 * has no item but is counted.
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
  // No column or mapping can refer to a field without a name.
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

/** Rejects a dynamic XFA form: it has no PDF form fields that could be filled (ISO 32000-1, 12.7.8). */
export function rejectXfaOnly(source: PdfSource, fields: readonly Field[]): void {
  const form = findDict(source.catalog, 'AcroForm');
  if (fields.length > 0 || form === undefined) return;
  const xfa = form.keys().some((key) => key.asString() === '/XFA');
  if (xfa && (findArray(form, 'Fields')?.size() ?? 0) === 0) {
    throw new StampingError(
      'PDF_XFA_ONLY',
      'The PDF is a dynamic XFA form without PDF form fields. Save it as a static PDF form and upload that file.',
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

/** Rounds to hundredths of a point. */
function roundAll<T extends Record<string, number>>(numbers: T): T {
  return Object.fromEntries(
    Object.entries(numbers).map(([key, value]) => [key, Math.round(value * 100) / 100]),
  ) as T;
}
