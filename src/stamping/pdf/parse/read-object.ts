import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '../pdf-lib.ts';
import type { Lexer } from './lexer.ts';

const [slash, openParen, closeParen, less, greater] = [0x2f, 0x28, 0x29, 0x3c, 0x3e];
const [openBracket, closeBracket, backslash] = [0x5b, 0x5d, 0x5c];

/** Deeper nesting only occurs in attacks on the stack. */
const maxDepth = 500;

/** Keywords that end an object, also when a container is not closed. */
const endings = new Set(['endobj', 'endstream', 'stream', 'obj', 'xref', 'trailer', 'startxref']);

/**
 * Reads one direct object or reference (ISO 32000-1, 7.3) like viewers: invalid content is skipped, an unclosed
 * container ends with the object. Undefined when there is no object; the lexer is then before the next token.
 * @throws RangeError when it is nested too deep.
 */
export function readObject(lexer: Lexer, context: PDFContext, depth = 0): PDFObject | undefined {
  if (depth > maxDepth) throw new RangeError('The object is nested too deep.');
  lexer.skipSpace();
  switch (lexer.byte) {
    case slash:
      return readName(lexer);
    case openParen:
      return readString(lexer);
    case openBracket:
      return readArray(lexer, context, depth);
    case less:
      return lexer.bytes[lexer.at + 1] === less ? readDict(lexer, context, depth) : readHexString(lexer);
    default:
      return lexer.isRegular ? readWord(lexer) : undefined;
  }
}

/** `#xx` can have lower case digits (7.3.5), which pdf-lib does not decode. */
function readName(lexer: Lexer): PDFName {
  lexer.at++;
  const word = lexer.takeWord();
  return PDFName.of(word.includes('#') ? word.replace(/#[\da-f]{2}/gi, (code) => code.toUpperCase()) : word);
}

/** The raw characters between the outer parentheses, with escapes; empty when the string is not closed. */
function readString(lexer: Lexer): PDFString {
  const { bytes } = lexer;
  const start = ++lexer.at;
  for (let open = 1; lexer.at < bytes.length; lexer.at++) {
    const byte = bytes[lexer.at];
    if (byte === backslash) lexer.at++;
    else if (byte === openParen) open++;
    else if (byte === closeParen && --open === 0)
      return PDFString.of(bytes.toString('latin1', start, lexer.at++));
  }
  return PDFString.of('');
}

function readHexString(lexer: Lexer): PDFHexString {
  const start = lexer.at + 1;
  const end = lexer.bytes.indexOf(greater, start);
  lexer.at = end < 0 ? lexer.bytes.length : end + 1;
  const digits = lexer.bytes.toString('latin1', start, end < 0 ? lexer.bytes.length : end);
  return PDFHexString.of(digits.replace(/[^\da-fA-F]/g, ''));
}

function readArray(lexer: Lexer, context: PDFContext, depth: number): PDFArray {
  const array = PDFArray.withContext(context);
  lexer.at++;
  while (lexer.at < lexer.bytes.length) {
    const item = readObject(lexer, context, depth + 1);
    if (item !== undefined) {
      array.push(item);
    } else if (lexer.byte === closeBracket) {
      lexer.at++;
      break;
    } else if (!skipOddity(lexer)) {
      break;
    }
  }
  return array;
}

function readDict(lexer: Lexer, context: PDFContext, depth: number): PDFDict {
  const members = new Map<PDFName, PDFObject>();
  lexer.at += 2;
  for (lexer.skipSpace(); lexer.at < lexer.bytes.length; lexer.skipSpace()) {
    if (lexer.byte === slash) {
      const key = readName(lexer);
      const value = readObject(lexer, context, depth + 1);
      if (value !== undefined && value !== PDFNull) members.set(key, value);
    } else if (lexer.byte === greater && lexer.bytes[lexer.at + 1] === greater) {
      lexer.at += 2;
      break;
    } else if (lexer.byte === less && lexer.bytes[lexer.at + 1] === less) {
      // A second `<<` needs no second `>>`, as in viewers; the members that follow belong to this dictionary.
      lexer.at += 2;
    } else if (readObject(lexer, context, depth + 1) === undefined && !skipOddity(lexer)) {
      break;
    }
  }
  return PDFDict.fromMapWithContext(members, context);
}

/** Skips invalid content of a container. Returns false when the container has ended. */
function skipOddity(lexer: Lexer): boolean {
  if (lexer.isRegular && endings.has(lexer.peekWord())) return false;
  if (lexer.byte === greater && lexer.bytes[lexer.at + 1] === greater) return false;
  if (lexer.isRegular) lexer.takeWord();
  else lexer.at++;
  return true;
}

/** A number, a reference or a keyword. An unknown word is null; a word that ends an object is not consumed. */
function readWord(lexer: Lexer): PDFObject | undefined {
  const start = lexer.at;
  const word = lexer.takeWord();
  if (/^[+\-.\d]/.test(word)) {
    if (/^\d+$/.test(word)) return readReference(lexer, Number(word)) ?? PDFNumber.of(Number(word));
    return PDFNumber.of(looseNumber(word));
  }
  if (word === 'true') return PDFBool.True;
  if (word === 'false') return PDFBool.False;
  if (word === 'null') return PDFNull;
  lexer.at = start;
  return undefined;
}

/** Generations are ignored: a file has one current object of each number (7.3.10). */
function readReference(lexer: Lexer, number: number): PDFRef | typeof PDFNull | undefined {
  const start = lexer.at;
  lexer.skipSpace();
  if (lexer.takeInteger() >= 0) {
    lexer.skipSpace();
    if (lexer.byte === 0x52) {
      lexer.at++;
      if (!lexer.isRegular) return number > 0 && number < 0x1_0000_0000 ? PDFRef.of(number) : PDFNull;
    }
  }
  lexer.at = start;
  return undefined;
}

/** Accepts invalid numbers that some programs write: `--5`, `1.2.3`, `4.-5`, `12abc`. */
function looseNumber(word: string): number {
  const [, sign = '', digits = ''] = /^([+-]*)(\d*\.?\d*)/.exec(word) ?? [];
  const value = Number(digits === '' || digits === '.' ? 0 : digits);
  const bounded = Number.isFinite(value) ? value : 0;
  return sign.includes('-') ? -bounded : bounded;
}
