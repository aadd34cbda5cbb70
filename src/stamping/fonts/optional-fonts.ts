import { createRequire } from 'node:module';

/** Optional font packages, one for each variant of Chinese characters. */
const packages = { jp: 'JP', sc: 'SC', tc: 'TC', hk: 'HK', kr: 'KR' } as const;

const require = createRequire(import.meta.url);

/** Font files of the installed optional packages, in order of precedence. */
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

/** The fix for a character that no font has. */
export function adviceFor(char: string): string {
  const script = /\p{sc=Hangul}/u.test(char) ? 'kr' : /\p{sc=Bopomofo}/u.test(char) ? 'tc' : 'jp';
  const isEastAsian =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
  return isEastAsian.test(char)
    ? `Remove or replace it, or ask the operator of the service to install the package ${packageFor(script)} or to add a font with this character to the setting STAMP_FONTS.`
    : 'Remove or replace it, or ask the operator of the service to add a font with this character to the setting STAMP_FONTS.';
}
