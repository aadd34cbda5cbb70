import { createRequire } from 'node:module';

/** Packages whose fonts are used where they are installed: one for each way to write Chinese characters. */
const packages = { jp: 'JP', sc: 'SC', tc: 'TC', hk: 'HK', kr: 'KR' } as const;

const require = createRequire(import.meta.url);

/** Font files of the optional packages that are installed, in the order in which they are asked for a glyph. */
export function findOptionalFonts(): string[] {
  return Object.entries(packages).flatMap(([script, suffix]) => {
    try {
      return [require.resolve(`${packageFor(script)}/400Regular/NotoSans${suffix}_400Regular.ttf`)];
    } catch {
      return [];
    }
  });
}

function packageFor(script: string): string {
  return `@expo-google-fonts/noto-sans-${script}`;
}

/** How a character that no font has could be drawn. */
export function adviceFor(char: string): string {
  const script = /\p{sc=Hangul}/u.test(char) ? 'kr' : /\p{sc=Bopomofo}/u.test(char) ? 'tc' : 'jp';
  const isEastAsian =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
  return isEastAsian.test(char)
    ? `Remove or replace it, or let whoever runs the service install the package ${packageFor(script)} or name a font that has it in the setting STAMP_FONTS.`
    : 'Remove or replace it, or let whoever runs the service name a font that has it in the setting STAMP_FONTS.';
}
