import { parentPort } from 'node:worker_threads';
import { compileTemplate } from '../../../stamping/compile.ts';
import { parseMappings } from '../../../stamping/mappings.ts';
import { type CompiledTemplate, StampingError } from '../../../stamping/types.ts';
import type { CompileRequest, StampCommand, StampedDocument, StampReply } from './stamp-messages.ts';

/** The thread behind single-stamper.ts: keeps compiled templates and fills them, one command at a time. */
if (parentPort === null) throw new Error('stamp-thread.ts is the entry of a worker thread.');
const port = parentPort;
const compiled = new Map<string, CompiledTemplate>();

async function compile({ pdf, json, columns, flatten }: CompileRequest): Promise<CompiledTemplate> {
  const mappings = json === null ? null : parseMappings(json);
  return compileTemplate(pdf, mappings, { columns, flatten });
}

function stamp(key: string, values: readonly string[]): StampedDocument {
  const template = compiled.get(key);
  if (template === undefined) throw new Error('The template is not compiled in this thread.');
  const { suffix, problems } = template.stamp(values);
  if (problems.some(({ severity }) => severity === 'error')) return { bytes: new Uint8Array(), problems };
  const bytes = new Uint8Array(template.base.length + suffix.length);
  bytes.set(template.base);
  bytes.set(suffix, template.base.length);
  return { bytes, problems };
}

async function answer(command: Exclude<StampCommand, { kind: 'forget' }>): Promise<StampReply> {
  const { id, key } = command;
  if (command.kind === 'stamp') return { kind: 'stamped', id, document: stamp(key, command.values) };
  const template = await compile(command.request);
  compiled.set(key, template);
  const { usage, targetCount } = template;
  return { kind: 'compiled', id, facts: { unused: usage.unused, targetCount } };
}

function toReply(id: number, error: unknown): StampReply {
  if (error instanceof StampingError)
    return { kind: 'refused', id, code: error.code, message: error.message };
  return {
    kind: 'failed',
    id,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

async function reply(command: Exclude<StampCommand, { kind: 'forget' }>): Promise<void> {
  const answered = await answer(command).catch((error: unknown) => toReply(command.id, error));
  const transfer = answered.kind === 'stamped' ? [answered.document.bytes.buffer as ArrayBuffer] : [];
  port.postMessage(answered, transfer);
}

port.on('message', (command: StampCommand) => {
  if (command.kind === 'forget') compiled.delete(command.key);
  else void reply(command);
});
