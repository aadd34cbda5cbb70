/**
 * Arabic letters have up to four forms, which depend on their neighbours. Unicode has a presentation form for each of
 * them, and fonts with Arabic letters map these, so shaping is a choice of code points. The table is derived from the
 * compatibility decompositions: the forms of a letter are adjacent, in the order isolated, final, initial, medial.
 */

interface Forms {
  isolated: number;
  final: number;
  initial: number | undefined;
  medial: number | undefined;
}

const lam = 0x644;
const tatweel = 0x640;
const joiner = 0x200d;
const formsOf = new Map<number, Forms>();
/** From the final letter of a pair to its ligature with a lam before it. */
const lamLigatures = new Map<number, { isolated: number; final: number }>();

for (const [first, last] of [
  [0xfb50, 0xfbff],
  [0xfe80, 0xfefc],
] as const) {
  for (let code = first; code <= last; ) {
    const base = String.fromCharCode(code).normalize('NFKC');
    let count = 1;
    while (count < 4 && code + count <= last && String.fromCharCode(code + count).normalize('NFKC') === base)
      count++;
    addForms(base, code, count);
    code += count;
  }
}

function addForms(base: string, code: number, count: number): void {
  if (base.length === 2 && base.charCodeAt(0) === lam && count >= 2) {
    lamLigatures.set(base.charCodeAt(1), { isolated: code, final: code + 1 });
  } else if (base.length === 1 && count >= 2 && base.charCodeAt(0) < 0xfb50) {
    const four = count === 4;
    formsOf.set(base.charCodeAt(0), {
      isolated: code,
      final: code + 1,
      initial: four ? code + 2 : undefined,
      medial: four ? code + 3 : undefined,
    });
  }
}

const arabic = /[\u0600-\u06FF\u0750-\u077F]/;
const mark = /\p{Mn}/u;

/** The code points that shaping can produce for a letter. A font subset must contain them. */
export function presentationForms(codePoint: number): number[] {
  const forms = formsOf.get(codePoint);
  const ligature = lamLigatures.get(codePoint);
  const all = [
    forms?.isolated,
    forms?.final,
    forms?.initial,
    forms?.medial,
    ligature?.isolated,
    ligature?.final,
  ];
  return all.filter((code) => code !== undefined);
}

/** Replaces each Arabic letter of a text in logical order by the form that its neighbours require. */
export function shapeArabic(text: string): string {
  if (!arabic.test(text)) return text;
  const chars = [...text];
  const codes = chars.map((char) => char.codePointAt(0) ?? 0);
  const neighbour = (from: number, step: number) => {
    let at = from + step;
    while (at >= 0 && at < chars.length && mark.test(chars[at] ?? '')) at += step;
    return at;
  };
  const joinsForward = (code: number | undefined) =>
    code === tatweel || code === joiner || (code !== undefined && formsOf.get(code)?.initial !== undefined);
  const joinsBack = (code: number | undefined) =>
    code === tatweel || code === joiner || (code !== undefined && formsOf.has(code));
  let shaped = '';
  const swallowed = new Set<number>();
  chars.forEach((char, index) => {
    const code = codes[index] ?? 0;
    const forms = formsOf.get(code);
    if (swallowed.has(index)) return;
    if (forms === undefined) {
      shaped += char;
      return;
    }
    const next = neighbour(index, 1);
    const before = joinsForward(codes[neighbour(index, -1)]);
    const ligature = code === lam ? lamLigatures.get(codes[next] ?? 0) : undefined;
    if (ligature) {
      swallowed.add(next);
      shaped += String.fromCharCode(before ? ligature.final : ligature.isolated);
      return;
    }
    const after = joinsBack(codes[next]);
    const form =
      before && after
        ? (forms.medial ?? forms.final)
        : before
          ? forms.final
          : after
            ? (forms.initial ?? forms.isolated)
            : forms.isolated;
    shaped += String.fromCharCode(form);
  });
  return shaped;
}
