import { findArray, findDict, findNameText, resolve, resolvedItems } from './objects.ts';
import { PDFArray, PDFDict, PDFName } from './pdf-lib.ts';

/**
 * Whether a layer (optional content, ISO 32000-1, 8.11) hides an annotation when the document is opened. Expressions
 * of several layers (8.11.2.2, VE) are ignored.
 */
export function isOnHiddenLayer(annotation: PDFDict): boolean {
  const content = findDict(annotation, 'OC');
  if (content === undefined) return false;
  if (findNameText(content, 'Type') !== 'OCMD') return isHidden(content);
  const hidden = layersOf(content).map(isHidden);
  if (hidden.length === 0) return false;
  switch (findNameText(content, 'P')) {
    case 'AllOn':
      return hidden.includes(true);
    case 'AnyOff':
      return !hidden.includes(true);
    case 'AllOff':
      return hidden.includes(false);
    default:
      return !hidden.includes(false);
  }
}

function layersOf(membership: PDFDict): PDFDict[] {
  const layers = resolve(membership.context, membership.get(PDFName.of('OCGs')));
  const items = layers instanceof PDFArray ? resolvedItems(layers) : [layers];
  return items.filter((item): item is PDFDict => item instanceof PDFDict);
}

/** By the document's default configuration (8.11.4.3): layers are on, except those listed, or the reverse. */
function isHidden(layer: PDFDict): boolean {
  const { context } = layer;
  const catalog = resolve(context, context.trailerInfo.Root);
  const properties = catalog instanceof PDFDict ? findDict(catalog, 'OCProperties') : undefined;
  const settings = properties && findDict(properties, 'D');
  if (settings === undefined) return false;
  const names = (key: string) => {
    const list = findArray(settings, key);
    return list !== undefined && resolvedItems(list).includes(layer);
  };
  return findNameText(settings, 'BaseState') === 'OFF' ? !names('ON') : names('OFF');
}
