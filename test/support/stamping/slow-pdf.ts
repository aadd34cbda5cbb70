import { deflateSync } from 'node:zlib';

/** A small form whose page takes long to draw: about a second of CPU time for 8,000 paths. */
export function slowPdf(paths: number): Buffer {
  const path = '0 0 m 600 700 l 10 600 500 20 600 700 c 300 300 m 10 10 600 600 30 30 c S\n';
  const content = deflateSync(Buffer.from(path.repeat(paths)), { level: 9 });
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 6 0 R>>>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[5 0 R]/Resources<<>>>>',
    [`<</Length ${content.length}/Filter/FlateDecode>>stream\n`, content, '\nendstream'],
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(A)/Rect[10 10 200 30]/P 3 0 R/F 4>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`));
    for (const piece of [object].flat()) parts.push(Buffer.from(piece));
    parts.push(Buffer.from('\nendobj\n'));
  }
  const startOfTable = Buffer.concat(parts).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${startOfTable}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
