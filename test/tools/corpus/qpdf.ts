import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const limits = { timeout: 30_000, maxBuffer: 64 * 1024 * 1024 };

export interface QpdfReport {
  /** 0 clean, 2 errors, 3 warnings only. */
  exitCode: number;
  /** Complaints without file names, offsets and numbers, so that those of two files can be compared. */
  complaints: string[];
}

/** Whether a program can be started. */
export async function isInstalled(program: string, flag: string): Promise<boolean> {
  return run(program, [flag], limits).then(
    () => true,
    (error: { code?: unknown }) => error.code !== 'ENOENT',
  );
}

/** `qpdf --check`, or null when it took too long. */
export async function checkWithQpdf(pdfPath: string): Promise<QpdfReport | null> {
  const failed = await run('qpdf', ['--check', '--password=', pdfPath], limits).then(
    () => null,
    (error: { code?: unknown; stderr?: string }) => error,
  );
  if (failed === null) return { exitCode: 0, complaints: [] };
  if (typeof failed.code !== 'number') return null;
  const lines = (failed.stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  return { exitCode: failed.code, complaints: lines.map((line) => withoutPositions(line, pdfPath)) };
}

/** Complaints of an output that its template does not have. */
export function newComplaints(template: QpdfReport, output: QpdfReport): string[] {
  const known = new Set(template.complaints);
  return output.complaints.filter((complaint) => !known.has(complaint) && !complaint.startsWith('qpdf: '));
}

/** Full names of the form's fields, or null when qpdf cannot read the file. */
export async function fieldNamesByQpdf(pdfPath: string): Promise<Set<string> | null> {
  try {
    const { stdout } = await run('qpdf', ['--json', '--json-key=acroform', '--password=', pdfPath], limits);
    const { acroform } = JSON.parse(stdout) as { acroform?: { fields?: { fullname: string }[] } };
    return new Set(acroform?.fields?.map(({ fullname }) => fullname) ?? []);
  } catch {
    return null;
  }
}

/** Number of pages, or null when qpdf finds none. */
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
