import { PDFString } from 'pdf-lib';
import type { Scene } from '../scene.ts';

const options = (...labels: string[]) => labels.map((label) => PDFString.of(label));
const pairs = (...labels: string[]) =>
  labels.map((label, index) => [PDFString.of(`v${index}`), PDFString.of(label)]);
const towns = ['Athens', 'Berlin', 'Copenhagen', 'Dublin', 'Gjøvik', 'Lyon', 'Oslo', 'Paris'] as const;
const combo = 1 << 17;
const editable = 1 << 18;
const several = 1 << 21;

export const choices: Scene = {
  name: 'choices',
  page: {
    width: 320,
    height: 140,
    fields: [
      {
        kind: 'Ch',
        name: 'combo',
        at: [10, 15, 95, 18],
        members: { Ff: combo, Opt: options(...towns) },
        caption: 'combo',
      },
      {
        kind: 'Ch',
        name: 'byValue',
        at: [112, 15, 95, 18],
        members: { Ff: combo, Q: 1, Opt: pairs(...towns) },
        caption: 'by export value, centred',
      },
      {
        kind: 'Ch',
        name: 'free',
        at: [214, 15, 95, 18],
        members: { Ff: combo | editable, Opt: options(...towns) },
        caption: 'editable',
      },
      {
        kind: 'Ch',
        name: 'list',
        at: [10, 48, 95, 80],
        members: { Opt: options('One', 'Two', 'Three') },
        caption: 'list',
      },
      {
        kind: 'Ch',
        name: 'scrolled',
        at: [112, 48, 95, 80],
        members: { Opt: options(...towns) },
        da: '/TiRo 12 Tf 0 0 0.6 rg',
        caption: 'list, scrolled',
      },
      {
        kind: 'Ch',
        name: 'several',
        at: [214, 48, 95, 80],
        members: { Ff: several, Opt: pairs('Red', 'Green', 'Blue', 'Yellow') },
        da: '/Helv 0 Tf 0 g',
        caption: 'several',
      },
    ],
  },
  row: {
    combo: 'Gjøvik',
    byValue: 'v1',
    free: 'Elsewhere',
    list: 'Two',
    scrolled: 'Oslo',
    several: 'Red; v2',
  },
};
