import { rejectXfaOnly } from './inspect.ts';
import { type Field, readFields } from './pdf/fields.ts';
import { loadPdf } from './pdf/load.ts';
import { numberObjects } from './pdf/numbering.ts';
import { findArray, findDict, resolve } from './pdf/objects.ts';
import { displayedSize, readPages } from './pdf/pages.ts';
import { PDFDict, PDFName, type PDFObject } from './pdf/pdf-lib.ts';
import { serialize } from './pdf/serialize.ts';
import { stripActiveContent } from './pdf/strip-active.ts';
import { planButtonField } from './plan/button-field.ts';
import { planChoiceField } from './plan/choice-field.ts';
import type { CompileContext } from './plan/compile-context.ts';
import { applyPageEdits, type PageSlot } from './plan/edit-pages.ts';
import { flattenUnfilled, removeFields } from './plan/flatten-unfilled.ts';
import { createFontTable } from './plan/font-table.ts';
import { planPlacedText } from './plan/placed-text.ts';
import type { Numbers, Plan, PlanBuilder } from './plan/plan.ts';
import { templateValues } from './plan/template-values.ts';
import { planTextField } from './plan/text-field.ts';
import { createRowReader, createValueReader, type RowTarget } from './row.ts';
import { bindTargets, type Target } from './targets.ts';
import type { CompiledTemplate, CompileOptions, TemplateMappings } from './types.ts';
import { containerCount, fileIdentifier, writeBase } from './write/base.ts';
import { flattenString } from './write/flatten-string.ts';
import { addSharedFonts } from './write/shared-fonts.ts';
import { createUpdateWriter, type UpdateLayout } from './write/update.ts';

/**
 * Parses a template and writes the part of the PDF that is the same for every row, once for all rows.
 * Pure: equal bytes, mappings, options and values give equal documents.
 * @throws StampingError with the codes of `inspectTemplate`.
 */
export async function compileTemplate(
  pdf: Uint8Array,
  mappings: TemplateMappings | null,
  options: CompileOptions,
): Promise<CompiledTemplate> {
  const source = await loadPdf(pdf);
  const pages = readPages(source, Number.POSITIVE_INFINITY);
  const fields = readFields(source, pages);
  rejectXfaOnly(source, fields);
  stripActiveContent(source, pages);
  const bound = bindTargets(mappings, { fields, pages: pages.map(displayedSize) }, options.columns);
  const { usage, targetCount, idleMappings } = bound;
  const targets = [...bound.targets, ...templateValues(fields, bound.targets)];
  const compileContext: CompileContext = {
    source,
    pages,
    flatten: options.flatten ?? false,
    fonts: createFontTable(source.context, options.furtherFonts),
    own: new Set(),
    edits: new Map(),
    frames: new Map(),
    sharedAppearances: new Map(),
  };
  registerFields(compileContext, fields);
  const drafts = targets.map((target) => ({ target, drafts: planTarget(compileContext, target) }));
  if (compileContext.flatten) {
    const filled = new Set(targets.flatMap((target) => target.fields));
    flattenUnfilled(
      compileContext,
      fields.filter((field) => !filled.has(field)),
    );
    removeFields(compileContext);
  }
  const { base, frame, numbers } = writeShared(compileContext, pdf);
  const rowTargets: RowTarget[] = drafts.map(({ target, drafts: parts }) => ({
    target,
    plans: parts.map((draft): Plan => draft(numbers)),
  }));
  const readRow = createRowReader(rowTargets);
  const readValues = createValueReader(rowTargets);
  const stamper = (shared: { base: Uint8Array; frame: UpdateLayout }): CompiledTemplate => {
    return {
      base: shared.base,
      usage,
      targetCount,
      idleMappings,
      check: (values, dates) => readRow(createUpdateWriter(shared.frame), { values, dates, checkOnly: true }),
      read: readValues,
      stamp: (values, { dates, allocate } = {}) => {
        const out = createUpdateWriter(shared.frame);
        const problems = readRow(out, { values, dates, checkOnly: false });
        const failed = problems.some(({ severity }) => severity === 'error');
        return { update: failed ? new Uint8Array(0) : out.finish(allocate), problems };
      },
      withFontsFor: (characters) => {
        const styles = compileContext.fonts.stylesFor(characters);
        if (styles.length === 0) return stamper({ base, frame });
        const added = addSharedFonts(frame, styles, characters);
        return stamper({ base: Buffer.concat([base, added.bytes]), frame: added.frame });
      },
    };
  };
  return stamper({ base, frame });
}

