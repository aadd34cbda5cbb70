import type { FieldKind } from '../types.ts';
import type { PdfSource } from './load.ts';
import {
  findArray,
  findByteText,
  findDict,
  findNameText,
  findNumber,
  findText,
  resolve,
  resolvedItems,
  stringText,
} from './objects.ts';
import type { Page } from './pages.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject } from './pdf-lib.ts';
import { liftMembers, repairFieldTree } from './repair-field-tree.ts';

export interface Widget {
  dict: PDFDict;
  /** Index of the page; -1 when the widget is on no page. */
  page: number;
  /** Further pages with the same widget, such as copies of a page. */
  alsoOn: readonly number[];
}

/** Indexes of all pages with a widget. */
export function pagesOf({ page, alsoOn }: Widget): number[] {
  return page < 0 ? [] : [page, ...alsoOn];
}

/** A terminal field: the node with the value, its widgets, and inherited members (ISO 32000-1, 12.7.3). */
export interface Field {
  name: string;
  kind: FieldKind;
  dict: PDFDict;
  widgets: Widget[];
  flags: number;
  /** Options of a choice field; export values of a button's widgets. */
  options: { value: string; label: string }[];
  maxLength: number | null;
  /** The default appearance of widgets without their own. */
  defaultAppearance: string | undefined;
  quadding: number;
  /** Other check boxes or radio buttons with the same full name. They share its value. */
  namesakes: Field[];
}

/** Field flags (tables 221, 226, 228, 230), by value. */
export const fieldFlags = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  edit: 1 << 18,
  multiSelect: 1 << 21,
  comb: 1 << 24,
  richText: 1 << 25,
} as const;

interface Inherited {
  name: string;
  type: string | undefined;
  flags: number;
  options: PDFArray | undefined;
  maxLength: number | undefined;
  defaultAppearance: string | undefined;
  quadding: number;
}

/**
 * The terminal fields in document order. Widgets that are only on a page, not in the form's tree, are included, as in
 * viewers. A node is visited once, so cyclic trees end.
 */
export function readFields(source: PdfSource, pages: readonly Page[]): Field[] {
  repairFieldTree(source, pages);
  const form = findDict(source.catalog, 'AcroForm');
  const places = placesOfAnnotations(pages);
  const fields: Field[] = [];
  const seen = new Set<PDFDict>();
  const top: Inherited = {
    name: '',
    type: undefined,
    flags: 0,
    options: undefined,
    maxLength: undefined,
    defaultAppearance: form && findByteText(form, 'DA'),
    quadding: (form && findNumber(form, 'Q')) ?? 0,
  };
  const roots = form ? itemsOf(form, 'Fields') : [];
  const walk = (root: PDFObject | undefined) => {
    const pending: { node: PDFObject | undefined; from: Inherited }[] = [{ node: root, from: top }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const node = resolve(source.context, next.node);
      if (!(node instanceof PDFDict) || seen.has(node)) continue;
      seen.add(node);
      const own = inherit(node, next.from);
      const kids = dictsOf(node).flatMap((kid) => (node.has(PDFName.of('T')) ? openHolder(kid) : [kid]));
      const children = kids.filter((kid) => kid.has(PDFName.of('T')) || kid.has(PDFName.of('Kids')));
      for (const kid of children.toReversed()) pending.push({ node: kid, from: own });
      const widgets = kids.filter((kid) => !children.includes(kid) && !seen.has(kid));
      for (const widget of widgets) seen.add(widget);
      if (children.length > 0 && widgets.length === 0) continue;
      const [widget] = widgets;
      const said =
        own.type === undefined && widget && liftMembers(widget, node) ? inherit(node, next.from) : own;
      const field = toField(node, said, kids.length === 0 ? [node] : widgets, places);
      if (field) fields.push(field);
    }
  };
  for (const root of roots) walk(root);
  for (const annotation of places.keys()) {
    if (!seen.has(annotation) && findNameText(annotation, 'Subtype') === 'Widget') walk(rootOf(annotation));
  }
  introduceNamesakes(fields);
  return fields;
}

/** A larger group is a column of boxes, not one choice. */
const maxNamesakes = 100;

function introduceNamesakes(fields: readonly Field[]): void {
  const buttons = fields.filter(({ kind }) => kind === 'checkbox' || kind === 'radio');
  for (const group of Map.groupBy(buttons, ({ name }) => name).values()) {
    if (group.length > maxNamesakes) continue;
    for (const field of group) field.namesakes = group.filter((other) => other !== field);
  }
}

