import type { Rental } from './rows.ts';

/** Unusual values of real spreadsheets, by row number in a spreadsheet program (the header is row 1). */
export const awkwardRows: ReadonlyMap<number, Partial<Rental>> = new Map<number, Partial<Rental>>([
  // Longer than the box: the text is shrunk, with a warning.
  [
    5,
    {
      'Customer Type': 'private',
      Company: '',
      Customer: 'Maria Magdalena Theresia Antonia von und zu Hohenfels-Falkenstein-Oberreichenbach',
    },
  ],
  // Line ends, quotes and separators in one cell.
  [
    8,
    {
      Address: 'c/o "Haus am See", Aufgang B\nHinterhof; 2. Etage, links\nUferpromenade 7–9',
      Postcode: '00123',
      City: 'Seeufer',
    },
  ],
  // Text that a spreadsheet program may interpret as a formula.
  [11, { Remarks: '=SUM(A1:A9) is what the customer wrote; +1 helper, -10 % agreed, @ gate 3' }],
  // Text that looks like a number.
  [14, { 'ID Number': '0000123456789012345', 'Invoice Reference': '1E5', 'Serial No': '007-00700' }],
  // Several paragraphs for the multi-line field.
  [
    17,
    {
      Remarks: [
        'The site lies behind the old brickworks. Lorries above 7.5 t turn at the weighbridge and come in backwards.',
        'Agreed extras: 40 m hose, two whip checks, a breaker with a blunt and a pointed chisel; grease is included.',
        'Noise: no work before 7:00, between 12:30 and 14:00 and after 19:00. The neighbour at no. 12 is informed one day before.',
      ].join('\n'),
    },
  ],
  // An accent as a combining mark.
  [20, { 'Customer Type': 'private', Company: '', Customer: 'Zoe\u0301 Nai\u0308ma Ko\u0304be' }],
]);
