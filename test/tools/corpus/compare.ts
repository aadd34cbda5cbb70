import path from 'node:path';
import type { FieldInfo, TemplateInventory } from '../../../src/stamping/types.ts';
import { placed } from './fill-values.ts';
import { type Box, changedPixels, differenceOf, type Grey, grown, hasInk } from './image.ts';
import type { FilledField } from './peer.ts';
import { renderWithPdfium, renderWithPoppler } from './renderers.ts';
import type { Finding } from './types.ts';

export interface Version {
  name: 'template' | 'filled' | 'flat' | 'peer';
  bytes: Uint8Array;
  path: string;
}

/** Maximum share of a page's squares that may differ outside of fields. */
const tolerance = 0.004;
/** The same for two renderers, in addition to their difference on the template: they draw glyphs differently. */
const rendererTolerance = 0.02;
/** Minimum number of pixels that a visible value changes. */
const inkOfAValue = 6;

interface Shown {
  page: number;
  name: string;
  pdfium: Grey | null;
  poppler: Grey | null;
}

/** Renders the versions of one document and returns unexpected differences. */
export async function compareVersions(
  versions: readonly Version[],
  known: { inventory: TemplateInventory; filled: readonly FilledField[]; hasPoppler: boolean },
): Promise<Finding[]> {
  const pages = pagesToShow(known.inventory);
  const shown: Shown[] = [];
  for (const { name, bytes, path: pdfPath } of versions) {
    for (const page of pages) {
      // If poppler cannot draw the template, or not in time, skip the other versions.
      const canDraw =
        shown.find((entry) => entry.page === page && entry.name === 'template')?.poppler !== null;
      const usesPoppler = known.hasPoppler && name !== 'peer' && canDraw;
      const poppler = usesPoppler ? await renderWithPoppler(path.resolve(pdfPath), page) : null;
      shown.push({ page, name, pdfium: await renderWithPdfium(bytes, page), poppler });
    }
  }
  return pages.flatMap((page) => {
    const of = (name: Version['name']) => shown.find((entry) => entry.page === page && entry.name === name);
    return comparePage(
      page,
      { template: of('template'), filled: of('filled'), flat: of('flat'), peer: of('peer') },
      known,
    );
  });
}

/** The first page, and the first page with a field. */
function pagesToShow({ fields }: TemplateInventory): number[] {
  return [...new Set([1, fields.find((field) => field.type !== 'signature')?.page ?? 1])];
}

function comparePage(
  page: number,
  { template, filled, flat, peer }: Record<'template' | 'filled' | 'flat' | 'peer', Shown | undefined>,
  known: { inventory: TemplateInventory; filled: readonly FilledField[] },
): Finding[] {
  const findings: Finding[] = [];
  const add = (check: string, detail: string, weight: Finding['weight'] = 'differs') =>
    findings.push({ check, detail: `page ${page}: ${detail}`, weight });
  const widgets = known.inventory.fields.filter((field) => field.page === page);
  const isPlaced = known.inventory.fillable.length === 0;
  const masks = [...widgets, ...(isPlaced && page === placed.page ? [placed] : [])].map((box) =>
    grown(box, 6),
  );
  for (const [name, version] of Object.entries({ filled, flat })) {
    if (version === undefined) continue;
    if (template?.pdfium && !version.pdfium) add(name, 'pdfium cannot draw it', 'invalid');
    if (template?.poppler && !version.poppler) add(name, 'poppler cannot draw it', 'invalid');
    if (template?.pdfium && version.pdfium) {
      const share = differenceOf(template.pdfium, version.pdfium, masks);
      if (share > tolerance)
        add(`${name} around fields`, `${percent(share)} differs from the template (pdfium)`);
    }
    if (template?.poppler && version.poppler) {
      const share = differenceOf(template.poppler, version.poppler, masks);
      if (share > tolerance)
        add(`${name} around fields`, `${percent(share)} differs from the template (poppler)`);
    }
    findings.push(...compareRenderers(name, version, { template, add: `page ${page}: ` }));
  }
  if (filled?.pdfium && flat?.pdfium) {
    const share = differenceOf(filled.pdfium, flat.pdfium);
    if (share > tolerance) add('flat and filled', `${percent(share)} differs`);
  }
  for (const blank of blankValues(widgets, known.filled, { template, filled, flat, peer }))
    add('blank value', blank);
  return findings;
}

function compareRenderers(
  name: string,
  version: Shown,
  { template, add }: { template: Shown | undefined; add: string },
): Finding[] {
  if (!template?.pdfium || !template.poppler || !version.pdfium || !version.poppler) return [];
  const before = differenceOf(template.pdfium, template.poppler);
  const after = differenceOf(version.pdfium, version.poppler);
  if (before > rendererTolerance || after <= before + rendererTolerance) return [];
  const detail = `${add}pdfium and poppler differ by ${percent(after)}, on the template by ${percent(before)}`;
  return [{ check: `${name} renderers`, detail, weight: 'differs' }];
}

/** Widgets whose value is visible in one version, but not in another. */
function blankValues(
  widgets: readonly FieldInfo[],
  filled: readonly FilledField[],
  shown: Record<'template' | 'filled' | 'flat' | 'peer', Shown | undefined>,
): string[] {
  const { template } = shown;
  if (!template?.pdfium) return [];
  const values = new Map(filled.map(({ name, value }) => [name, value]));
  const blank: string[] = [];
  for (const widget of widgets) {
    const isButton = widget.type === 'checkbox' || widget.type === 'radio';
    if (isButton || (values.get(widget.name) ?? '').trim() === '' || widget.width < 6 || widget.height < 4)
      continue;
    // If the template already shows a value, the new one may look the same.
    if (hasInk(template.pdfium, grown(widget, -3))) continue;
    const showsIt = (image: Grey | null | undefined, from: Grey | null, box: Box = widget) =>
      image && from ? changedPixels(from, image, box) >= inkOfAValue : undefined;
    const seen = {
      filled: showsIt(shown.filled?.pdfium, template.pdfium),
      'filled (poppler)': showsIt(shown.filled?.poppler, template.poppler),
      flat: showsIt(shown.flat?.pdfium, template.pdfium),
      'flat (poppler)': showsIt(shown.flat?.poppler, template.poppler),
      'pdf-lib': showsIt(shown.peer?.pdfium, template.pdfium),
    };
    const ours = Object.entries(seen).filter(([name]) => name !== 'pdf-lib');
    const without = ours.filter(([, inked]) => inked === false).map(([name]) => name);
    const isSeen = Object.values(seen).includes(true);
    if (isSeen && without.length > 0) blank.push(`${widget.name}: nothing in ${without.join(', ')}`);
  }
  return blank;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
