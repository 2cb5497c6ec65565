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

type Block = Map<string, string>;

export const serverFolder = path.resolve(import.meta.dirname, '..');

/** All .ts files of server/, relative to it and with forward slashes. */
export async function listServerFiles(): Promise<string[]> {
  const files = await readdir(serverFolder, { recursive: true });
  return files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
}

export async function listTableFiles(): Promise<string[]> {
  return (await listServerFiles()).filter((file) => file.endsWith('.tables.ts'));
}

/**
 * Reads the source of the .tables.ts files, because types do not exist at run time. Expects one property
 * per line and throws at anything else.
 */
export async function readTables(): Promise<TableType[]> {
  const tables = (await listTableFiles()).map(async (file) =>
    parseTables(file, await readFile(path.join(serverFolder, file), 'utf8')),
  );
  return (await Promise.all(tables)).flat();
}

function parseTables(file: string, text: string): TableType[] {
  const blocks = parseBlocks(file, text);
  const listed = [...blocks].filter(([name]) => name.endsWith('Tables'));
  return listed.flatMap(([, rows]) =>
    [...rows].map(([name, rowType]) => {
      const block = blocks.get(rowType);
      if (!block) throw new Error(`${file}: no type ${rowType} of the form "type … = { … };"`);
      const columns = [...block].map(([column, type]) => parseColumn(column, type));
      return { name, file, columns };
    }),
  );
}

/** The properties of every `type Name = { … };`. */
function parseBlocks(file: string, text: string): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let open: Block | undefined;
  for (const line of text.split(/\r?\n/)) {
    const name = /^(?:export )?type (\w+) = \{$/.exec(line)?.[1];
    if (name !== undefined) {
      open = new Map();
      blocks.set(name, open);
    } else if (line === '};') {
      open = undefined;
    } else if (open && !/^\s+(?:\/\*\*|\*)/.test(line)) {
      const [, key, type] = /^ {2}(\w+): (.+);$/.exec(line) ?? [];
      if (key === undefined || type === undefined) {
        throw new Error(`${file}: cannot read the line "${line}"`);
      }
      open.set(key, type);
    }
  }
  return blocks;
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
