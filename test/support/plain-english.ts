import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** A pattern that plain English does without, and the words to use. */
interface Rule {
  pattern: RegExp;
  instead: string;
}

/**
 * The rules of CONTRIBUTING.md on words. A pattern is matched line by line, identifiers included. It must have
 * next to no false positives: extend the pattern by an exception rather than rewording correct English.
 */
const rules: readonly Rule[] = [
  // Crash points keep their names: mail-owed.
  { pattern: /(?<!mail-)\bow(e|es|ed|ing)\b/i, instead: 'pending, queue, due' },
  { pattern: /\b(tell|tells|told|telling)\b/i, instead: 'report, say, return, receive' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix, repair' },
  { pattern: /\bheed(s|ed|ing)?\b/i, instead: 'respect, check' },
  { pattern: /\bin vain\b/i, instead: 'failed attempt' },
  { pattern: /\bdear(er|est|ly)?\b/, instead: 'expensive' },
  {
    pattern: /\b(whoever|whomever|(?<![`'])nobody|somebody|anybody|everybody)\b/i,
    instead: 'the caller, a client, another user, no one',
  },
  // "Who may read this?" is a question; "Who asks for a page gets …" is not plain.
  { pattern: /(^|[.;:*/|] *)Who\b(?!.*\?)/, instead: 'the caller, a client that …' },
  { pattern: /\b(lies|lain)\b(?! behind)/i, instead: 'is, is stored' },
  { pattern: /\b(stands?|stood)\b(?! for\b|-|,? alone)/i, instead: 'is, is stored, waits' },
  { pattern: /\bgo(es)? ahead\b/i, instead: 'runs, continues' },
  { pattern: /\b(by|in) turns\b|\b(takes?|taking|took) turns\b/i, instead: 'in batches, alternate' },
  { pattern: /\bas (it|they) comes?\b/i, instead: 'as it streams' },
  {
    pattern: /(?<!\bconnections? (is |are |was )?)\brefus(e|es|ed|ing|al|als)\b(?! connection)/i,
    instead: 'reject, rejection, error',
  },
  { pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, return, respond' },
  { pattern: /\bdeeds?\b/i, instead: 'action, change' },
  { pattern: /\bhand(s|ed|ing)? (it |them |this |the \w+ )?(over|back)\b/i, instead: 'pass, return' },
  { pattern: /\blikewise\b/i, instead: 'also, in the same way' },
  { pattern: /\bhence\b/i, instead: 'so, therefore' },
  {
    pattern: /\b(the|an|its|our) engine\b/i,
    instead: 'Temporal, or "the stamping engine" for the one that fills PDFs',
  },
  {
    pattern: /\b(no|more|makes?|disk|takes|is|find|finds|found) room\b|\broom (for|under)\b/i,
    instead: 'quota, capacity, disk space',
  },
  { pattern: /\bworth a look\b/i, instead: 'may need attention' },
  { pattern: /\bat hand\b/i, instead: 'current' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  // A heading, sentence or comment such as "What a list is searched for." names nothing.
  {
    pattern: /^\W*What\b(?! to\b)(?!.*\?)|[.;] What\b(?! to\b)(?!.*\?)/,
    instead: 'a noun: "Search term of a list."',
  },
  {
    pattern:
      /\bwhat (is(?! wrong)|was|are|were|comes|came|goes|went|stays|stayed|follows|remains|has|had)\b(?!.*\?)/,
    instead: 'a noun: "the rest", "the sent fields"',
  },
  {
    pattern: /\b(decisions|(?<!PNG )specification|security-and-reliability), section\b/i,
    instead: 'the rule itself',
  },
  // An object literal that is spread into another one only to keep its members on one line.
  { pattern: /\.\.\.\{ /, instead: 'plain members' },
];

const TEXTS = [
  '**/*.{ts,js,md,sql,sh,yml,yaml,html,css}',
  '**/*.json',
  '**/Dockerfile',
  '.env.example',
  '**/*.env.example',
];

/** Generated files, third parties' data, texts of the golden documents, and the rules themselves. */
const EXEMPT =
  /^(test\/fixtures\/|docs\/openapi\.json$|package-lock\.json$|src\/client\/(built\/|api-types\.d\.ts$)|test\/support\/golden\/fixtures\/|test\/support\/plain-english\.ts$|test\/contract\/plain-english\.test\.ts$)/;

async function findTexts(): Promise<string[]> {
  const isExcluded = (entry: string) => /^(node_modules$|\.(?!env\.example$))/.test(path.basename(entry));
  const files = await Array.fromAsync(glob(TEXTS, { cwd: root, exclude: isExcluded }));
  return [...new Set(files)].filter((file) => !EXEMPT.test(file)).toSorted();
}

/** The lines of a text that break a rule, with their numbers and the words to use. */
export function findPlainEnglishProblems(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const broken = rules.filter(({ pattern }) => pattern.test(line));
    if (broken.length === 0) return [];
    const found = broken.map(({ pattern, instead }) => `"${pattern.exec(line)?.[0].trim()}" -> ${instead}`);
    return [`${index + 1}: ${line.trim().slice(0, 160)}   [${found.join('; ')}]`];
  });
}

/** The folder under which a file is counted: two levels of `src/modules`, one of `src` and `test`, else the first. */
function folderOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  const depth = file.startsWith('src/modules/') ? 3 : /^(src|test)\//.test(file) ? 2 : 1;
  return folders.slice(0, depth).join('/') || '(root)';
}

/** Problems of all files of the repository, `file:line: text`, by folder. Folders without any have an empty list. */
export async function findAllPlainEnglishProblems(): Promise<Map<string, string[]>> {
  const problems = new Map<string, string[]>();
  for (const file of await findTexts()) {
    const found = findPlainEnglishProblems(readFileSync(path.join(root, file), 'utf8'));
    const list = problems.get(folderOf(file)) ?? [];
    problems.set(folderOf(file), [...list, ...found.map((problem) => `${file}:${problem}`)]);
  }
  return problems;
}
