/** The byte order mark makes spreadsheets read it as UTF-8. */
export const csvStart = '\u{FEFF}';

export function toCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Text that a spreadsheet would run as a formula is marked as text; numbers stay numbers. */
function toCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