function dictsOf(node: PDFDict): PDFDict[] {
  return itemsOf(node, 'Kids').filter((kid): kid is PDFDict => kid instanceof PDFDict);
}

/**
 * A nameless node between a field and its widgets is not a field (12.7.3.1): its widgets belong to the field, and
 * only the field has a value.
 */
function openHolder(kid: PDFDict): PDFDict[] {
  const widgets = dictsOf(kid);
  const isNamed = (dict: PDFDict) => dict.has(PDFName.of('T')) || dict.has(PDFName.of('Kids'));
  if (widgets.length === 0 || kid.has(PDFName.of('T')) || widgets.some(isNamed)) return [kid];
  kid.delete(PDFName.of('V'));
  return widgets;
}

function itemsOf(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const array = findArray(dict, key);
  return array ? resolvedItems(array) : [];
}

function placesOfAnnotations(pages: readonly Page[]): Map<PDFDict, number[]> {
  const places = new Map<PDFDict, number[]>();
  pages.forEach((page, index) => {
    for (const item of itemsOf(page.dict, 'Annots')) {
      if (!(item instanceof PDFDict)) continue;
      const known = places.get(item);
      if (known === undefined) places.set(item, [index]);
      else if (known.at(-1) !== index) known.push(index);
    }
  });
  return places;
}

function rootOf(widget: PDFDict): PDFDict {
  const seen = new Set<PDFDict>();
  let node = widget;
  for (
    let parent = findDict(node, 'Parent');
    parent && !seen.has(parent);
    parent = findDict(node, 'Parent')
  ) {
    seen.add(parent);
    node = parent;
  }
  return node;
}

function inherit(node: PDFDict, from: Inherited): Inherited {
  const partial = findText(node, 'T');
  return {
    // 12.7.3.2: the partial names from the root down, joined by full stops.
    name: partial === undefined ? from.name : from.name === '' ? partial : `${from.name}.${partial}`,
    type: findNameText(node, 'FT') ?? from.type,
    flags: findNumber(node, 'Ff') ?? from.flags,
    options: findArray(node, 'Opt') ?? from.options,
    maxLength: findNumber(node, 'MaxLen') ?? from.maxLength,
    defaultAppearance: findByteText(node, 'DA') ?? from.defaultAppearance,
    quadding: findNumber(node, 'Q') ?? from.quadding,
  };
}

function toField(
  dict: PDFDict,
  own: Inherited,
  widgets: PDFDict[],
  places: Map<PDFDict, number[]>,
): Field | null {
  const kind = kindOf(own);
  if (kind === null) return null;
  return {
    name: own.name,
    kind,
    dict,
    widgets: widgets.map((widget) => {
      const [page = -1, ...alsoOn] = places.get(widget) ?? [];
      // An annotation that is listed by a field and a page is a widget; some viewers ignore one without Subtype.
      if (page >= 0 && !widget.has(PDFName.of('Subtype')))
        widget.set(PDFName.of('Subtype'), PDFName.of('Widget'));
      return { dict: widget, page, alsoOn };
    }),
    flags: own.flags,
    options: readOptions(own.options),
    // Viewers ignore a limit of 0.
    maxLength: own.maxLength !== undefined && own.maxLength > 0 ? own.maxLength : null,
    defaultAppearance: own.defaultAppearance,
    quadding: own.quadding,
    namesakes: [],
  };
}

function kindOf(own: Inherited): FieldKind | null {
  switch (own.type) {
    case 'Tx':
      return 'text';
    case 'Ch':
      return 'choice';
    case 'Sig':
      return 'signature';
    case 'Btn':
      if (own.flags & fieldFlags.pushButton) return 'button';
      return own.flags & fieldFlags.radio ? 'radio' : 'checkbox';
    default:
      return null;
  }
}

/** Options are texts or pairs of export value and shown text (12.7.4.4, table 231). */
function readOptions(array: PDFArray | undefined): { value: string; label: string }[] {
  if (array === undefined) return [];
  return resolvedItems(array).map((item) => {
    if (item instanceof PDFArray) {
      const [value, label] = resolvedItems(item).map((part) => stringText(part) ?? '');
      return { value: value ?? '', label: label ?? value ?? '' };
    }
    const text = stringText(item) ?? '';
    return { value: text, label: text };
  });
}
