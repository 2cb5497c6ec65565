import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openRealSite } from '../../testing/soak/real-site.ts';
import type { RealSite } from '../../testing/soak/real-site.ts';
import { compileJava, readBank, readSaved, runJava, startGame } from './java-game.ts';
import type { JavaGame } from './java-game.ts';

// The Java file in the sample server, against the built website; both are killed with SIGKILL.

const password = 'brave little purse';
const folder = mkdtempSync(path.join(tmpdir(), 'wynhold-java-'));
const classes = path.join(folder, 'classes');
const saves = path.join(folder, 'saves');
let site: RealSite;
let token: string;
const games = new Set<JavaGame>();

beforeAll(async () => {
  await compileJava(classes);
  site = await openRealSite({
    folder: path.join(folder, 'site'),
    port: await getPort({ host: '127.0.0.1' }),
    players: ['ada', 'bram', 'cleo', 'dirk', 'edda', 'finn'],
    password,
  });
  token = site.tokens.lostcity;
});
afterAll(async () => {
  for (const game of games) await game.kill();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(stopAt?: string): Promise<JavaGame> {
  const { url } = site;
  const game = startGame({ classes, url, token, saves, ...(stopAt && { stopAt }) });
  games.add(game);
  await game.says('started');
  return game;
}

async function enter(game: JavaGame, name: string): Promise<void> {
  game.order(`login ${name} ${password}`);
  await game.says(`login ${name} ok`);
  await vi.waitFor(() => expect(game.output()).toMatch(`claim ${name} got`), 60_000);
}

async function expectWaiting(player: string, count: number): Promise<void> {
  const read = () =>
    site.asAdmin<{ totals: { waiting: number } }>(`/api/admin/purchases?username=${player}`);
  await expect.poll(async () => (await read()).totals.waiting).toBe(count);
}

/** Returns the id of the new item in the store, as soon as the game has said that it can deliver it. */
async function addProduct(product: object): Promise<string> {
  const { id } = await site.asAdmin<{ id: string }>('/api/admin/shop/items', {
    name: 'Product',
    description: '',
    image: null,
    price: 10,
    itemId: 0,
    quantity: 1,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    ...product,
  });
  const read = () => site.asAdmin<{ id: string; deliverable: boolean }[]>('/api/admin/shop/items');
  await vi.waitFor(async () => {
    const item = (await read()).find((one) => one.id === id);
    if (!item?.deliverable) throw new Error('The game has not said yet that it can deliver it.');
  }, 60_000);
  return id;
}

async function buyProduct(player: string, itemId: string): Promise<string> {
  const body = { itemId };
  return (await site.asPlayer<{ purchaseId: string }>(player, '/api/shop/buy', body)).purchaseId;
}

test('reads and writes JSON, and knows which ids are saved', async () => {
  expect((await runJava(classes, ['wynhold.JsonCheck'])).stdout).toBe('');
});

describe('while both sides run', () => {
  let game: JavaGame;
  beforeAll(async () => {
    game = await start();
  });

  test('a player logs in with the right password only', async () => {
    game.order('login ada wrong');
    await game.says('login ada refused: wrong-credentials');
    await enter(game, 'ada');
    expect(game.output()).not.toContain('failed');
  });

  test('a code that a player adds as a friend is sent to the website', async () => {
    game.order('friend ada claim4k7m2x9');
    await game.says('claimed ada: false');
    expect(game.output()).not.toContain('claimed ada: true');
  });

  test('a purchase that is claimed twice is applied once and acknowledged', async () => {
    await site.buy('ada', 995, 250);
    game.order('claim ada');
    game.order('claim ada');
    await expectWaiting('ada', 0);
    game.order('claim ada');
    await game.says('claim ada got 0');
    expect(readBank(saves, 'ada')).toEqual({ 995: 250 });
  });

  test('a membership, a command and a bundle arrive, and a refund takes the membership back', async () => {
    await enter(game, 'finn');
    const membership = await addProduct({ kind: 'membership', value: 'gold', days: 30 });
    const purchaseId = await buyProduct('finn', membership);
    await buyProduct('finn', await addProduct({ kind: 'command', value: 'fly {player}' }));
    const items = await site.asAdmin<{ id: string; itemId: number }[]>('/api/admin/shop/items');
    const parts = items
      .filter(({ itemId }) => itemId === 995 || itemId === 1050)
      .map(({ id }) => ({ itemId: Number(id), count: 2 }));
    await buyProduct('finn', await addProduct({ kind: 'bundle', isOneDelivery: true, parts }));
    game.order('claim finn');
    await expectWaiting('finn', 0);
    expect(readSaved(saves, 'finn', 'grant')).toEqual(['membership gold']);
    expect(readSaved(saves, 'finn', 'command')).toEqual(['fly finn']);
    expect(readBank(saves, 'finn')).toEqual({ 995: 500, 1050: 6 });

    await site.asAdmin(`/api/admin/purchases/${purchaseId}/refund`, {});
    await expect
      .poll(() => {
        game.order('claim finn');
        return readSaved(saves, 'finn', 'grant');
      })
      .toEqual([]);
    expect(readSaved(saves, 'finn', 'command')).toEqual(['fly finn']);
    game.order('logout finn');
    await game.says('logout finn');
  });

  test('what does not fit stays with the website', async () => {
    await enter(game, 'bram');
    for (const item of [995, 1042, 1050, 4151, 4587, 6585]) await site.buy('bram', item, 1);
    game.order('claim bram');
    await expect.poll(() => Object.keys(readBank(saves, 'bram'))).toHaveLength(5);
    expect(readBank(saves, 'bram')).not.toHaveProperty('6585');
    await expectWaiting('bram', 1);
  });

  test('experience reaches the hiscores', async () => {
    game.order('train ada 737627');
    await game.says('trained ada');
    await expect
      .poll(async () => (await fetch(`${site.url}/api/hiscores/user/ada`)).json())
      .toMatchObject({
        playerStats: expect.arrayContaining([
          expect.objectContaining({ skill: 'Attack', level: 70, experience: 737_627 }),
        ]),
      });
    // The sample has 24 skills and the website 21.
    expect(game.output().match(/The game has 24 skills and the website 21/g)).toHaveLength(1);
    expect(game.output()).not.toContain('rejects the hiscores');
  });

  test('what the game counts becomes a list of the hiscores', async () => {
    game.order('kill ada');
    await game.says('killed ada');
    await expect
      .poll(async () => (await fetch(`${site.url}/api/hiscores/user/ada`)).json())
      .toMatchObject({ counters: [{ name: 'Ash Giant', group: 'Bosses', score: 1, rank: 1 }] });
  });

  test('the website shows who is online', async () => {
    await expect.poll(readStatus).toMatchObject({ isOnline: true, online: 2, max: 100 });
  });

  test('a kick is done, and what the game cannot do is reported as unsupported', async () => {
    await site.asAdmin('/api/admin/commands', { type: 'kick', args: { player: 'bram' } });
    await game.says('logout bram');
    await site.asAdmin('/api/admin/commands', { type: 'restart', args: { seconds: 60 } });
    await expect.poll(readCommands).toEqual(['restart unsupported', 'kick done']);
  });

  test('the website learns at once that the game stops', async () => {
    expect(await game.quit()).toBe(0);
    expect(await readStatus()).toMatchObject({ isOnline: false });
  });
});

describe('killed with kill -9', () => {
  let command: string;
  beforeAll(async () => {
    command = await addProduct({ kind: 'command', value: 'cheer {player}' });
  });

  test.each(['claimed', 'applied', 'writing', 'saved'])(
    'when a delivery is %s, it still arrives exactly once',
    async (point) => {
      const before = readBank(saves, 'cleo')[1042] ?? 0;
      const ran = readSaved(saves, 'cleo', 'command').length;
      await site.buy('cleo', 1042, 1);
      await buyProduct('cleo', command);
      const killed = await start(point);
      killed.order(`login cleo ${password}`);
      await killed.says(`reached ${point}`);
      await killed.kill();
      const game = await start();
      await enter(game, 'cleo');
      await expect.poll(() => readBank(saves, 'cleo')[1042]).toBe(before + 1);
      await expectWaiting('cleo', 0);
      game.order('claim cleo');
      await game.says('claim cleo got 0');
      expect(await game.quit()).toBe(0);
      expect(readBank(saves, 'cleo')[1042]).toBe(before + 1);
      expect(readSaved(saves, 'cleo', 'command')).toHaveLength(ran + 1);
    },
  );

  test('in the middle of a command, it does not run the command again', async () => {
    const killed = await start('command');
    await site.asAdmin('/api/admin/commands', { type: 'broadcast', args: { message: 'Hi' } });
    await killed.says('reached command');
    await killed.kill();
    const game = await start();
    await expect.poll(async () => (await readCommands())[0]).toBe('broadcast failed');
    expect(game.output()).not.toContain('command broadcast');
    await game.kill();
  });

  test('website and game in turn, every purchase arrives exactly once', async () => {
    let game = await start();
    await enter(game, 'dirk');
    for (let round = 1; round <= 4; round++) {
      await site.buy('dirk', 1050, 3);
      game.order('claim dirk');
      // The claim, the acknowledgement or nothing is under way; the game repeats what got no answer.
      await site.crash();
      if (round % 2 === 0) {
        await game.kill();
        game = await start();
        await enter(game, 'dirk');
      }
    }
    await expect
      .poll(() => {
        game.order('claim dirk');
        return readBank(saves, 'dirk')[1050];
      })
      .toBe(12);
    await expectWaiting('dirk', 0);
    expect(await game.quit()).toBe(0);
    expect(readBank(saves, 'dirk')).toEqual({ 1050: 12 });
  });
});

test('a wrong token is explained', async () => {
  const wrong = `gb_1_${'x'.repeat(43)}`;
  const game = startGame({ classes, url: site.url, token: wrong, saves });
  games.add(game);
  await expect.poll(() => game.output()).toContain('Create a token under Admin, Server.');
  game.order('login ada x');
  await expect.poll(() => game.output()).toMatch(/login ada failed: .*token/i);
  await game.kill();
});

test('a server that uses EverythingRS sends experience and gives what was bought, once', async () => {
  const cwd = path.join(folder, 'everythingrs');
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'wynhold.properties'), `url=${site.url}\ntoken=${token}\n`);
  await site.buy('edda', 4151, 1);
  const play = async () =>
    (await runJava(classes, ['testing.EverythingRsGame', 'edda'], cwd)).stdout;
  expect(await play()).toBe('You have no rewards for votes to claim.\ngives 4151 1\nthen 0\n');
  expect(await play()).not.toContain('gives');
  await expectWaiting('edda', 0);
  await expect
    .poll(async () => (await fetch(`${site.url}/api/hiscores/user/edda`)).json())
    .toMatchObject({ totalLevel: 50 + 10 + 19 });

  await vote('edda', 4151);
  expect(await play()).toBe('rewards 4151 1\nthen 0\n');
  expect(await play()).not.toContain('rewards 4151');
});

