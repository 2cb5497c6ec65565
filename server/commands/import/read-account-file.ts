import { splitCsvLine } from '#server/lib/files/split-csv-line.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import { isObject, parseJson, parseJsonLines, readTextFile } from './read-text-file.ts';

/** CSV with a header, a JSON array or JSON lines. A file that cannot be read to its end is refused as a whole. */
export type AccountLine = {
  /** For the report: `line 3` or `entry 3`. */
  at: string;
  name: string;
  email: string;
  /** Null: the account has no password yet. */
  hash: string | null;
};

type Column = 'name' | 'email' | 'hash';

const columnOf = new Map<string, Column>([
  ['name', 'name'],
  ['username', 'name'],
  ['email', 'email'],
  ['hash', 'hash'],
]);

export async function readAccountFile(file: string): Promise<AccountLine[]> {
  const text = await readTextFile(file);
  const start = text.trimStart().at(0);
  if (start === undefined) throw new StartupError(`${file} is empty.`);
  if (start === '[') return readArray(file, text);
  if (start === '{') {
    return parseJsonLines(file, text).map(({ line, value }) => toLine(file, `line ${line}`, value));
  }
  return readCsv(file, text);
}

function readArray(file: string, text: string): AccountLine[] {
  const list = parseJson(file, text);
  if (!Array.isArray(list)) throw new StartupError(`${file} is not a list of accounts.`);
  return list.map((value, at) => toLine(file, `entry ${at + 1}`, value));
}

function readCsv(file: string, text: string): AccountLine[] {
  const [header = '', ...lines] = text.split(/\r?\n/);
  const titles = splitCsvLine(header).map((title) => title.trim());
  const columns = findColumns(file, titles);
  for (const column of ['name', 'email'] as const) {
    if (columns.has(column)) continue;
    throw new StartupError(`${file} cannot be imported: it has no column ${column}.`);
  }
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = `line ${index + 2}`;
    const cells = splitCsvLine(line);
    const hasOpenQuote = (line.match(/"/g) ?? []).length % 2 === 1;
    if (hasOpenQuote || cells.length !== titles.length) {
      throw new StartupError(
        `${file} may be incomplete: ${at} does not have ${titles.length} cells. Nothing was imported.`,
      );
    }
    return [toLine(file, at, Object.fromEntries(titles.map((title, nth) => [title, cells[nth]])))];
  });
}

function toLine(file: string, at: string, value: unknown): AccountLine {
  if (!isObject(value)) throw new StartupError(`${file}: ${at} is not an account.`);
  const columns = findColumns(file, Object.keys(value));
  const read = (column: Column) => {
    const key = columns.get(column);
    const cell = key === undefined ? null : value[key];
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'string' || typeof cell === 'number') return String(cell).trim();
    throw new StartupError(`${file}: ${key} in ${at} is not a text.`);
  };
  return { at, name: read('name'), email: read('email'), hash: read('hash') || null };
}

function findColumns(file: string, titles: string[]): Map<Column, string> {
  const columns = new Map<Column, string>();
  for (const title of titles) {
    const column = columnOf.get(title.toLowerCase());
    if (!column || columns.has(column)) {
      throw new StartupError(
        `${file} cannot be imported: unknown or repeated column ${JSON.stringify(title.slice(0, 40))}. Use name, email and hash.`,
      );
    }
    columns.set(column, title);
  }
  return columns;
}
