import { findAllPlainEnglishProblems, findPlainEnglishProblems } from '../support/plain-english.ts';

/** Lines with a banned word, by folder. The words, and those to use, are in `test/support/plain-english.ts`. */
const problems = await findAllPlainEnglishProblems();

test.each([...problems])('%s has no line with a banned word', (_folder, found) => {
  expect(found).toEqual([]);
});

describe('the check itself', () => {
  test('looks at code and pages', () => {
    expect([...problems.keys()]).toEqual(expect.arrayContaining(['src/http', 'docs', 'test/api', '(root)']));
  });
  test.each([
    'The answer tells it',
    '/** What a list is searched for. */',
    'Mail is owed to whoever asks.',
    '// Who asks for gzip gets it.',
    'runs once the engine is up',
    'send what is left',
    'const value = { ...{ a, b }, c };',
  ])('finds %j', (line) => {
    expect(findPlainEnglishProblems(line)).toHaveLength(1);
  });
  test.each([
    'Dear Ada,',
    'What is a template?',
    '| Code | What to do |',
    'connection refused',
    'the user `nobody`',
    'ROLE stands for the role of the process.',
    'the stamping engine',
  ])('passes over %j', (line) => {
    expect(findPlainEnglishProblems(line)).toEqual([]);
  });
});
