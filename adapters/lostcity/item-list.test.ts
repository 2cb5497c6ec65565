import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { silentLog } from '../lib/log.ts';
import { bankOf, enter, openLostCity } from '../testing/open-lostcity.ts';
import { waitFor } from '../testing/wait-for.ts';
import { openItemList, readItemList } from './item-list.ts';

const names = '0=dwarf_remains\r\n995=coins\n1050=santa_hat\n\n2885=last\n';

describe('the list of the game’s items', () => {
  it('is read from the names of obj.pack', async () => {
    const items = await readItemList(await writeList('obj.pack', names));
    expect([0, 995, 2885].every(items.has)).toBe(true);
    expect([1, 2886, 9470, -1].some(items.has)).toBe(false);
    expect(items.list()).toEqual({
      items: [
        { id: 0, name: 'dwarf_remains' },
        { id: 995, name: 'coins' },
        { id: 1050, name: 'santa_hat' },
        { id: 2885, name: 'last' },
      ],
    });
  });

  it('is read from the number at the start of the packed obj.dat', async () => {
    const items = await readItemList(await writeList('obj.dat', Buffer.from('0b4601ff', 'hex')));
    expect([0, 2885].every(items.has)).toBe(true);
    expect([2886, 65_534, -1].some(items.has)).toBe(false);
    expect(items.list()).toEqual({ count: 2886 });
  });

  it('a file that is missing, empty or something else stops the start with the setting’s name', async () => {
    const files = [
      path.join(tmpdir(), 'wynhold-nowhere', 'obj.pack'),
      await writeList('obj.pack', 'something else'),
      await writeList('obj.dat', Buffer.of(0, 0, 0)),
      await writeList('obj.dat', ''),
    ];
    for (const file of files) {
      await expect(openItemList(file, silentLog), file).rejects.toThrow('Setting ITEM_LIST');
    }
  });

  it('is read again when the file has changed and settled, and stays if it cannot be read', async () => {
    const file = await writeList('obj.pack', names);
    const findItems = await openItemList(file, silentLog);
    expect((await findItems()).has(4151)).toBe(false);
    await writeFile(file, '4151=abyssal_whip\n');
    // The game may still be writing.
    expect((await findItems()).has(4151)).toBe(false);
    await settle(file);
    expect((await findItems()).has(4151)).toBe(true);
    await writeFile(file, '');
    await settle(file, 60);
    expect((await findItems()).has(4151)).toBe(true);
    await rm(file);
    expect((await findItems()).has(4151)).toBe(true);
  });
});

it('an item past the end of the list waits for an admin; the others are delivered', async () => {
  const itemList = await writeList('obj.dat', Buffer.from('0b460000', 'hex'));
  const { game, site } = await openLostCity({ itemList });
  await enter(game, 'aria');
  const crown = site.addDelivery('aria', 9470, 1);
  const last = site.addDelivery('aria', 2885, 1);
  const next = site.addDelivery('aria', 2886, 1);
  await game.logOut('aria');
  await game.logIn('aria');
  expect(bankOf(game, 'aria', 2885)).toBe(1);
  expect([9470, 2886].map((id) => bankOf(game, 'aria', id))).toEqual([0, 0]);
  await waitFor(() => [crown, last, next].every(({ state }) => state !== 'claimed'));
  expect(last.state).toBe('delivered');
  for (const { state, itemId, acks } of [crown, next]) {
    // "failed" means not retryable: a retryable one would be queued again.
    expect(state).toBe('failed');
    expect(acks).toEqual([`failed: The game has no item ${itemId} (Item ${itemId}).`]);
  }
});

it('the website gets the list', async () => {
  const { site } = await openLostCity({ itemList: await writeList('obj.pack', '995=coins\n') });
  await waitFor(() => site.itemLists.length > 0);
  expect(site.itemLists).toEqual([{ items: [{ id: 995, name: 'coins' }] }]);
});

async function writeList(name: string, contents: string | Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wynhold-items-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, contents);
  return file;
}

/** Makes the last change some seconds old. */
async function settle(file: string, secondsAgo = 10): Promise<void> {
  const at = new Date(Date.now() - secondsAgo * 1000);
  await utimes(file, at, at);
}
