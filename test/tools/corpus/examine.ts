import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { TemplateInventory } from '../../../src/stamping/types.ts';
import { compareVersions, type Version } from './compare.ts';
import { fillTemplate } from './fill.ts';
import { type FilledField, fillWithPdfLib, readWithPdfLib } from './peer.ts';
import { checkWithQpdf, fieldNamesByQpdf, newMessages } from './qpdf.ts';
import type { ThreadStamper } from './thread-stamper.ts';
import type { FileResult, Finding, Verdict } from './types.ts';
import { upload } from './upload.ts';

export interface Examiner {
  sandbox: Sandbox;
  stamper: ThreadStamper;
  /** Folder for the documents during the examination. */
  folder: string;
  hasQpdf: boolean;
  hasPoppler: boolean;
  /** Called before each step, to report in which step a file blocks. */
  onStep: (step: string) => void;
}

type Examined = Omit<FileResult, 'file' | 'stamp' | 'milliseconds'>;

/** Uploads, fills and flattens one file, checks the documents, and compares them with other programs. */
export async function examine(examiner: Examiner, pdfPath: string): Promise<Examined> {
  const { sandbox, stamper, folder, hasQpdf, hasPoppler, onStep } = examiner;
  const pdf = await readFile(pdfPath);
  onStep('upload');
  const uploaded = await upload(sandbox, { pdf, pdfPath, folder, hasQpdf });
  const { findings } = uploaded;
  if ('rejection' in uploaded) {
    const { rejection } = uploaded;
    return { verdict: verdictOf(findings, 'rejected'), rejection, findings };
  }
  const { inventory } = uploaded;
  if (hasQpdf) await compareFields(pdfPath, inventory, findings);
  const versions: Version[] = [{ name: 'template', bytes: pdf, path: pdfPath }];
  let filled: FilledField[] = [];
  for (const flatten of [false, true]) {
    const name = flatten ? 'flat' : 'filled';
    onStep(name);
    const document = await fillTemplate(stamper, { pdf, inventory, flatten }, findings);
    if (document === null) continue;
    if (!flatten) filled = document.filled;
    const file = path.join(folder, `${name}.pdf`);
    await writeFile(file, document.bytes);
    versions.push({ name, bytes: document.bytes, path: file });
  }
  if (hasQpdf) {
    onStep('qpdf');
    await checkOutputs(versions, findings);
  }
  onStep('pdf-lib');
  versions.push(...(await compareWithPdfLib(pdf, { versions, filled, inventory, findings })));
  onStep('render');
  findings.push(...(await compareVersions(versions, { inventory, filled, hasPoppler })));
  return {
    verdict: verdictOf(findings, 'accepted'),
    pageCount: inventory.pageCount,
    fieldCount: inventory.fieldCount,
    fillable: inventory.fillable.length,
    signed: inventory.signed,
    findings,
  };
}

function verdictOf(findings: readonly Finding[], best: Verdict): Verdict {
  const weights = new Set(findings.map(({ weight }) => weight));
  if (weights.has('crash')) return 'crash';
  if (weights.has('invalid')) return 'invalid';
  return weights.has('differs') ? 'differs' : best;
}

async function compareFields(
  pdfPath: string,
  inventory: TemplateInventory,
  findings: Finding[],
): Promise<void> {
  const theirs = await fieldNamesByQpdf(pdfPath);
  if (theirs === null) return;
  // The inventory counts fields without a widget on a page, but does not list them.
  if (inventory.fieldCount >= theirs.size) return;
  const ours = new Set(inventory.fields.map(({ name }) => name));
  const missing = [...theirs].filter((name) => !ours.has(name));
  if (missing.length > 0) {
    const detail = `${missing.length} fields found by qpdf are missing: ${missing.slice(0, 5).join(', ')}`;
    findings.push({ check: 'fields', detail, weight: 'differs' });
  }
}

async function checkOutputs(versions: readonly Version[], findings: Finding[]): Promise<void> {
  const reports = new Map<string, NonNullable<Awaited<ReturnType<typeof checkWithQpdf>>>>();
  for (const { name, path: file } of versions) {
    const report = await checkWithQpdf(file);
    if (report !== null) reports.set(name, report);
  }
  const template = reports.get('template');
  for (const [name, output] of reports) {
    if (name === 'template' || template === undefined) continue;
    const messages = newMessages(template, output);
    if (messages.length === 0) continue;
    // The template itself has content that cannot be decoded.
    const isFromTemplate = messages.every((text) => text.includes('errors while decoding content stream'));
    const weight =
      output.exitCode === 2 && template.exitCode !== 2 && !isFromTemplate ? 'invalid' : 'differs';
    findings.push({ check: `${name} qpdf`, detail: messages.slice(0, 3).join(' | '), weight });
  }
}

interface Comparison {
  versions: readonly Version[];
  filled: readonly FilledField[];
  inventory: TemplateInventory;
  findings: Finding[];
}

/** Reads the values back with pdf-lib, and fills the template with pdf-lib for comparison. */
async function compareWithPdfLib(
  pdf: Uint8Array,
  { versions, filled, inventory, findings }: Comparison,
): Promise<Version[]> {
  const output = versions.find(({ name }) => name === 'filled');
  if (output === undefined || inventory.fillable.length === 0) return [];
  try {
    for (const detail of await readWithPdfLib({ template: pdf, output: output.bytes }, filled)) {
      findings.push({ check: 'value read by pdf-lib', detail, weight: 'differs' });
    }
  } catch (error) {
    findings.push({ check: 'value read by pdf-lib', detail: String(error), weight: 'note' });
  }
  const peer = await fillWithPdfLib(pdf, filled);
  return peer === null ? [] : [{ name: 'peer', bytes: peer, path: '' }];
}
