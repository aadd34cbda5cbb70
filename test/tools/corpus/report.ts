import type { FileResult, Verdict } from './types.ts';

/** Verdicts that must not occur for any file. */
export const failures: readonly Verdict[] = ['crash', 'hang', 'invalid'];

/** Counts, rejections by code, and every file with a finding, as lines of text. */
export function reportOf(results: readonly FileResult[]): string[] {
  const lines = [`${results.length} files`];
  const count = (label: string, list: readonly FileResult[]) =>
    lines.push(`  ${label.padEnd(26)} ${list.length}`);
  const accepted = results.filter(({ rejection }) => rejection === undefined);
  count('accepted', accepted);
  count(
    '  with fields',
    accepted.filter(({ fieldCount = 0 }) => fieldCount > 0),
  );
  count(
    'rejected',
    results.filter(({ rejection }) => rejection !== undefined),
  );
  for (const [code, list] of Object.entries(
    Object.groupBy(results, ({ rejection }) => rejection?.code ?? ''),
  )) {
    if (code !== '') count(`  ${code}`, list ?? []);
  }
  for (const verdict of ['differs', ...failures])
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
  for (const { file, verdict, rejection, findings: all } of results) {
    const reported = all.filter(({ weight }) => weight !== 'note');
    if (rejection === undefined && reported.length === 0) continue;
    lines.push(`  ${verdict}  ${file}${rejection ? `  ${rejection.code}: ${rejection.reason}` : ''}`);
    for (const { check, detail } of reported.slice(0, 6))
      lines.push(`      ${check}: ${detail.split('\n')[0]}`);
    if (reported.length > 6) lines.push(`      and ${reported.length - 6} more`);
  }
  return lines;
}
