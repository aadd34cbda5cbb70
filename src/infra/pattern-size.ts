/**
 * An estimate of the instructions that a pattern compiles to, made from its text in RE2's syntax without compiling it:
 * repeats copy their part, and nested repeats multiply. Never below the real number. Invalid patterns have some estimate
 * too. The work of building character classes counts as instructions, because it may take longer than all of them.
 */
export function estimatePatternSize(pattern: string): number {
  const open: Group[] = [];
  let group = newGroup(0);
  let classWork = 0;
  const foldsCase = /\(\?[a-zA-Z-]*i/.test(pattern);
  const addAtom = (size: number) => {
    group.sequence += size;
    group.last = size;
  };
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    if (char === '(') {
      const [head = '('] = openGroup.exec(pattern.slice(at, at + LONGEST_HEAD)) ?? [];
      at += head.length;
      if (head.endsWith(')')) continue;
      open.push(group);
      group = newGroup(head === '(' || head.endsWith('>') ? CAPTURE : 0);
    } else if (char === ')') {
      const size = sizeOf(group);
      group = open.pop() ?? newGroup(0);
      addAtom(size);
      at++;
    } else if (char === '|') {
      group.alternatives += branchSize(group) + 1;
      group.sequence = 0;
      group.last = 0;
      at++;
    } else if (char === '*' || char === '+' || char === '?') {
      addRepeat(group, group.last + 2);
      at++;
    } else if (char === '{') {
      const match = repeat.exec(pattern.slice(at, at + LONGEST_HEAD));
      if (match === null) {
        addAtom(1);
        at++;
        continue;
      }
      const [whole, least = '0', comma, most = ''] = match;
      const min = Number(least);
      const isOpen = comma !== undefined && most === '';
      const max = comma === undefined || isOpen ? min : Number(most);
      addRepeat(group, Math.max(1, max) * group.last + Math.max(0, max - min) + (isOpen ? 2 : 1));
      at += whole.length;
    } else if (char === '[') {
      const { end, work } = readClass(pattern, at, foldsCase);
      classWork += work;
      addAtom(1);
      at = end;
    } else if (pattern.startsWith('\\Q', at)) {
      const end = pattern.indexOf('\\E', at + 2);
      const stop = end < 0 ? pattern.length : end;
      for (let each = at + 2; each < stop; each++) addAtom(1);
      at = end < 0 ? stop : end + 2;
    } else {
      const length = char === '\\' ? escapeLength(pattern, at) : 1;
      classWork += isUnicodeClass(pattern, at) ? UNICODE_CLASS : 0;
      addAtom(1);
      at += length;
    }
  }
  while (open.length > 0) {
    const size = sizeOf(group);
    group = open.pop() ?? newGroup(0);
    addAtom(size);
  }
  return Math.min(Number.MAX_SAFE_INTEGER, ENDS + sizeOf(group) + Math.ceil(classWork));
}

/** The instructions that begin and end a program. */
const ENDS = 2;
/** The instructions at both ends of a group that captures. */
const CAPTURE = 2;
/** The longest beginning of a group that is recognized, with its name. */
const LONGEST_HEAD = 1_000;
/** Building the class of a Unicode property takes as long as so many instructions. */
const UNICODE_CLASS = 60;
/** Characters of a range that are added one by one, because case does not matter, in the time of one instruction. */
const FOLDED_PER_INSTRUCTION = 12;
/** The last character that has another case. */
const LAST_FOLDED = 0x1e943;

const openGroup = /^\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*[:)]))?/;
const repeat = /^\{(\d{1,8})(,(\d{0,8}))?\}/;

interface Group {
  /** Instructions around the group. */
  ends: number;
  /** Instructions of the alternatives before the current one. */
  alternatives: number;
  /** Instructions of the current alternative, and of its last part, which a repeat repeats. */
  sequence: number;
  last: number;
}

function newGroup(ends: number): Group {
  return { ends, alternatives: 0, sequence: 0, last: 0 };
}

function branchSize({ sequence }: Group): number {
  return Math.max(1, sequence);
}

function sizeOf(group: Group): number {
  return group.ends + group.alternatives + branchSize(group);
}

function addRepeat(group: Group, size: number): void {
  group.sequence += size - group.last;
  group.last = size;
}

/** Characters of the escape at this position. */
function escapeLength(pattern: string, at: number): number {
  const [found = '\\'] = escapes.exec(pattern.slice(at, at + 100)) ?? [];
  return found.length;
}

const escapes = /^\\(?:x\{[0-9a-fA-F]+\}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|[pP].|[0-7]{1,3}|[\s\S])/u;

function isUnicodeClass(pattern: string, at: number): boolean {
  return pattern[at] === '\\' && /[pP]/.test(pattern[at + 1] ?? '');
}

/** The end of a character class, and the work of building it. */
function readClass(pattern: string, from: number, foldsCase: boolean): { end: number; work: number } {
  let at = from + 1;
  let work = 0;
  if (pattern[at] === '^') at++;
  for (let isFirst = true; at < pattern.length && (pattern[at] !== ']' || isFirst); isFirst = false) {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) : -1;
    if (named >= 0) {
      at = named + 2;
      continue;
    }
    work += 0.1 + (isUnicodeClass(pattern, at) ? UNICODE_CLASS : 0);
    const low = readClassChar(pattern, at);
    at += low.length;
    if (pattern[at] !== '-' || pattern[at + 1] === ']' || at + 1 >= pattern.length) continue;
    const high = readClassChar(pattern, at + 1);
    at += 1 + high.length;
    const folded = Math.min(high.code, LAST_FOLDED) - low.code;
    if (foldsCase) work += Math.max(0, folded) / FOLDED_PER_INSTRUCTION;
  }
  return { end: Math.min(pattern.length, at + 1), work };
}

function readClassChar(pattern: string, at: number): { code: number; length: number } {
  const code = pattern.codePointAt(at) ?? 0;
  if (pattern[at] !== '\\') return { code, length: code > 0xffff ? 2 : 1 };
  const length = escapeLength(pattern, at);
  const hex = /^\\x\{?([0-9a-fA-F]+)/.exec(pattern.slice(at, at + length))?.[1];
  const octal = /^\\([0-7]+)$/.exec(pattern.slice(at, at + length))?.[1];
  if (hex !== undefined) return { code: Number.parseInt(hex, 16), length };
  if (octal !== undefined) return { code: Number.parseInt(octal, 8), length };
  return { code: pattern.codePointAt(at + 1) ?? 0, length };
}
