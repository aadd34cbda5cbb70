import {
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFString,
  rgb,
  StandardFonts,
} from '../../../src/stamping/pdf/pdf-lib.ts';

/** Members of a dictionary as one writes them; strings are names. */
type Literal = string | number | boolean | null | PDFObject | Literal[] | { [name: string]: Literal };

/** One widget, its field merged into it unless it is the kid of a group. */
interface WidgetSpec {
  name: string;
  /** Points from the top left of the page's media box, then width and height. */
  at: readonly [x: number, y: number, width: number, height: number];
  /** Further members of the dictionary. */
  members?: Record<string, Literal>;
  /** Default appearance; default `/Helv 10 Tf 0 g`. */
  da?: string;
  /** A thin grey frame by default; null: none. */
  look?: Record<string, Literal> | null;
  /** Normal appearances by state, as content streams. */
  states?: Record<string, string>;
  /** The label beside or above it, in small grey letters. */
  caption?: string;
}

export interface FieldSpec extends WidgetSpec {
  kind: 'Tx' | 'Btn' | 'Ch';
  /** Widgets of one field; their names are not used. */
  kids?: readonly WidgetSpec[];
}

export interface PageSpec {
  /** Points of the media box. */
  width: number;
  height: number;
  rotate?: 90 | 180 | 270;
  /** Lower left corner of the media box; the crop box is `inset` inside it. */
  origin?: readonly [x: number, y: number];
  inset?: number;
  fields: readonly FieldSpec[];
}

const frame = { BC: [0.6, 0.6, 0.6], BG: [1, 1, 0.8] };

/** A form of one page, as small as possible, with only the objects its fields need. */
export async function buildForm(spec: PageSpec): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const [left, bottom] = spec.origin ?? [0, 0];
  const page = document.addPage([spec.width, spec.height]);
  page.setMediaBox(left, bottom, spec.width, spec.height);
  const inset = spec.inset ?? 0;
  if (inset > 0)
    page.setCropBox(left + inset, bottom + inset, spec.width - 2 * inset, spec.height - 2 * inset);
  if (spec.rotate) page.node.set(PDFName.of('Rotate'), context.obj(spec.rotate));
  const annotations: PDFRef[] = [];
  const roots: PDFRef[] = [];
  const top = bottom + spec.height;

  const widgetMembers = ({ at, members, da, look, states, caption }: WidgetSpec): Record<string, Literal> => {
    const [x, y, width, height] = at;
    if (caption) {
      page.drawText(caption, {
        x: left + x,
        y: top - y + 2.5,
        size: 5.5,
        font,
        color: rgb(0.45, 0.45, 0.45),
      });
    }
    const appearances = Object.fromEntries(
      Object.entries(states ?? {}).map(([state, content]) => [
        state,
        context.register(
          context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] }),
        ),
      ]),
    );
    return {
      Type: 'Annot',
      Subtype: 'Widget',
      F: 4,
      Rect: [left + x, top - y - height, left + x + width, top - y],
      DA: PDFString.of(da ?? '/Helv 10 Tf 0 g'),
      ...(look === null ? {} : { MK: { ...frame, ...look } }),
      ...(states ? { AP: { N: appearances } } : {}),
      ...members,
    };
  };
  for (const field of spec.fields) {
    const identity = { FT: field.kind, T: PDFString.of(field.name) };
    if (field.kids === undefined) {
      const ref = context.register(context.obj({ ...identity, ...widgetMembers(field) }));
      annotations.push(ref);
      roots.push(ref);
      continue;
    }
    const parent = context.nextRef();
    const kids = field.kids.map((kid) =>
      context.register(context.obj({ ...widgetMembers(kid), Parent: parent })),
    );
    context.assign(parent, context.obj({ ...identity, ...field.members, Kids: kids }));
    annotations.push(...kids);
    roots.push(parent);
  }
  page.node.set(PDFName.of('Annots'), context.obj(annotations));
  const fonts = Object.fromEntries(
    [
      ['Helv', 'Helvetica'],
      ['HeBo', 'Helvetica-Bold'],
      ['TiRo', 'Times-Roman'],
      ['Cour', 'Courier'],
    ].map(([name, base]) => [
      name,
      { Type: 'Font', Subtype: 'Type1', BaseFont: base, Encoding: 'WinAnsiEncoding' },
    ]),
  );
  document.catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: roots, DR: { Font: fonts }, DA: PDFString.of('/Helv 10 Tf 0 g') }),
  );
  return document.save({ updateFieldAppearances: false });
}
