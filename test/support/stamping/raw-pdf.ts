/** A PDF written by hand, object by object, for content that no library writes. */
interface RawPdf {
  /** Sources by object number. */
  objects: Map<number, string>;
  /** Members of the trailer besides /Size. */
  trailer: string;
}

const text = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;

/** One page that says Template, with the text fields Name and City. */
export function smallForm(): RawPdf {
  const widget = (name: string, y: number) =>
    `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/Rect[50 ${y} 250 ${y + 20}]/F 4/P 3 0 R/DA(/Helv 12 Tf 0 g)>>`;
  return {
    objects: new Map([
      [
        1,
        '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 7 0 R>>>>>>>>',
      ],
      [2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>'],
      [3, '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>/Annots[5 0 R 6 0 R]>>'],
      [4, text('BT /F1 12 Tf 50 250 Td (Template) Tj ET')],
      [5, widget('Name', 200)],
      [6, widget('City', 150)],
      [7, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    ]),
    trailer: '/Root 1 0 R',
  };
}

/** The small form with objects replaced or added. */
export function formWith(objects: Record<number, string>): RawPdf {
  const form = smallForm();
  for (const [number, source] of Object.entries(objects)) form.objects.set(Number(number), source);
  return form;
}

/** Writes objects, cross-reference table and trailer; offsets are right. */
export function writeRaw({ objects, trailer }: RawPdf): string {
  let source = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const [number, object] of objects) {
    offsets.set(number, source.length);
    source += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const start = source.length;
  source += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    source +=
      offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  return `${source}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
}

export function bytesOf(source: string): Buffer {
  return Buffer.from(source, 'latin1');
}
