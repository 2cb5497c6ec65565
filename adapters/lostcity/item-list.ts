import { readFile, stat } from 'node:fs/promises';

import type { GameItemList } from '#shared/endpoints/bridge-deliveries.ts';

import type { Log } from '../lib/log.ts';
import { SettingsError } from '../lib/settings.ts';

export type ItemList = {
  has: (id: number) => boolean;
  /** In the form in which the website gets it. */
  list: () => GameItemList;
};

/** While the game writes the file, it may be incomplete. */
const settleMs = 2_000;

/** From `pack/obj.pack` (lines of `id=name`) or the packed `data/pack/server/obj.dat`, which begins with their number. */
export async function readItemList(file: string): Promise<ItemList> {
  const bytes = await readFile(file);
  return file.endsWith('.pack') ? readNames(bytes.toString()) : readCount(bytes);
}

function readNames(text: string): ItemList {
  const items = [...text.matchAll(/^(\d+)=(.+)$/gm)].map(([, id, name = '']) => ({
    id: Number(id),
    name: name.trim().slice(0, 100),
  }));
  if (items.length === 0) throw new Error('it has no lines like 995=coins');
  const ids = new Set(items.map(({ id }) => id));
  return { has: (id) => ids.has(id), list: () => ({ items }) };
}

function readCount(bytes: Buffer): ItemList {
  const count = bytes.length > 2 ? bytes.readUInt16BE(0) : 0;
  if (count === 0) throw new Error('it is empty');
  return { has: (id) => id >= 0 && id < count, list: () => ({ count }) };
}

/** Reads the list now and again when its file has changed. A list that cannot be read keeps the one before. */
export async function openItemList(file: string, log: Log): Promise<() => Promise<ItemList>> {
  const mark = async (): Promise<{ text: string; at: number }> => {
    const { size, mtimeMs } = await stat(file);
    return { text: `${size} ${mtimeMs}`, at: mtimeMs };
  };
  let known: { text: string; items: ItemList };
  try {
    known = { ...(await mark()), items: await readItemList(file) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`Setting ITEM_LIST: ${file} cannot be read: ${reason}.`);
  }
  return async () => {
    try {
      const { text, at } = await mark();
      const isChanged = text !== known.text && Date.now() - at > settleMs;
      if (isChanged) known = { text, items: await readItemList(file) };
    } catch (error) {
      log.warn(`The items of the game cannot be read again from ${file}.`, error);
    }
    return known.items;
  };
}
