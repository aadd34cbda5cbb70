/** The code points of many texts. An array of flags is faster than a Set, which would hash every character. */
export class CodePoints {
  readonly #seen = new Uint8Array(0x11_0000);

  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 0xd800 || unit > 0xdbff) {
        this.#seen[unit] = 1;
        continue;
      }
      const codePoint = text.codePointAt(at) ?? unit;
      this.#seen[codePoint] = 1;
      if (codePoint > 0xffff) at += 1;
    }
  }

  /** In ascending order. */
  toArray(): number[] {
    const found: number[] = [];
    for (let code = this.#seen.indexOf(1); code >= 0; code = this.#seen.indexOf(1, code + 1))
      found.push(code);
    return found;
  }
}
