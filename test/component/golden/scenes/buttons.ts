import { PDFString } from 'pdf-lib';
import type { FieldSpec } from '../form-builder.ts';
import type { Scene } from '../scene.ts';

const cross = '0.8 0 0 RG 2 w 3 3 m 13 13 l 3 13 m 13 3 l S';
const empty = '0 g 0.5 w 0.5 0.5 15 15 re S';

const check = (name: string, x: number, y: number, more: Partial<FieldSpec> = {}): FieldSpec => ({
  kind: 'Btn',
  name,
  at: [x, y, 16, 16],
  caption: name,
  ...more,
});
const sign = (name: string, x: number, CA: string): FieldSpec =>
  check(name, x, 50, { look: { CA: PDFString.of(CA) } });

export const checkBoxes: Scene = {
  name: 'check-boxes',
  page: {
    width: 320,
    height: 150,
    fields: [
      check('own on', 10, 15, { states: { Yes: `${empty} ${cross}`, Off: empty } }),
      check('own off', 60, 15, { states: { Yes: `${empty} ${cross}`, Off: empty } }),
      check('on only', 110, 15, { states: { Ja: cross } }),
      check('on only, off', 160, 15, { states: { Ja: cross } }),
      check('state 1', 210, 15, { states: { '1': `${empty} ${cross}`, Off: empty } }),
      check('state gepr\u00fcft', 260, 15, { states: { gepr\u00fcft: `${empty} ${cross}`, Off: empty } }),
      sign('check', 10, '4'),
      sign('circle', 60, 'l'),
      sign('cross', 110, '8'),
      sign('diamond', 160, 'u'),
      sign('square', 210, 'n'),
      sign('star', 260, 'H'),
      check('made up off', 10, 85),
      check('bevelled', 60, 85, { members: { BS: { W: 2, S: 'B' } } }),
      check('blue', 110, 85, { da: '/ZaDb 0 Tf 0 0 1 rg' }),
      { ...check('wide', 160, 85), at: [160, 85, 40, 16] },
      { ...check('large', 210, 85), at: [210, 85, 40, 40] },
      { ...check('small', 270, 85), at: [270, 85, 7, 7] },
      check('turned', 10, 120, { look: { R: 90 } }),
      check('upside down', 60, 120, { look: { R: 180 } }),
      check('no frame', 110, 120, { look: null }),
    ],
  },
  row: {
    'own on': 'yes',
    'own off': 'no',
    'on only': 'Ja',
    'on only, off': '',
    'state 1': '1',
    'state gepr\u00fcft': 'x',
    check: 'true',
    circle: 'true',
    cross: 'true',
    diamond: 'true',
    square: 'true',
    star: 'true',
    'made up off': 'false',
    bevelled: 'x',
    blue: 'x',
    wide: 'x',
    large: 'x',
    small: 'x',
    turned: 'x',
    'upside down': 'x',
    'no frame': 'x',
  },
};

const radio = (x: number, y: number, state: string, caption: string) => ({
  name: '',
  at: [x, y, 14, 14] as const,
  look: { CA: PDFString.of('l') },
  caption,
  states: {
    [state]: '0 g 7 7 m 11 7 l 7 11 l 3 7 l 7 3 l 11 7 l f 0.5 w 0.5 0.5 13 13 re S',
    Off: '0.5 w 0.5 0.5 13 13 re S',
  },
});
const bare = (x: number, y: number, state: string, caption: string) => ({
  name: '',
  at: [x, y, 14, 14] as const,
  look: { CA: PDFString.of('l') },
  caption,
  members: { AP: { N: { [state]: null } } },
});

export const radioGroups: Scene = {
  name: 'radio-groups',
  page: {
    width: 320,
    height: 110,
    fields: [
      {
        kind: 'Btn',
        name: 'colour',
        at: [0, 0, 0, 0],
        members: { Ff: 1 << 15 },
        kids: [
          radio(10, 15, 'red', 'red'),
          radio(60, 15, 'green', 'green (chosen)'),
          radio(110, 15, 'blue', 'blue'),
        ],
      },
      {
        kind: 'Btn',
        name: 'by label',
        at: [0, 0, 0, 0],
        members: { Ff: 1 << 15, Opt: [PDFString.of('one'), PDFString.of('two'), PDFString.of('three')] },
        kids: [radio(170, 15, '0', 'one'), radio(210, 15, '1', 'two'), radio(250, 15, '2', 'three (chosen)')],
      },
      {
        kind: 'Btn',
        name: 'none',
        at: [0, 0, 0, 0],
        members: { Ff: 1 << 15 },
        kids: [radio(10, 50, 'a', 'none chosen'), radio(60, 50, 'b', '')],
      },
      {
        kind: 'Btn',
        name: 'bare',
        at: [0, 0, 0, 0],
        members: { Ff: 1 << 15, Opt: [PDFString.of('x'), PDFString.of('y')] },
        kids: [bare(170, 50, 'x', 'made up (chosen)'), bare(230, 50, 'y', 'made up')],
      },
      {
        kind: 'Tx',
        name: 'twice',
        at: [0, 0, 0, 0],
        kids: [
          { name: '', at: [10, 82, 90, 18], caption: 'one field, three widgets' },
          { name: '', at: [110, 82, 90, 18], da: '/TiRo 14 Tf 1 0 0 rg', members: { Q: 1 } },
          { name: '', at: [210, 82, 40, 18] },
        ],
      },
    ],
  },
  row: { colour: 'green', 'by label': 'three', none: '', bare: 'x', twice: 'Same value' },
};
