import type { FileResult, Verdict } from './types.ts';

/** What must not happen, whatever the file. */
export const bad: readonly Verdict[] = ['crash', 'hang', 'invalid'];

/** Counts, refusals by code, and every file that differs, as lines of text. */
export function reportOf(results: readonly FileResult[]): string[] {
  const lines = [`${results.length} files`];
  const count = (label: string, list: readonly FileResult[]) =>
    lines.push(`  ${label.padEnd(26)} ${list.length}`);
  const accepted = results.filter(({ refusal }) => refusal === undefined);
  count('accepted', accepted);
  count(
    '  with fields',
    accepted.filter(({ fieldCount = 0 }) => fieldCount > 0),
  );
  count(
    'refused',
    results.filter(({ refusal }) => refusal !== undefined),
  );
  for (const [code, list] of Object.entries(Object.groupBy(results, ({ refusal }) => refusal?.code ?? ''))) {
    if (code !== '') count(`  ${code}`, list ?? []);
  }
  for (const verdict of ['differs', ...bad])
    count(
      verdict,
      results.filter((result) => result.verdict === verdict),
    );
  lines.push('', 'Findings by check');
  const findings = results.flatMap(({ file, findings: all }) => all.map((finding) => ({ file, ...finding })));
  for (const [check, list] of Object.entries(
    Object.groupBy(findings, ({ check, weight }) => `${check} (${weight})`),
  )) {
    lines.push(`  ${check.padEnd(40)} ${new Set(list?.map(({ file }) => file)).size} files`);
  }
  lines.push('', 'Files');
  for (const { file, verdict, refusal, findings: all } of results) {
    const told = all.filter(({ weight }) => weight !== 'note');
    if (refusal === undefined && told.length === 0) continue;
    lines.push(`  ${verdict}  ${file}${refusal ? `  ${refusal.code}: ${refusal.reason}` : ''}`);
    for (const { check, detail } of told.slice(0, 6)) lines.push(`      ${check}: ${detail.split('\n')[0]}`);
    if (told.length > 6) lines.push(`      and ${told.length - 6} more`);
  }
  return lines;
}
