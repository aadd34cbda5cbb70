import { TableError } from '../table-error.ts';
import { decodeXmlText } from './xml-text.ts';

/** What `next` found: nothing whole (more text is needed), an opening tag, a closing tag, text between tags. */
export const TOKEN = { more: 0, open: 1, close: 2, text: 3 } as const;
export type Token = (typeof TOKEN)[keyof typeof TOKEN];

const LESS = 60;
const GREATER = 62;
const SLASH = 47;
const COLON = 58;
const EQUALS = 61;
const QUESTION = 63;
const EXCLAMATION = 33;
/** A single tag or text longer than this is no spreadsheet's. */
const MAX_TOKEN_CHARACTERS = 2 * 1024 * 1024;

/**
 * Cuts XML into tags and texts as it arrives, without making a string for what nobody asks about: a sheet has
 * millions of tags. Names are given without their namespace prefix. A document type declaration is refused, so
 * that there are no entities beyond the five of XML itself.
 */
export class XmlScanner {
  #buffer = '';
  #at = 0;
  #nameStart = 0;
  #nameEnd = 0;
  #end = 0;
  #textStart = 0;
  #cdata = false;
  #attributeAt = 0;
  #attributeStart = 0;
  #attributeEnd = 0;
  #valueStart = 0;
  #valueEnd = 0;
  /** True for an opening tag that also closes; no closing tag follows it. */
  selfClosing = false;

  append(text: string): void {
    this.#buffer = this.#at < this.#buffer.length ? this.#buffer.slice(this.#at) + text : text;
    this.#at = 0;
    if (this.#buffer.length > MAX_TOKEN_CHARACTERS + text.length) throw damaged('a tag or text never ends');
  }

  /** True when everything appended has been consumed, white space aside. */
  get isDrained(): boolean {
    return this.#buffer.slice(this.#at).trim() === '';
  }

  next(): Token {
    const buffer = this.#buffer;
    for (;;) {
      const start = this.#at;
      if (start >= buffer.length) return TOKEN.more;
      if (buffer.charCodeAt(start) !== LESS) {
        const end = buffer.indexOf('<', start);
        if (end < 0) return TOKEN.more;
        this.#setText(start, end, false);
        this.#at = end;
        return TOKEN.text;
      }
      const second = buffer.charCodeAt(start + 1);
      if (second === EXCLAMATION || second === QUESTION) {
        if (!this.#skipMarkup(start, second)) return TOKEN.more;
        if (this.#cdata) return TOKEN.text;
        continue;
      }
      return this.#tag(start, second);
    }
  }

  get nameLength(): number {
    return this.#nameEnd - this.#nameStart;
  }

  /** Code of the first character of the tag's local name. */
  get nameFirst(): number {
    return this.#buffer.charCodeAt(this.#nameStart);
  }

  nameIs(name: string): boolean {
    return this.nameLength === name.length && this.#buffer.startsWith(name, this.#nameStart);
  }

  get name(): string {
    return this.#buffer.slice(this.#nameStart, this.#nameEnd);
  }

  /** The text token, references resolved and line ends as `\n`. */
  text(): string {
    const raw = this.#buffer.slice(this.#textStart, this.#end);
    if (this.#cdata) return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
    return decodeXmlText(raw);
  }

  /** An attribute of the opening tag by its local name, or null. */
  attribute(name: string): string | null {
    this.#attributeAt = this.#nameEnd;
    while (this.nextAttribute()) {
      const length = this.#attributeEnd - this.#attributeStart;
      if (length === name.length && this.#buffer.startsWith(name, this.#attributeStart))
        return this.attributeValue();
    }
    return null;
  }

  /** Steps to the opening tag's next attribute, the first one after `next`; false when there is none left. */
  nextAttribute(): boolean {
    const buffer = this.#buffer;
    let at = this.#attributeAt;
    while (buffer.charCodeAt(at) <= 32) at += 1;
    this.#attributeStart = at;
    let code = buffer.charCodeAt(at);
    for (; code !== EQUALS && code > 32; code = buffer.charCodeAt(at)) {
      if (at >= this.#end) return false;
      at += 1;
      if (code === COLON) this.#attributeStart = at;
    }
    this.#attributeEnd = at;
    while (buffer.charCodeAt(at) <= 32) at += 1;
    if (at >= this.#end || buffer.charCodeAt(at) !== EQUALS) return false;
    at += 1;
    while (buffer.charCodeAt(at) <= 32) at += 1;
    const quote = buffer.charCodeAt(at);
    if (quote !== 34 && quote !== 39) throw damaged('an attribute has no quotes');
    this.#valueStart = at + 1;
    this.#valueEnd = buffer.indexOf(quote === 34 ? '"' : "'", at + 1);
    this.#attributeAt = this.#valueEnd + 1;
    return true;
  }

  /** Code of the current attribute's name when that is a single letter, else 0. */
  get attributeLetter(): number {
    return this.#attributeEnd - this.#attributeStart === 1
      ? this.#buffer.charCodeAt(this.#attributeStart)
      : 0;
  }

  /** The current attribute's value. */
  attributeValue(): string {
    return decodeXmlText(this.#buffer.slice(this.#valueStart, this.#valueEnd));
  }

  #setText(start: number, end: number, cdata: boolean): void {
    this.#textStart = start;
    this.#end = end;
    this.#cdata = cdata;
  }

  #tag(start: number, second: number): Token {
    const buffer = this.#buffer;
    const isClose = second === SLASH;
    const nameStart = isClose ? start + 2 : start + 1;
    let at = nameStart;
    this.#nameStart = nameStart;
    for (; ; at += 1) {
      const code = buffer.charCodeAt(at);
      if (code === GREATER || code === SLASH || code <= 32 || Number.isNaN(code)) break;
      if (code === COLON) this.#nameStart = at + 1;
    }
    this.#nameEnd = at;
    this.#attributeAt = at;
    for (; ; at += 1) {
      const code = buffer.charCodeAt(at);
      if (code === GREATER) break;
      if (Number.isNaN(code)) return TOKEN.more;
      if (code === 34 || code === 39) {
        at = buffer.indexOf(code === 34 ? '"' : "'", at + 1);
        if (at < 0) return TOKEN.more;
      }
    }
    this.#end = at;
    this.#at = at + 1;
    this.selfClosing = !isClose && buffer.charCodeAt(at - 1) === SLASH;
    return isClose ? TOKEN.close : TOKEN.open;
  }

  /** Passes a comment, a processing instruction or a CDATA section (which becomes the text token). */
  #skipMarkup(start: number, second: number): boolean {
    const buffer = this.#buffer;
    this.#cdata = false;
    if (second === QUESTION) return this.#skipPast('?>', start + 2);
    if (buffer.length < start + 9) return false;
    if (buffer.startsWith('<!--', start)) return this.#skipPast('-->', start + 4);
    if (!buffer.startsWith('<![CDATA[', start)) {
      throw damaged('it has a document type declaration, which spreadsheets do not have');
    }
    if (!this.#skipPast(']]>', start + 9)) return false;
    this.#setText(start + 9, this.#at - 3, true);
    return true;
  }

  #skipPast(mark: string, from: number): boolean {
    const end = this.#buffer.indexOf(mark, from);
    if (end < 0) return false;
    this.#at = end + mark.length;
    return true;
  }
}

/** The error for a part that is not what an XLSX part should be. */
export function damaged(why: string): TableError {
  return new TableError(
    'TABLE_UNREADABLE',
    `The XLSX file is damaged: ${why}. Open it in a spreadsheet program and save it again.`,
  );
}
