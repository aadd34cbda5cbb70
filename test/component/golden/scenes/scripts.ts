import { PDFHexString } from 'pdf-lib';
import type { FieldSpec } from '../form-builder.ts';
import type { Scene } from '../scene.ts';

const utf16 = (text: string) => PDFHexString.fromText(text);

const line = (name: string, y: number, more: Partial<FieldSpec> = {}): FieldSpec => ({
  kind: 'Tx',
  name,
  at: [60, y, 250, 18],
  da: '/Helv 11 Tf 0 g',
  ...more,
});

export const leftToRight: Scene = {
  name: 'scripts-left-to-right',
  page: {
    width: 320,
    height: 250,
    fields: [
      line('latin', 10),
      line('polish', 32),
      line('vietnamese', 54),
      line('greek', 76),
      line('cyrillic', 98),
      line('serif', 120, { da: '/TiRo 11 Tf 0 g' }),
      line('mono', 142, { da: '/Cour 11 Tf 0 g' }),
      line('bold', 164, { da: '/HeBo 11 Tf 0 0 0.7 rg', members: { Q: 1 } }),
      line('signs', 186),
      line('lines', 208, { at: [60, 208, 250, 34], members: { Ff: 1 << 12 } }),
    ],
  },
  row: {
    latin: 'Façade, Größe, naïve, Ærø, ½ ¿qué?',
    polish: 'Zażółć gęślą jaźń, Łódź',
    vietnamese: 'Nguyễn Thị Hồng, đường phố',
    greek: 'Ελληνική Δημοκρατία, ύψιλον',
    cyrillic: 'Съешь же ещё этих булок, Київ',
    serif: 'Zażółć — Ελλάδα — Жюри',
    mono: 'Łódź Ж Ω 0123',
    bold: 'Żółw, Яблоко',
    signs: '→ ≤ ≥ ☑ ★ № ₴ ₹ ♥ ∑',
    lines: 'Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства.',
  },
};

/** Drawn with a further font; no spaces, so lines break between ideographs. */
export const eastAsian: Scene = {
  name: 'scripts-east-asian',
  page: {
    width: 320,
    height: 160,
    fields: [
      line('japanese', 10),
      line('mixed', 32),
      line('comb', 54, { members: { Ff: 1 << 24, MaxLen: 12 } }),
      line('small', 76, { at: [60, 76, 60, 14], da: '/Helv 0 Tf 0 g' }),
      line('chinese', 76, { at: [130, 76, 180, 14], da: '/Helv 0 Tf 0.8 0 0 rg', members: { Q: 2 } }),
      line('lines', 96, { at: [60, 96, 120, 54], members: { Ff: 1 << 12 } }),
      line('turned', 96, { at: [190, 96, 120, 54], members: { Ff: 1 << 12, Q: 1 }, look: { R: 180 } }),
    ],
  },
  row: {
    japanese: '東京都千代田区丸の内一丁目',
    mixed: '株式会社 Nihonbashi (代表：山田太郎) gjpqy',
    comb: '日本橋・カー',
    small: '山田',
    chinese: '北京市朝阳区',
    lines: 'これは長い文章です。折り返して（三行）になります、「東京」ABC。',
    turned: '請注意簡体字、繁體。',
  },
};

export const rightToLeft: Scene = {
  name: 'scripts-right-to-left',
  page: {
    width: 320,
    height: 260,
    fields: [
      line('arabic', 10, { members: { Q: 2 } }),
      line('numbers', 32, { members: { Q: 2 } }),
      line('ligature', 54, { members: { Q: 2 } }),
      line('marks', 76, { members: { Q: 2 }, at: [60, 76, 250, 22], da: '/Helv 13 Tf 0 g' }),
      line('persian', 102, { members: { Q: 2 } }),
      line('hebrew', 124, { members: { Q: 2 } }),
      line('mixed', 146),
      line('points', 168, { members: { Q: 2 }, at: [60, 168, 250, 22], da: '/Helv 13 Tf 0 g' }),
      line('arabic lines', 196, { at: [60, 196, 120, 54], members: { Ff: 1 << 12, Q: 2 } }),
      line('hebrew lines', 196, { at: [190, 196, 120, 54], members: { Ff: 1 << 12, Q: 2 } }),
    ],
  },
  row: {
    arabic: 'مرحبا بالعالم',
    numbers: 'الفاتورة رقم 12345 بتاريخ ٢٠٢٦/١١/٢٨',
    ligature: 'السلام عليكم ولا إله الأول',
    marks: 'بِسْمِ اللَّهِ الرَّحْمَٰنِ',
    persian: 'پژوهشگاه گچ چای می\u200cخواهم',
    hebrew: 'שלום עולם (ירושלים) 2026',
    mixed: 'Order 77 for שרה כהן and أحمد, paid',
    points: 'בְּרֵאשִׁית בָּרָא',
    'arabic lines': 'هذا نص أطول قليلا يمتد على عدة أسطر داخل الحقل 2026',
    'hebrew lines': 'זהו טקסט ארוך יותר עם Latin words, שנפרש (כמה שורות) 12%',
  },
};

/** Texts that no single font has: parts of one line come from several. */
export const mixedScripts: Scene = {
  name: 'scripts-mixed',
  page: {
    width: 320,
    height: 250,
    fields: [
      line('polish and chinese', 10),
      line('greek, serif', 32, { da: '/TiRo 11 Tf 0 g', members: { Q: 1 } }),
      line('hebrew and japanese', 54, { members: { Q: 2 } }),
      line('arabic and chinese', 76, { members: { Q: 2 }, at: [60, 76, 250, 22], da: '/Helv 13 Tf 0 g' }),
      line('comb', 102, { members: { Ff: 1 << 24, MaxLen: 10 } }),
      line('auto', 124, { at: [60, 124, 90, 14], da: '/Helv 0 Tf 0 0 0.7 rg' }),
      line('bold', 124, { at: [160, 124, 150, 14], da: '/HeBo 10 Tf 0 g', members: { Q: 2 } }),
      line('lines', 144, { at: [60, 144, 120, 60], members: { Ff: 1 << 12 } }),
      line('lines from the right', 144, { at: [190, 144, 120, 60], members: { Ff: 1 << 12, Q: 2 } }),
      line('turned', 210, { at: [60, 210, 120, 34], members: { Ff: 1 << 12 }, look: { R: 180 } }),
      {
        kind: 'Ch',
        name: 'list',
        at: [190, 210, 120, 34],
        members: { Opt: ['北京 Łódź', 'Київ'].map(utf16) },
      },
    ],
  },
  row: {
    'polish and chinese': 'Łódź 北京市, Żółw (東京) 12',
    'greek, serif': 'Ελλάδα 中国 שלום Ж',
    'hebrew and japanese': 'שלום 東京 עולם, 12 山田',
    'arabic and chinese': 'الرَّحْمَٰنِ 北京 شركة 2026',
    comb: 'Łó北ш東Ω7',
    auto: 'Żółw 株式会社 gjp',
    bold: 'Łódź 東京',
    lines: 'これは Łódź です。折り返して（Київ）になります、「東京」ABC。',
    'lines from the right': 'זהו טקסט 東京都千代田区 ארוך יותר (中国) עם Łódź 12%',
    turned: 'Ωμέγα 請注意 Ж',
    list: '北京 Łódź',
  },
};
