import type { PdfSource } from './load.ts';
import { findArray, findDict, findNameText, resolvedItems } from './objects.ts';
import type { Page } from './pages.ts';
import { PDFArray, PDFDict, PDFName, type PDFObject } from './pdf-lib.ts';

/** Members of the document's root that are preserved (ISO 32000-1, table 28): for display, search and accessibility. */
const catalogKeys = new Set([
  'Type',
  'Pages',
  'PageLabels',
  'Dests',
  'Names',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'AcroForm',
  'Metadata',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OutputIntents',
  'OCProperties',
]);

/** Of the document's names (table 31) only link destinations are preserved; the others contain programs and files. */
const nameKeys = new Set(['Dests']);

/**
 * Members of the form's root that are preserved (table 218): no XFA, NeedAppearances, calculation order or signature
 * flags.
 */
const formKeys = new Set(['Fields', 'DR', 'DA', 'Q']);

/** Actions that only change the view, or open a link that the reader clicks (12.6.4). */
const harmlessActions = new Set(['GoTo', 'URI', 'Named']);

/** Annotations with files or programs. */
const activeAnnotations = new Set(['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D']);

/**
 * Removes active content from a template: JavaScript, launch and submit actions, open actions, embedded files, XFA.
 * `serialize` checks every dictionary again.
 */
export function stripActiveContent(source: PdfSource, pages: readonly Page[]): void {
  const { catalog } = source;
  keepOnly(catalog, catalogKeys);
  if (findNameText(catalog, 'PageMode') === 'UseAttachments') catalog.delete(PDFName.of('PageMode'));
  const names = findDict(catalog, 'Names');
  if (names) keepOnly(names, nameKeys);
  const form = findDict(catalog, 'AcroForm');
  if (form) keepOnly(form, formKeys);
  for (const page of pages) {
    drop(page.dict, 'AA');
    const annotations = findArray(page.dict, 'Annots');
    if (annotations === undefined) continue;
    for (let index = annotations.size() - 1; index >= 0; index--) {
      const annotation = annotations.lookup(index);
      if (!(annotation instanceof PDFDict)) continue;
      if (activeAnnotations.has(findNameText(annotation, 'Subtype') ?? '')) annotations.remove(index);
    }
  }
}

function keepOnly(dict: PDFDict, keys: ReadonlySet<string>): void {
  for (const key of dict.keys()) {
    if (!keys.has(key.asString().slice(1))) dict.delete(key);
  }
}

function drop(dict: PDFDict, ...keys: string[]): void {
  for (const key of keys) dict.delete(PDFName.of(key));
}

/** Whether a dictionary is an action that must not be in an output. */
function isActiveAction(dict: PDFDict): boolean {
  if (dict.has(PDFName.of('JS'))) return true;
  const type = findNameText(dict, 'S');
  const isAction = findNameText(dict, 'Type') === 'Action' || type === 'JavaScript' || type === 'Launch';
  return isAction && type !== undefined && !harmlessActions.has(type);
}

/**
 * Whether a member of a dictionary must not be written. Called for every written dictionary, so that an action is
 * found wherever it is.
 */
export function isActiveMember(owner: PDFDict, key: string, value: PDFObject | undefined): boolean {
  switch (key) {
    case 'XFA':
    case 'JS':
    case 'EF':
    case 'EmbeddedFiles':
      return true;
    case 'AA':
      // A resource can have this name as well; additional actions are a dictionary of actions.
      return value instanceof PDFDict && !isResourceCategory(owner);
    case 'OpenAction':
      return true;
    case 'A':
    case 'PA':
    case 'Next':
      if (value instanceof PDFArray) {
        return resolvedItems(value).some((item) => item instanceof PDFDict && isUnsafe(item));
      }
      return value instanceof PDFDict && isUnsafe(value);
    default:
      return value instanceof PDFDict && isActiveAction(value);
  }
}

function isUnsafe(action: PDFDict): boolean {
  const type = findNameText(action, 'S');
  const looksLikeAction = type !== undefined && !action.has(PDFName.of('Title'));
  return isActiveAction(action) || (looksLikeAction && actionTypes.has(type) && !harmlessActions.has(type));
}

const actionTypes = new Set([
  ...harmlessActions,
  'GoToR',
  'GoToE',
  'Launch',
  'Thread',
  'Sound',
  'Movie',
  'Hide',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'JavaScript',
  'SetOCGState',
  'Rendition',
  'Trans',
  'GoTo3DView',
  'RichMediaExecute',
]);

/** A resource category contains only references to resources, with arbitrary names. */
function isResourceCategory(dict: PDFDict): boolean {
  return dict
    .values()
    .every(
      (value) =>
        !(value instanceof PDFDict) || findNameText(value, 'Type') === 'Font' || value.keys().length === 0,
    );
}
