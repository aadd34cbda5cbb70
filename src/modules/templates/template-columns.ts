/**
 * Parses comma-separated headers. A quoted name can contain commas, and quotes that are doubled. Names are trimmed;
 * empty ones are omitted.
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
 * Formats headers for `parseColumns`: joined by commas, names with a comma or quote in quotes. NUL is removed, because
 * PostgreSQL cannot store it in text.
 */
export function formatColumns(names: readonly string[]): string {
  const texts = names.map((name) => name.replaceAll('\0', ''));
  return texts.map((name) => (/[,"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',');
}
