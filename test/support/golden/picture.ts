import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { sampleFont, stampRow } from '../stamping/filled-pdf.ts';
import type { Fixture } from './fixture.ts';
import { buildForm } from './form-builder.ts';

/** An image, row by row from the top. */
export interface Picture {
  width: number;
  height: number;
  /** Red, green and blue of each pixel. */
  data: Uint8Array;
}

/** Pixels a point. */
export const scale = 1.5;
let library: Promise<PDFiumLibrary> | undefined;

/** The fixture's page, filled, as a viewer shows it. Throws when the row has an error. */
export async function drawFixture(fixture: Fixture, { flatten }: { flatten: boolean }): Promise<Picture> {
  const { mappings, row } = fixture;
  const pdf = await buildForm(fixture.page);
  const { bytes, update, problems } = await stampRow({
    pdf,
    row,
    flatten,
    furtherFonts: [sampleFont],
    ...(mappings ? { mappings } : {}),
  });
  if (update.length === 0) throw new Error(`${fixture.name}: ${JSON.stringify(problems)}`);
  return drawPage(bytes);
}

export async function drawPage(pdf: Uint8Array): Promise<Picture> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    document.initializeFormFields();
    const image = await document.getPage(0).render({ scale, render: 'bitmap', renderFormFields: true });
    return { width: image.width, height: image.height, data: withoutAlpha(image.data) };
  } finally {
    document.destroy();
  }
}

export function encodePng({ width, height, data }: Picture): Buffer {
  const png = new PNG({ width, height });
  for (let pixel = 0; pixel < width * height; pixel++) {
    png.data.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    png.data[pixel * 4 + 3] = 255;
  }
  // Without transparency, at the highest level: these files are kept in the repository.
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9 });
}

export function decodePng(bytes: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(bytes);
  return { width, height, data: withoutAlpha(data) };
}

/** Six steps a colour show all that matters, and make files of a third of the size. */
const steps = Uint8Array.from({ length: 256 }, (_, value) => Math.round(value / 51) * 51);

export function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const data = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    data[to++] = steps[rgba[from] ?? 0] ?? 0;
    data[to++] = steps[rgba[from + 1] ?? 0] ?? 0;
    data[to++] = steps[rgba[from + 2] ?? 0] ?? 0;
  }
  return data;
}
