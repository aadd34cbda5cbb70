import type { Scene } from '../scene.ts';

const wide = [200, 18] as const;

/** Single lines: quadding, font, size and colour of the field, automatic size, borders. */
export const textLine: Scene = {
  name: 'text-line',
  page: {
    width: 320,
    height: 230,
    fields: [
      { kind: 'Tx', name: 'left', at: [10, 15, 140, 18], caption: 'left' },
      { kind: 'Tx', name: 'centre', at: [160, 15, 150, 18], members: { Q: 1 }, caption: 'centred' },
      { kind: 'Tx', name: 'right', at: [10, 48, 140, 18], members: { Q: 2 }, caption: 'right' },
      {
        kind: 'Tx',
        name: 'times',
        at: [160, 48, 150, 18],
        da: '/TiRo 13 Tf 0.8 0 0 rg',
        caption: 'Times 13, red',
      },
      { kind: 'Tx', name: 'bold', at: [10, 81, 140, 18], da: '/HeBo 9 Tf 0 0 1 rg', caption: 'bold 9, blue' },
      { kind: 'Tx', name: 'courier', at: [160, 81, 150, 18], da: '/Cour 8 Tf 0.3 g', caption: 'Courier 8' },
      { kind: 'Tx', name: 'auto', at: [10, 114, 90, 24], da: '/Helv 0 Tf 0 g', caption: 'auto size' },
      {
        kind: 'Tx',
        name: 'autoLong',
        at: [110, 114, ...wide],
        da: '/Helv 0 Tf 0 g',
        caption: 'auto size, long',
      },
      {
        kind: 'Tx',
        name: 'autoHigh',
        at: [10, 153, 60, 50],
        da: '/Helv 0 Tf 0 g',
        caption: 'auto size, high and narrow',
      },
      {
        kind: 'Tx',
        name: 'bevel',
        at: [85, 153, 105, 22],
        members: { BS: { W: 2, S: 'B' } },
        look: { BC: [0, 0.4, 0] },
        caption: 'bevelled, 2 wide',
      },
      {
        kind: 'Tx',
        name: 'inset',
        at: [205, 153, 105, 22],
        members: { BS: { W: 2, S: 'I' } },
        look: { BC: [0, 0.4, 0] },
        caption: 'inset, 2 wide',
      },
      {
        kind: 'Tx',
        name: 'dashed',
        at: [85, 190, 105, 20],
        members: { BS: { W: 1, S: 'D', D: [4, 2] } },
        look: { BC: [0.8, 0, 0] },
        caption: 'dashed',
      },
      {
        kind: 'Tx',
        name: 'underline',
        at: [205, 190, 105, 20],
        members: { BS: { W: 1, S: 'U' } },
        look: { BC: [0, 0, 0] },
        caption: 'underlined',
      },
    ],
  },
  row: {
    left: 'Ägypten, gjpqy Été',
    centre: 'Ägypten, gjpqy Été',
    right: 'Ägypten, gjpqy Été',
    times: 'Grünes Öl (50 %)',
    bold: 'Total: 1.234,50 €',
    courier: 'AB-12345 {x}\\y',
    auto: 'Agyp',
    autoLong: 'A long line that has to become smaller than the field is high, gjy',
    autoHigh: 'Narrow',
    bevel: 'Bevelled gy',
    inset: 'Inset gy',
    dashed: 'Dashed gy',
    underline: 'Underlined gy',
  },
};

/** What does not fit, in each way a mapping may ask for. */
export const overflow: Scene = {
  name: 'overflow',
  page: {
    width: 320,
    height: 150,
    fields: [
      { kind: 'Tx', name: 'shrink', at: [10, 15, 140, 18], caption: 'shrink' },
      { kind: 'Tx', name: 'clip', at: [165, 15, 140, 18], caption: 'clip' },
      { kind: 'Tx', name: 'wrap', at: [10, 48, 140, 30], caption: 'wrap in a single line' },
      { kind: 'Tx', name: 'clipRight', at: [165, 48, 140, 18], members: { Q: 2 }, caption: 'clip, right' },
      {
        kind: 'Tx',
        name: 'lines',
        at: [10, 93, 140, 45],
        members: { Ff: 1 << 12 },
        caption: 'lines that shrink',
      },
      {
        kind: 'Tx',
        name: 'linesClip',
        at: [165, 93, 140, 45],
        members: { Ff: 1 << 12 },
        caption: 'lines that are clipped',
      },
    ],
  },
  row: {
    shrink: 'A text that is rather long for its field',
    clip: 'A text that is rather long for its field',
    wrap: 'A text that is rather long for its field, and goes on',
    clipRight: 'A text that is rather long for its field',
    lines: 'Many words in a few lines, more than the field has room for at its own size. '.repeat(3),
    linesClip: 'Many words in a few lines, more than the field has room for at its own size. '.repeat(3),
  },
  mappings: {
    shrink: { Overflow: 'shrink' },
    clip: { Overflow: 'clip' },
    wrap: { Overflow: 'wrap' },
    clipRight: { Overflow: 'clip' },
    lines: 'lines',
    linesClip: { Overflow: 'clip' },
  },
};
