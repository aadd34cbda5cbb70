const section = /begin(bfchar|bfrange)([\s\S]*?)endbf(?:char|range)/g;
const pair = /<\s*([\da-fA-F]{1,4})\s*>\s*<\s*([\da-fA-F\s]+?)\s*>/g;
const range =
  /<\s*([\da-fA-F]{1,4})\s*>\s*<\s*([\da-fA-F]{1,4})\s*>\s*(?:<\s*([\da-fA-F\s]+?)\s*>|\[([^\]]*)\])/g;

/**
 * The inverse of a ToUnicode map (ISO 32000-1, 9.10.3): from character to its lowest code. Codes of several
 * characters, such as ligatures, are left out.
 */
export function readUnicodeMap(source: string): Map<string, number> {
  const codes = new Map<string, number>();
  const add = (code: number, text: string) => {
    if (code !== 0 && [...text].length === 1 && text !== '\u0000' && !codes.has(text)) codes.set(text, code);
  };
  for (const [, kind, body = ''] of source.matchAll(section)) {
    if (kind === 'bfchar') {
      for (const [, code = '', text = ''] of body.matchAll(pair)) add(Number.parseInt(code, 16), utf16(text));
      continue;
    }
    for (const [, low = '', high = '', start, list] of body.matchAll(range)) {
      const first = Number.parseInt(low, 16);
      const last = Math.min(Number.parseInt(high, 16), first + 0xffff);
      if (start !== undefined) {
        const text = utf16(start);
        const point = text.codePointAt(0) ?? 0;
        if ([...text].length !== 1) continue;
        for (let code = first; code <= last && point + code - first <= 0x10ffff; code++) {
          add(code, String.fromCodePoint(point + code - first));
        }
      } else {
        [...(list ?? '').matchAll(/<\s*([\da-fA-F\s]+?)\s*>/g)].forEach(([, text = ''], index) => {
          add(first + index, utf16(text));
        });
      }
    }
  }
  return codes;
}

function utf16(hex: string): string {
  const digits = hex.replace(/\s/g, '');
  let text = '';
  for (let at = 0; at < digits.length; at += 4) {
    text += String.fromCharCode(Number.parseInt(digits.slice(at, at + 4), 16));
  }
  return text;
}
