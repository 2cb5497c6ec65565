/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvStart = '\u{FEFF}';

export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula; numbers stay numbers. */
function toCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
