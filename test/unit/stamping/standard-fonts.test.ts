import { standardFontFor } from '../../../src/stamping/fonts/standard-fonts.ts';

test.each([
  ['Helv', 'Helvetica'],
  ['ABCDEF+Arial-BoldMT', 'Helvetica-Bold'],
  ['DejaVuSans-Oblique', 'Helvetica-Oblique'],
  ['MS Sans Serif', 'Helvetica'],
  ['TimesNewRomanPS-BoldItalicMT', 'Times-BoldItalic'],
  ['Georgia', 'Times-Roman'],
  ['CourierNew,Bold', 'Courier-Bold'],
  ['Nimbus Mono', 'Courier'],
  ['SymbolMT', 'Symbol'],
  ['Symb', 'Symbol'],
  ['ABCDEF+Dingbats', 'ZapfDingbats'],
  ['Anything', 'Helvetica'],
])('the standard font for %s is %s', (name, standard) => {
  expect(standardFontFor(name)).toBe(standard);
});
