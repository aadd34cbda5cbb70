import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, loadConfig } from '../../../src/config.ts';
import { findFontFileProblem, splitFontPaths } from '../../../src/stamping/fonts/font-file.ts';

const sample = path.join(import.meta.dirname, '../../fixtures/fonts/cjk-sample.ttf');
const folder = mkdtempSync(path.join(tmpdir(), 'fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: string): string {
  const file = path.join(folder, 'font.ttf');
  writeFileSync(file, bytes, 'latin1');
  return file;
}

test('a TrueType font is one', () => {
  expect(findFontFileProblem(sample)).toBeNull();
});

test.each([
  ['a collection', 'ttcf\u0000\u0001\u0000\u0000', /collection.*single \.ttf/],
  ['PostScript outlines', 'OTTO\u0000\u0001\u0000\u0000', /not a TrueType font.*\.ttf/],
  ['an empty file', '', /not a TrueType font/],
  [
    'a font without outlines',
    `\u0000\u0001\u0000\u0000\u0000\u0000${'\u0000'.repeat(6)}`,
    /does not have the tables cmap, glyf/,
  ],
])('%s is rejected with advice', (_, bytes, message) => {
  expect(findFontFileProblem(fileOf(bytes))).toMatch(message);
});

test('every path in the setting is checked at startup', () => {
  expect(loadConfig({ STAMP_FONTS: sample }).STAMP_FONTS).toBe(sample);
  const wrong = [sample, '/nowhere/a.ttf', '/nowhere/b.ttf'].join(path.delimiter);
  const load = () => loadConfig({ STAMP_FONTS: wrong });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/STAMP_FONTS: \/nowhere\/a\.ttf cannot be read.*\n.*b\.ttf/);
});

test('blank parts of the list are nothing', () => {
  expect(splitFontPaths(`${path.delimiter} a.ttf${path.delimiter}${path.delimiter}b.ttf `)).toEqual([
    'a.ttf',
    'b.ttf',
  ]);
  expect(splitFontPaths('')).toEqual([]);
});
