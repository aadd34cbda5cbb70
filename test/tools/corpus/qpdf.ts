import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limits = { timeout: 30_000, maxBuffer: 64 * 1024 * 1024 };

interface QpdfReport {
  /** 0 clean, 2 errors, 3 warnings only. */
  exitCode: number;
  /** Messages without file names, offsets and numbers, to compare those of two files. */
  messages: string[];
}

/** Whether a program is installed. */
export async function isInstalled(program: string, flag: string): Promise<boolean> {
  return run(program, [flag], limits).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  );
}

/** The result of `qpdf --check`, or null if it takes too long. */
export async function checkWithQpdf(pdfPath: string): Promise<QpdfReport | null> {
  const failed = await run('qpdf', ['--check', '--password=', pdfPath], limits).then(
    () => null,
    (error: { code?: unknown; stderr?: string }) => error,
  );
  if (failed === null) return { exitCode: 0, messages: [] };
  if (typeof failed.code !== 'number') return null;
  const lines = (failed.stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  return { exitCode: failed.code, messages: lines.map((line) => withoutPositions(line, pdfPath)) };
}

/** Complaints of an output that its template does not have. */
export function newMessages(template: QpdfReport, output: QpdfReport): string[] {
  const known = new Set(template.messages);
  return output.messages.filter((message) => !known.has(message) && !message.startsWith('qpdf: '));
}

/** Full names of the form fields, or null if qpdf cannot read the file. */
export async function fieldNamesByQpdf(pdfPath: string): Promise<Set<string> | null> {
  try {
    const { stdout } = await run('qpdf', ['--json', '--json-key=acroform', '--password=', pdfPath], limits);
    const { acroform } = JSON.parse(stdout) as { acroform?: { fields?: { fullname: string }[] } };
    return new Set(acroform?.fields?.map(({ fullname }) => fullname) ?? []);
  } catch {
    return null;
  }
}

/** Number of pages, or null if qpdf cannot count them. */
export async function countPagesByQpdf(pdfPath: string): Promise<number | null> {
  try {
    const { stdout } = await run('qpdf', ['--show-npages', '--password=', pdfPath], limits);
    return Number(stdout.trim());
  } catch (error) {
    const stdout = (error as { stdout?: string }).stdout?.trim() ?? '';
    return /^\d+$/.test(stdout) ? Number(stdout) : null;
  }
}

function withoutPositions(line: string, pdfPath: string): string {
  return line
    .replaceAll(pdfPath, '')
    .replace(/\(offset \d+\)|, offset \d+|\(object \d+ \d+[^)]*\)|object \d+[ /]\d+|\d+/g, '#')
    .replace(/^(WARNING|ERROR):\s*/, '');
}
