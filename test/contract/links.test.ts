import { existsSync } from 'node:fs';
import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The Markdown files of the repository; folders of tools and of running services are left out. */
async function findPages(): Promise<string[]> {
  const isExcluded = (entry: string) => /^(node_modules$|\.)/.test(path.basename(entry));
  return (await Array.fromAsync(glob('**/*.md', { cwd: root, exclude: isExcluded }))).toSorted();
}

const readPage = (page: string) => readFile(path.join(root, page), 'utf8');

/** Code blocks hold examples: their links and comments mean nothing here. */
const withoutCodeBlocks = (text: string) => text.replace(/^ *(```|~~~)[\s\S]*?^ *\1 *$/gm, '');

/** The anchors that GitHub gives to the headings of a page; a heading that occurs twice gets a number. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCodeBlocks(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = shown
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let unique = anchor;
    for (let repetition = 1; anchors.has(unique); repetition += 1) unique = `${anchor}-${repetition}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Targets of inline links, images and reference definitions, without links to other hosts. */
function linksOf(text: string): string[] {
  const prose = withoutCodeBlocks(text).replace(/`[^`\n]*`/g, '');
  const inline = [...prose.matchAll(/\]\(<?([^)<>\s]+)>?(?: +"[^"]*")?\)/g)].map(([, target = '']) => target);
  const references = [...prose.matchAll(/^ *\[[^\]]+\]: +(\S+)/gm)].map(([, target = '']) => target);
  return [...inline, ...references].filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target));
}

async function brokenLinksOf(page: string, text: string): Promise<string[]> {
  const broken: string[] = [];
  for (const link of linksOf(text)) {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), decodeURI(file));
    if (target.startsWith('..') || !existsSync(path.join(root, target))) broken.push(link);
    else if (anchor !== undefined && !anchorsOf(await readPage(target)).has(anchor)) broken.push(link);
  }
  return broken;
}

const pages = await findPages();

/** First segments of paths of this repository. */
const folders = (await readdir(root, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && !/^(node_modules$|\.)/.test(entry.name))
  .map(({ name }) => name);

const missingPathsOf = (text: string) =>
  [...text.matchAll(/`([\w.@-]+)((?:\/[\w.@-]+)+)\/?`/g)]
    .filter(
      ([, folder = '', rest = '']) => folders.includes(folder) && !existsSync(path.join(root, folder + rest)),
    )
    .map(([quoted]) => quoted);

test.each(pages)('every link of %s leads to a file and a heading that exist', async (page) => {
  expect(await brokenLinksOf(page, await readPage(page))).toEqual([]);
});

test.each(pages)('every repository path that %s names exists', async (page) => {
  expect(missingPathsOf(withoutCodeBlocks(await readPage(page)))).toEqual([]);
});

test('every decision is in the index of decisions', async () => {
  const listed = linksOf(await readPage('docs/adr/README.md'));
  const decisions = pages.filter((page) => /^docs\/adr\/\d{4}-/.test(page));
  expect(listed.filter((link) => /^\d{4}-/.test(link))).toEqual(decisions.map((page) => path.basename(page)));
});

describe('the check itself', () => {
  test('finds a link to a missing file and to a missing heading, but none in code', async () => {
    const text =
      '# A page\n[a](docs/none.md) [b](#a-page) [c](#none) `[d](none.md)`\n```\n[e](none.md)\n```\n';
    expect(linksOf(text)).toEqual(['docs/none.md', '#a-page', '#none']);
    expect(await brokenLinksOf('README.md', '[a](docs/none.md)')).toEqual(['docs/none.md']);
    expect(await brokenLinksOf('README.md', '[a](#no-such-heading) [b](CONTRIBUTING.md#none)')).toHaveLength(
      2,
    );
  });

  test('knows the anchors of GitHub', () => {
    const text = '# Who may what?\n## `DATA_DIR` & more\n## Twice\n## Twice\n## See [a page](a.md)\n';
    expect([...anchorsOf(text)]).toEqual([
      'who-may-what',
      'data_dir--more',
      'twice',
      'twice-1',
      'see-a-page',
    ]);
  });

  test('finds a path that does not exist, and passes over patterns', () => {
    expect(missingPathsOf('`src/none.ts` `src/*.ts` `src/main.ts` `other/none.ts`')).toEqual([
      '`src/none.ts`',
    ]);
  });
});
