/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvStart = '\u{FEFF}';

type Cell = string | number | null;

export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** In batches, because a table may not fit in memory. `read` returns the rows after the last one, none at the end. */
export async function* streamCsv<Row>(
  columns: CsvColumns<Row>,
  read: (last: Row | undefined, written: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(Object.keys(columns));
  const cells = Object.values(columns);
  let written = 0;
  for (let last: Row | undefined; ;) {
    const rows = await read(last, written);
    if (rows.length === 0) return;
    yield rows.map((row) => toCsvLine(cells.map((cell) => cell(row)))).join('');
    last = rows.at(-1);
    written += rows.length;
  }
}

export function toCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula; numbers stay numbers. */
function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
