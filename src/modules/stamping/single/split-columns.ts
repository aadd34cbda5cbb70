import Papa from 'papaparse';

/** A template's columns from the text they are kept in: split at commas outside quotes, trimmed. */
export function splitColumns(columns: string): string[] {
  if (columns.trim() === '') return [];
  const [first] = Papa.parse<string[]>(columns.replaceAll(/\s*[\r\n]+\s*/g, ' '), { delimiter: ',' }).data;
  return (first ?? []).map((column) => column.trim());
}
