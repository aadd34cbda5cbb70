/**
 * Reads comma-separated headers: commas inside quotes belong to the name, two quotes inside quotes are one,
 * names are trimmed, empty ones left out.
 */
export function parseColumns(text: string): string[] {
  const names = text.match(/(?:\s*"(?:[^"]|"")*"\s*(?=,|$)|[^,]+)/g) ?? [];
  return names.map(unquote).filter((name) => name !== '');
}

function unquote(part: string): string {
  const trimmed = part.trim();
  const quoted = /^"((?:[^"]|"")*)"$/.exec(trimmed);
  return quoted?.[1] === undefined ? trimmed : quoted[1].replaceAll('""', '"').trim();
}

/**
 * Headers as they read back: joined by commas, names that hold a comma or quote quoted. NUL, which the database has no
 * place for, is left out.
 */
export function formatColumns(names: readonly string[]): string {
  const texts = names.map((name) => name.replaceAll('\0', ''));
  return texts.map((name) => (/[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',');
}
