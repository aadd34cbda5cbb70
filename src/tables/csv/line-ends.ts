/**
 * Brings the line ends of text that arrives in pieces to `\n`. CR LF, LF and CR alone all end a line, also mixed in
 * one file, as spreadsheet programs have it. A CR at the end of a piece waits for what follows.
 */
export function createLineEnds(): (text: string, isEnd: boolean) => string {
  let held = '';
  return (text, isEnd) => {
    const whole = held + text;
    held = !isEnd && whole.endsWith('\r') ? '\r' : '';
    const ready = held === '' ? whole : whole.slice(0, -1);
    return ready.includes('\r') ? ready.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : ready;
  };
}