function planTarget(compileContext: CompileContext, { fields, mapping }: Target): PlanBuilder[] {
  if (fields.length === 0) {
    const placed = planPlacedText(compileContext, mapping);
    return placed ? [placed] : [];
  }
  return fields.map((field) => {
    switch (field.kind) {
      case 'checkbox':
      case 'radio':
        return planButtonField(compileContext, field);
      case 'choice':
        return planChoiceField(compileContext, field, mapping);
      default:
        return planTextField(compileContext, field, mapping);
    }
  });
}

/** Adds fields that only a page lists to the form, so that viewers read their values (ISO 32000-1, table 218). */
function registerFields(compileContext: CompileContext, fields: readonly Field[]): void {
  const { catalog, context } = compileContext.source;
  const form = findDict(catalog, 'AcroForm') ?? PDFDict.withContext(context);
  if (fields.length === 0) return;
  catalog.set(PDFName.of('AcroForm'), form);
  const known = findArray(form, 'Fields');
  const roots = new Set<PDFObject | undefined>(known?.asArray().map((item) => resolve(context, item)) ?? []);
  const list = known ?? context.obj([]);
  for (const { dict } of fields) {
    let root = dict;
    const seen = new Set<PDFDict>([root]);
    for (let up = findDict(root, 'Parent'); up && !seen.has(up); up = findDict(root, 'Parent')) {
      seen.add(up);
      root = up;
    }
    if ([...seen].some((node) => roots.has(node))) continue;
    roots.add(root);
    list.push(root);
  }
  form.set(PDFName.of('Fields'), list);
}

/** Numbers all objects and writes the shared part of the documents. */
function writeShared(compileContext: CompileContext, pdf: Uint8Array) {
  const { source, own, fonts } = compileContext;
  const { context, catalog } = source;
  const slots = applyPageEdits(compileContext);
  const info = resolve(context, context.trailerInfo.Info);
  const fontRoots = fonts.simple.map(({ object }) => object);
  const roots = [catalog, ...(info instanceof PDFDict ? [info] : []), ...fontRoots];
  const numbering = numberObjects(context, roots, [...own]);
  const firstContainer = numbering.shared.length + 1;
  let next = firstContainer + containerCount(numbering.shared) + 1;
  for (const dict of own) numbering.assign(dict, next++);
  const numbers = createNumbers(compileContext, numbering.numberOf);
  const trailer =
    `/Root ${numbers.numberOf(catalog)} 0 R` +
    (info instanceof PDFDict ? `/Info ${numbers.numberOf(info)} 0 R` : '') +
    fileIdentifier(context, pdf);
  const base = writeBase({
    context,
    shared: numbering.shared,
    numberOf: numbering.numberOf,
    firstContainer,
    size: next,
    trailer,
  });
  const frame: UpdateLayout = {
    baseLength: base.bytes.length,
    xrefOffset: base.xrefOffset,
    firstFree: next,
    trailer,
    pages: slots.map((slot) => pageSlots(compileContext, slot, numbers)),
    shared: { fonts: [], numbers: [], offsets: [] },
  };
  return { base: base.bytes, frame, numbers };
}

function createNumbers(
  compileContext: CompileContext,
  numberOf: (object: PDFObject) => number | undefined,
): Numbers {
  return {
    numberOf: (object) => {
      const number = numberOf(object);
      if (number === undefined) throw new Error('An object of the plan was not numbered.');
      return number;
    },
    head: (dict) => flattenString(serialize(compileContext.source.context, dict, numberOf).slice(0, -2)),
  };
}

function pageSlots(
  compileContext: CompileContext,
  slot: PageSlot,
  numbers: Numbers,
): UpdateLayout['pages'][number] {
  const { fonts } = compileContext;
  const ours = fonts.simple.map(({ font, object }) => `${font.resource} ${numbers.numberOf(object)} 0 R`);
  return {
    page: slot.page,
    content: numbers.numberOf(slot.content),
    fonts: numbers.numberOf(slot.fonts),
    fontMembers: flattenString(numbers.head(slot.fonts).slice(2) + ours.join('')),
  };
}
