import type { FieldSpec } from '../form-builder.ts';
import type { Scene } from '../scene.ts';

const multiline = 1 << 12;
const prose = 'Several lines of text in a field that stands on its side.';

const turned = (R: number, x: number): FieldSpec[] => [
  {
    kind: 'Tx',
    name: `line ${R}`,
    at: R % 180 === 0 ? [x, 15, 75, 18] : [x, 15, 18, 75],
    look: { R },
    caption: `R ${R}`,
  },
];

export const turnedFields: Scene = {
  name: 'turned-fields',
  page: {
    width: 320,
    height: 200,
    fields: [
      ...turned(0, 10),
      ...turned(90, 95),
      ...turned(180, 125),
      ...turned(270, 210),
      {
        kind: 'Tx',
        name: 'comb 90',
        at: [240, 15, 20, 75],
        look: { R: 90 },
        members: { Ff: 1 << 24, MaxLen: 5 },
        caption: 'comb 90',
      },
      {
        kind: 'Tx',
        name: 'right 90',
        at: [275, 15, 20, 75],
        look: { R: 90 },
        members: { Q: 2 },
        caption: 'right 90',
      },
      {
        kind: 'Tx',
        name: 'lines 90',
        at: [10, 110, 55, 80],
        look: { R: 90 },
        members: { Ff: multiline },
        caption: 'lines 90',
      },
      {
        kind: 'Tx',
        name: 'lines 180',
        at: [80, 110, 80, 55],
        look: { R: 180 },
        members: { Ff: multiline },
        caption: 'lines 180',
      },
      {
        kind: 'Tx',
        name: 'lines 270',
        at: [175, 110, 55, 80],
        look: { R: 270 },
        members: { Ff: multiline, Q: 1 },
        caption: 'lines 270, centred',
      },
      {
        kind: 'Tx',
        name: 'auto 270',
        at: [250, 110, 30, 80],
        look: { R: 270 },
        da: '/Helv 0 Tf 0 g',
        caption: 'auto 270',
      },
    ],
  },
  row: {
    'line 0': 'Forward gy',
    'line 90': 'Upward gy',
    'line 180': 'Turned gy',
    'line 270': 'Downward gy',
    'comb 90': 'AB1',
    'right 90': 'To right',
    'lines 90': prose,
    'lines 180': prose,
    'lines 270': prose,
    'auto 270': 'Automatic gy',
  },
};

/** A page that is turned, its boxes shifted, with fields and text placed where there is none. */
const turnedPage = (rotate: 90 | 180 | 270): Scene => {
  const sideways = rotate !== 180;
  const [width, height] = sideways ? [140, 220] : [220, 140];
  return {
    name: `turned-page-${rotate}`,
    page: {
      width,
      height,
      rotate,
      origin: [100, -50],
      inset: 10,
      fields: [
        {
          kind: 'Tx',
          name: 'field',
          at: sideways ? [70, 30, 18, 100] : [60, 70, 100, 18],
          look: { R: rotate },
        },
        { kind: 'Tx', name: 'unturned', at: [30, { 90: 20, 180: 52, 270: 180 }[rotate], 80, 16] },
      ],
    },
    row: {
      field: 'Reads as shown',
      unturned: 'Unturned',
      corner: 'Top left',
      box: 'Right',
      low: 'Bottom, centred',
      lines: 'Placed text in several lines that wrap',
    },
    mappings: {
      field: 'field',
      unturned: 'unturned',
      corner: { Page: 1, X: 5, Y: 5, Width: 80, FontSize: 10 },
      box: { Page: 1, X: 120, Y: 5, Width: 75, Height: 14, Align: 'right', FontFamily: 'Times' },
      low: { Page: 1, X: 5, Y: 104, Width: 190, Height: 12, Align: 'center', FontSize: 9 },
      lines: { Page: 1, X: 5, Y: 70, Width: 70, Height: 30, FontSize: 8, Overflow: 'wrap' },
    },
  };
};

export const turnedPages = [turnedPage(90), turnedPage(180), turnedPage(270)];
