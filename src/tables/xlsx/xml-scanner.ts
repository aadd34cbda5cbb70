import { TableError } from '../table-error.ts';
import { decodeXmlText } from './xml-text.ts';

/** An opening tag, a closing tag, text between tags; or `incomplete` if the appended text ends within a token. */
type Token = 'open' | 'close' | 'text' | 'incomplete';

/** The longest tag or text. A spreadsheet has no longer one. */
const MAX_TOKEN_CHARACTERS = 2 * 1024 * 1024;
/** Long enough to distinguish a comment, a CDATA section and a document type declaration. */
const MARKUP_START_CHARACTERS = '<![CDATA['.length;

/**
 * Splits XML that arrives in pieces into tags and texts. A sheet has millions of tags, so the scanner stores positions
 * instead of strings: names, attributes and texts become strings when a caller reads them. Names have no namespace
 * prefix. A document type declaration is an error, so there are no entities except the five of XML itself.
 */
export class XmlScanner {
  #buffer = '';
  /** Start of the next token. */
  #position = 0;
  #nameStart = 0;
  #nameEnd = 0;
  /** Position of the `>` of the current tag. */
  #tagEnd = 0;
  #textStart = 0;
  #textEnd = 0;
  #isCdata = false;
  /** Where the search for the next attribute starts. */
  #attributePosition = 0;
  #attributeNameStart = 0;
  #attributeNameEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;
  /** True for an opening tag such as `<c/>`, which has no closing tag. */
  selfClosing = false;

  /** Adds the next piece of XML. */
  append(text: string): void {
    this.#buffer = this.#position < this.#buffer.length ? this.#buffer.slice(this.#position) + text : text;
    this.#position = 0;
    if (this.#buffer.length > MAX_TOKEN_CHARACTERS + text.length)
      throw damaged('it has a tag without an end');
  }

  /** True if only white space is left. */
  get isDrained(): boolean {
    return this.#buffer.slice(this.#position).trim() === '';
  }

  /** Moves to the next token. Comments and processing instructions are skipped. */
  next(): Token {
    for (;;) {
      const start = this.#position;
      if (start >= this.#buffer.length) return 'incomplete';
      if (this.#buffer[start] !== '<') return this.#readText(start);
      const second = this.#buffer[start + 1];
      if (second === '/') return this.#readTag(start + 2) ? 'close' : 'incomplete';
      if (second !== '?' && second !== '!') return this.#readTag(start + 1) ? 'open' : 'incomplete';
      if (second === '?') {
        if (!this.#skipPast('?>', start)) return 'incomplete';
        continue;
      }
      if (this.#buffer.length < start + MARKUP_START_CHARACTERS) return 'incomplete';
      if (this.#buffer.startsWith('<![CDATA[', start)) return this.#readCdata(start);
      if (!this.#buffer.startsWith('<!--', start)) {
        throw damaged('it has a document type declaration, which spreadsheets do not have');
      }
      if (!this.#skipPast('-->', start + '<!--'.length)) return 'incomplete';
    }
  }

  /** The local name of the tag. */
  get name(): string {
    return this.#buffer.slice(this.#nameStart, this.#nameEnd);
  }

  /** The text, with references resolved and line ends as `\n`. */
  text(): string {
    const raw = this.#buffer.slice(this.#textStart, this.#textEnd);
    if (!this.#isCdata) return decodeXmlText(raw);
    return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  }

  /** The value of an attribute of the opening tag by its local name, or null. */
  attribute(name: string): string | null {
    this.#attributePosition = this.#nameEnd;
    while (this.nextAttribute()) {
      if (this.attributeName === name) return this.attributeValue;
    }
    return null;
  }

  /** Moves to the next attribute of the opening tag, at first to the first one. Returns false after the last one. */
  nextAttribute(): boolean {
    const buffer = this.#buffer;
    let at = this.#skipSpace(this.#attributePosition);
    this.#attributeNameStart = at;
    for (; at < this.#tagEnd && buffer[at] !== '=' && !isSpace(buffer, at); at += 1) {
      if (buffer[at] === ':') this.#attributeNameStart = at + 1;
    }
    this.#attributeNameEnd = at;
    at = this.#skipSpace(at);
    if (at >= this.#tagEnd || buffer[at] !== '=') return false;
    at = this.#skipSpace(at + 1);
    const quote = buffer[at];
    if (quote !== '"' && quote !== "'") throw damaged('it has an attribute without quotes');
    this.#valueStart = at + 1;
    this.#valueEnd = buffer.indexOf(quote, at + 1);
    this.#attributePosition = this.#valueEnd + 1;
    return true;
  }

  /** The local name of the current attribute. */
  get attributeName(): string {
    return this.#buffer.slice(this.#attributeNameStart, this.#attributeNameEnd);
  }

  /** The value of the current attribute. */
  get attributeValue(): string {
    return decodeXmlText(this.#buffer.slice(this.#valueStart, this.#valueEnd));
  }

  #readText(start: number): Token {
    const end = this.#buffer.indexOf('<', start);
    if (end < 0) return 'incomplete';
    this.#textStart = start;
    this.#textEnd = end;
    this.#isCdata = false;
    this.#position = end;
    return 'text';
  }

  #readCdata(start: number): Token {
    const textStart = start + '<![CDATA['.length;
    if (!this.#skipPast(']]>', textStart)) return 'incomplete';
    this.#textStart = textStart;
    this.#textEnd = this.#position - ']]>'.length;
    this.#isCdata = true;
    return 'text';
  }

  /** Reads a tag whose name starts here. Returns false if the tag is incomplete. */
  #readTag(nameStart: number): boolean {
    const buffer = this.#buffer;
    const end = this.#findTagEnd(nameStart);
    if (end < 0) return false;
    let at = nameStart;
    this.#nameStart = nameStart;
    for (; at < end && buffer[at] !== '/' && !isSpace(buffer, at); at += 1) {
      if (buffer[at] === ':') this.#nameStart = at + 1;
    }
    this.#nameEnd = at;
    this.#attributePosition = at;
    this.#tagEnd = end;
    this.#position = end + 1;
    this.selfClosing = buffer[end - 1] === '/';
    return true;
  }

  /** The position of the `>` of a tag, or -1 if the tag is incomplete. Quoted values can contain `>`. */
  #findTagEnd(from: number): number {
    const buffer = this.#buffer;
    for (let at = from; at < buffer.length; at += 1) {
      const character = buffer[at];
      if (character === '>') return at;
      if (character !== '"' && character !== "'") continue;
      at = buffer.indexOf(character, at + 1);
      if (at < 0) return -1;
    }
    return -1;
  }

  /** Moves to the position after `mark`. Returns false if it is missing. */
  #skipPast(mark: string, from: number): boolean {
    const found = this.#buffer.indexOf(mark, from);
    if (found < 0) return false;
    this.#position = found + mark.length;
    return true;
  }

  #skipSpace(from: number): number {
    let at = from;
    while (isSpace(this.#buffer, at)) at += 1;
    return at;
  }
}

/** White space in tags: space, tab and line ends. No other control characters are valid in XML. */
function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32;
}

/** The error for a part that is not a valid part of an XLSX file. */
export function damaged(reason: string): TableError {
  return new TableError(
    'TABLE_UNREADABLE',
    `The XLSX file is damaged: ${reason}. Open it in a spreadsheet program and save it again.`,
  );
}
