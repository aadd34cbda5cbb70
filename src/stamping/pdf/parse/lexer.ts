/** Classes of bytes (ISO 32000-1, 7.2.2). */
const regular = 0;
const space = 1;
const delimiter = 2;

const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = space;
for (const char of '()<>[]{}/%') kinds[char.charCodeAt(0)] = delimiter;

const percent = 0x25;
const lineFeed = 10;
const carriageReturn = 13;

/** Reads bytes as words between white space and delimiters. */
export class Lexer {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The current byte; -1 at the end. */
  get byte(): number {
    return this.bytes[this.at] ?? -1;
  }

  get isRegular(): boolean {
    return this.at < this.bytes.length && kinds[this.byte] === regular;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] ?? 0;
      if (byte === percent) this.#skipLine();
      else if (kinds[byte] !== space) return;
    }
  }

  #skipLine(): void {
    while (this.at + 1 < this.bytes.length && this.byte !== lineFeed && this.byte !== carriageReturn)
      this.at++;
  }

  /** Reads the next regular characters, one for each byte; empty at a delimiter. */
  takeWord(): string {
    const start = this.at;
    while (this.isRegular) this.at++;
    return this.bytes.toString('latin1', start, this.at);
  }

  /** The next word, without advancing. */
  peekWord(): string {
    const start = this.at;
    const word = this.takeWord();
    this.at = start;
    return word;
  }

  /** Whether these characters are next. */
  startsWith(text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.bytes[this.at + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Reads decimal digits; -1 when there are none or the number is too large. */
  takeInteger(): number {
    const start = this.at;
    let value = 0;
    for (let byte = this.byte; byte >= 0x30 && byte <= 0x39; byte = this.byte) {
      value = value * 10 + byte - 0x30;
      this.at++;
    }
    return this.at === start || value > Number.MAX_SAFE_INTEGER ? -1 : value;
  }
}