/** Votes on a list whose reward is this item. */
async function vote(player: string, itemId: number): Promise<void> {
  const items = await site.asAdmin<{ id: string; itemId: number }[]>('/api/admin/shop/items');
  const list = await site.asAdmin<{ id: number; callbackUrl: string }>('/api/admin/votes/lists', {
    name: 'Lantern List',
    link: 'https://lists.example.test/vote?token={token}',
    tokenAlphabet: 'mixed',
    tokenLength: 22,
    intervalHours: 12,
    method: 'any',
    senders: [],
    isOn: true,
    coins: 0,
    shopItemId: Number(items.find((item) => item.itemId === itemId)?.id),
  });
  const { url } = await site.asPlayer<{ url: string }>(
    player,
    `/api/votes/lists/${list.id}/start`,
    {},
  );
  await fetch(`${list.callbackUrl}?${new URL(url).searchParams}`);
}

async function readStatus(): Promise<unknown> {
  return (await fetch(`${site.url}/api/server/status`)).json();
}

/** Newest first. The site of the soak test has a second server, which gets the same commands. */
async function readCommands(): Promise<string[]> {
  const { commands } = await site.asAdmin<{
    commands: { server: string; type: string; state: string }[];
  }>('/api/admin/commands');
  const own = commands.filter(({ server }) => server === 'Lost City');
  return own.map(({ type, state }) => `${type} ${state}`);
}
