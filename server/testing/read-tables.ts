import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type TableType = {
  name: string;
  /** The .tables.ts file, relative to server/. */
  file: string;
  columns: ColumnType[];
};

export type ColumnType = {
  name: string;
  isNullable: boolean;
  wrapper: 'Generated' | 'GeneratedAlways' | 'SetByTrigger' | undefined;
};

export const serverFolder = path.resolve(import.meta.dirname, '..');

/** All .ts files of server/, relative to it and with forward slashes. */
export async function listServerFiles(): Promise<string[]> {
  const files = await readdir(serverFolder, { recursive: true });
  return files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
}

async function listTableFiles(): Promise<string[]> {
  return (await listServerFiles()).filter((file) => file.endsWith('.tables.ts'));
}

/**
 * Reads the source of the .tables.ts files, because types do not exist at run time. Expects one column
 * per line and throws at anything else.
 */
export async function readTables(): Promise<TableType[]> {
  const tables = (await listTableFiles()).map(async (file) =>
    parseTables(file, await readFile(path.join(serverFolder, file), 'utf8')),
  );
  return (await Promise.all(tables)).flat();
}

/** Reads `export type XTables = { table: { column: type; }; };`. */
function parseTables(file: string, text: string): TableType[] {
  const tables: TableType[] = [];
  const [, body = ''] = /^export type \w+Tables = \{$(.*?)^\};$/ms.exec(text) ?? [];
  for (const line of body.split(/\r?\n/)) {
    const name = /^ {2}(\w+): \{$/.exec(line)?.[1];
    const [, column, type] = /^ {4}(\w+): (.+);$/.exec(line) ?? [];
    if (name !== undefined) tables.push({ name, file, columns: [] });
    else if (column && type) tables.at(-1)?.columns.push(parseColumn(column, type));
    else if (!/^\s*(?:\/\*\*.*|\*.*|\};)?$/.test(line)) {
      throw new Error(`${file}: cannot read the line "${line}"`);
    }
  }
  return tables;
}

function parseColumn(name: string, type: string): ColumnType {
  const [, wrapper, wrapped] = /^(Generated|GeneratedAlways|SetByTrigger)<(.+)>$/.exec(type) ?? [];
  const value = wrapped ?? type;
  return {
    name,
    isNullable: value.endsWith(' | null') || value.startsWith('NullableJsonColumn'),
    // The pattern matches these names only.
    wrapper: wrapper as ColumnType['wrapper'],
  };
}
