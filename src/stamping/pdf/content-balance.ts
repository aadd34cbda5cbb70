import { decodeStream } from './parse/decode-stream.ts';
import { Lexer } from './parse/lexer.ts';
import { type PDFObject, PDFRawStream } from './pdf-lib.ts';

/** Operators before and after a page's content, so that the operators that follow start from a clean graphics state. */
interface Guards {
  before: string;
  after: string;
}

interface Balance {
  /** Open saved states, and the largest number of restores without a save. */
  open: number;
  missing: number;
  inText: boolean;
}

const plain: Balance = { open: 0, missing: 0, inText: false };

/**
 * Guards for the content streams of a page: `q` and `Q` around them (ISO 32000-1, 8.4.2), plus those that the content
 * itself lacks. Pages that restore more states than they save, or that end within a text object, are common.
 */
export function guardsFor(contents: readonly (PDFObject | undefined)[]): Guards {
  const { open, missing, inText } = balanceOf(contents) ?? plain;
  return { before: 'q\n'.repeat(1 + missing), after: `\n${inText ? 'ET\n' : ''}${'Q\n'.repeat(1 + open)}` };
}

/** Undefined when a stream cannot be read. */
function balanceOf(contents: readonly (PDFObject | undefined)[]): Balance | undefined {
  const parts: Buffer[] = [];
  for (const stream of contents) {
    if (!(stream instanceof PDFRawStream)) continue;
    const data = decodeSafely(stream);
    if (data === undefined) return undefined;
    // Streams are separated like words (7.8.2).
    parts.push(data, Buffer.from('\n'));
  }
  return countStates(Buffer.concat(parts));
}

function decodeSafely(stream: PDFRawStream): Buffer | undefined {
  try {
    return decodeStream(stream);
  } catch {
    return undefined;
  }
}

function countStates(content: Buffer): Balance {
  const lexer = new Lexer(content, 0);
  const balance = { ...plain };
  for (lexer.skipSpace(); lexer.at < content.length; lexer.skipSpace()) {
    if (lexer.byte === 0x28) skipString(lexer);
    else if (!lexer.isRegular) lexer.at++;
    else countOperator(lexer, balance);
  }
  return balance;
}

function countOperator(lexer: Lexer, balance: Balance): void {
  switch (lexer.takeWord()) {
    case 'q':
      balance.open++;
      break;
    case 'Q':
      if (balance.open > 0) balance.open--;
      else balance.missing++;
      break;
    case 'BT':
      balance.inText = true;
      break;
    case 'ET':
      balance.inText = false;
      break;
    case 'ID':
      skipInlineImage(lexer);
  }
}

function skipString(lexer: Lexer): void {
  for (let open = 0; lexer.at < lexer.bytes.length; lexer.at++) {
    const { byte } = lexer;
    if (byte === 0x5c) lexer.at++;
    else if (byte === 0x28) open++;
    else if (byte === 0x29 && --open === 0) break;
  }
  lexer.at++;
}

/** Skips the data of an inline image (8.9.7). */
function skipInlineImage(lexer: Lexer): void {
  for (let at = lexer.bytes.indexOf('EI', lexer.at); at >= 0; at = lexer.bytes.indexOf('EI', at + 2)) {
    lexer.at = at;
    const isWord = lexer.bytes.toString('latin1', at - 1, at + 3).match(/^\sEI(?:\s|$)/);
    if (isWord === null) continue;
    lexer.at = at + 2;
    return;
  }
  lexer.at = lexer.bytes.length;
}
