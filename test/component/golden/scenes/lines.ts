import type { Scene } from '../scene.ts';

const multiline = { Ff: 1 << 12 };
const prose = 'The quick brown fox jumps over the lazy dog, and then it sleeps until the evening comes.';

export const textLines: Scene = {
  name: 'text-lines',
  page: {
    width: 320,
    height: 240,
    fields: [
      { kind: 'Tx', name: 'left', at: [10, 15, 145, 55], members: multiline, caption: 'left' },
      {
        kind: 'Tx',
        name: 'centre',
        at: [165, 15, 145, 55],
        members: { ...multiline, Q: 1 },
        caption: 'centred',
      },
      { kind: 'Tx', name: 'right', at: [10, 85, 145, 55], members: { ...multiline, Q: 2 }, caption: 'right' },
      {
        kind: 'Tx',
        name: 'breaks',
        at: [165, 85, 145, 55],
        members: multiline,
        caption: 'breaks, long word',
      },
      {
        kind: 'Tx',
        name: 'auto',
        at: [10, 155, 145, 75],
        members: multiline,
        da: '/Helv 0 Tf 0 g',
        caption: 'auto size, few words',
      },
      {
        kind: 'Tx',
        name: 'autoLong',
        at: [165, 155, 145, 75],
        members: multiline,
        da: '/TiRo 0 Tf 0 g',
        caption: 'auto size, many words',
      },
    ],
  },
  row: {
    left: prose,
    centre: prose,
    right: prose,
    breaks: 'First line\r\n\r\nThird line\nDonaudampfschifffahrtsgesellschaftskapitän',
    auto: 'Few words,\ntwo lines',
    autoLong: `${prose} `.repeat(4),
  },
};

const comb = { Ff: 1 << 24 };
const password = { Ff: 1 << 13 };

export const textCells: Scene = {
  name: 'text-cells',
  page: {
    width: 320,
    height: 150,
    fields: [
      {
        kind: 'Tx',
        name: 'comb',
        at: [10, 15, 200, 20],
        members: { ...comb, MaxLen: 10 },
        caption: 'comb of 10',
      },
      {
        kind: 'Tx',
        name: 'full',
        at: [220, 15, 90, 20],
        members: { ...comb, MaxLen: 6 },
        da: '/Cour 0 Tf 0 g',
        caption: 'full, auto size',
      },
      {
        kind: 'Tx',
        name: 'right',
        at: [10, 50, 200, 20],
        members: { ...comb, MaxLen: 10, Q: 2 },
        caption: 'right',
      },
      {
        kind: 'Tx',
        name: 'centre',
        at: [10, 85, 200, 20],
        members: { ...comb, MaxLen: 10, Q: 1 },
        caption: 'centred',
      },
      { kind: 'Tx', name: 'maxlen', at: [220, 50, 90, 20], members: { MaxLen: 8 }, caption: 'MaxLen 8' },
      { kind: 'Tx', name: 'zero', at: [220, 85, 90, 20], members: { MaxLen: 0 }, caption: 'MaxLen 0' },
      { kind: 'Tx', name: 'password', at: [10, 120, 100, 20], members: password, caption: 'password' },
      {
        kind: 'Tx',
        name: 'narrow',
        at: [120, 120, 190, 20],
        members: { ...comb, MaxLen: 24 },
        da: '/Helv 14 Tf 0 g',
        caption: 'letters wider than cells',
      },
    ],
  },
  row: {
    comb: 'AW2026-gi',
    full: '123456',
    right: '42,50',
    centre: 'WIMÄ',
    maxlen: '12345678',
    zero: 'no limit',
    password: 'secret',
    narrow: 'WWMMQ@mwiil',
  },
};
