import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { productKinds } from '#shared/rules/product-kinds.ts';
import type { Skill } from '#shared/rules/skills.ts';
import { totalsOf } from '#shared/rules/xp.ts';

import { silentLog } from '../lib/log.ts';
import { startFakeSite } from '../testing/fake-site.ts';
import type { FakeSite } from '../testing/fake-site.ts';
import { waitFor } from '../testing/wait-for.ts';
import { simulatedItems } from './item-list.ts';
import { createRandom } from './random.ts';
import { newSimPlayer, putIntoBank, train } from './sim-player.ts';
import type { SimPlayer } from './sim-player.ts';
import { startSimulator } from './simulator.ts';
import type { SimulatorOptions } from './simulator.ts';

const skills: Skill[] = Array.from({ length: 21 }, (_, gameId) => ({
  name: `Skill ${gameId}`,
  icon: 'skill',
  gameId,
  startLevel: gameId === 3 ? 10 : 1,
}));

describe('a simulated player', () => {
  it('gains thousands of experience an hour and never loses any', () => {
    const random = createRandom(7);
    let player = newSimPlayer(skills);
    for (let round = 0; round < 240; round++) {
      const next = train(player, { seconds: 15, skills, counters: ['boss'], random });
      expect(next.xpTenths.every((xp, stat) => xp >= (player.xpTenths[stat] ?? 0))).toBe(true);
      player = next;
    }
    const gained =
      (totalsOf(player.xpTenths).tenths - totalsOf(newSimPlayer(skills).xpTenths).tenths) / 10;
    expect(gained).toBeGreaterThan(6_000);
    expect(gained).toBeLessThan(80_000);
    expect(player.playtime).toBe(3600);
    expect(player.counts['boss']).toBeGreaterThan(3);
    expect(player.counts['boss']).toBeLessThan(40);
  });

  it('the same seed gives the same progress', () => {
    const trainFor100Rounds = (seed: number): SimPlayer => {
      const random = createRandom(seed);
      let player = newSimPlayer(skills);
      for (let round = 0; round < 100; round++)
        player = train(player, { seconds: 15, skills, counters: ['boss'], random });
      return player;
    };
    expect(trainFor100Rounds(1)).toEqual(trainFor100Rounds(1));
    expect(trainFor100Rounds(2)).not.toEqual(trainFor100Rounds(1));
  });

  it('has a bank with 240 slots', () => {
    const bank = Object.fromEntries(Array.from({ length: 240 }, (_, id) => [id, 1]));
    const full = { ...newSimPlayer(skills), bank };
    const item = { id: 'x', itemId: 995, itemName: 'Coins', quantity: 1 };
    expect(putIntoBank(full, item)).toEqual({ refusal: 'The bank is full.', retryable: true });
    expect(putIntoBank(full, { ...item, itemId: 3 })).toMatchObject({ state: { bank: { 3: 2 } } });
  });

  it('gets no item that the game does not have, but everything that the demo sells', async () => {
    const item = { id: 'x', itemId: 14_000, itemName: 'Nothing', quantity: 1 };
    expect(putIntoBank(newSimPlayer(skills), item)).toEqual({
      refusal: 'The game has no item 14000.',
      retryable: false,
    });
    const sold = JSON.parse(await readFile('server/demo/content/shop-items.json', 'utf8')) as {
      kind?: string;
      itemId: number;
    }[];
    expect(sold).toHaveLength(16);
    const named = simulatedItems.items?.map(({ id }) => id) ?? [];
    for (const { kind, itemId } of sold) {
      if (kind) continue;
      expect(putIntoBank(newSimPlayer(skills), { ...item, itemId })).toHaveProperty('state');
      expect(named).toContain(itemId);
    }
  });
});

describe('the simulated game', () => {
  it('has players online, and their experience reaches the website', async () => {
    const { site, game } = await open({ timeScale: 3600 });
    await waitFor(() => site.heartbeats.at(-1)?.online === 2);
    expect(site.heartbeats.at(-1)?.players.toSorted()).toEqual(['Aria', 'Iron Man']);
    await waitFor(() => site.hiscores.has('aria') && site.hiscores.has('iron man'));
    const before = totalsOf(site.hiscores.get('aria')?.xpTenths ?? []).tenths;
    await game.playRound();
    await waitFor(() => totalsOf(site.hiscores.get('aria')?.xpTenths ?? []).tenths > before);
    expect(site.hiscores.get('aria')?.mode).toBe('normal');
    await waitFor(async () => {
      await game.playRound();
      return site.hiscores.get('aria')?.counters?.['ash-giant'];
    });
  });

  it('puts a purchase into the bank once, also after a restart', async () => {
    const setup = await open();
    const delivery = setup.site.addDelivery('aria', 4151, 3);
    await waitFor(() => delivery.state === 'delivered');
    expect((await recordOf(setup.dataDir, 'aria')).bank).toEqual({ 4151: 3 });
    await setup.restart();
    delivery.state = 'queued';
    await waitFor(() => delivery.state === 'delivered');
    expect((await recordOf(setup.dataDir, 'aria')).bank).toEqual({ 4151: 3 });
  });

  it('gives and ends what was bought, each once, and shows who gave it', async () => {
    const shown: string[] = [];
    const log = { ...silentLog, info: (text: string) => void shown.push(text) };
    const setup = await open({ log });
    const { site, dataDir } = setup;
    const gold = { kind: 'membership', value: 'gold' } as const;
    const until = '2026-12-20T18:02:00.000Z';
    const contents = [995, 4151].map((itemId) => ({ itemId, itemName: 'Part', quantity: 2 }));
    const given = [
      site.addDelivery('aria', 0, 1, { ...gold, itemName: 'Gold', until, from: 'Bo', note: 'Hi' }),
      site.addDelivery('aria', 0, 1, { kind: 'rank', value: 'knight' }),
      site.addDelivery('aria', 0, 1, { kind: 'command', value: 'fly Aria' }),
      site.addDelivery('aria', 0, 1, { kind: 'bundle', contents }),
    ];
    await waitFor(() => given.every(({ state }) => state === 'delivered'));
    const received = {
      bank: { 995: 2, 4151: 2 },
      grants: { 'membership gold': until, 'rank knight': null },
      commands: ['fly Aria'],
    };
    expect(await recordOf(dataDir, 'aria')).toMatchObject(received);
    expect(shown).toContain('aria receives: 1 × Gold, a gift from Bo: "Hi"');
    expect(site.heartbeats.at(-1)?.deliveryKinds).toEqual(productKinds);

    await setup.restart();
    for (const delivery of given) delivery.state = 'queued';
    const end = site.addDelivery('aria', 0, 1, { ...gold, isEnd: true });
    await waitFor(() => [...given, end].every(({ state }) => state === 'delivered'));
    const { bank, grants, commands } = await recordOf(dataDir, 'aria');
    expect({ bank, grants, commands }).toEqual({ ...received, grants: { 'rank knight': null } });
  });

  it('guests are online while they are named, and receive their purchases', async () => {
    let named = ['New Comer', 'not a name!', 'Aria'];
    const { site, game, dataDir } = await open({ findGuests: async () => named });
    await waitFor(() => game.online().length === 3);
    expect(game.online().toSorted()).toEqual(['aria', 'iron man', 'new comer']);
    await waitFor(() => site.hiscores.has('new comer'));
    const delivery = site.addDelivery('new comer', 4151, 1);
    await waitFor(() => delivery.state === 'delivered');
    expect((await recordOf(dataDir, 'new_comer')).bank).toEqual({ 4151: 1 });
    named = [];
    await waitFor(() => !game.online().includes('new comer'));
    expect(game.online().toSorted()).toEqual(['aria', 'iron man']);
  });

  it('sends the code of a name claim that a player adds as a friend', async () => {
    const { site, game } = await open();
    await game.addFriend('Iron Man', 'Aria');
    await game.addFriend('Iron Man', 'claim4k7m2x9');
    expect(site.nameClaims).toEqual([{ player: 'Iron Man', code: 'claim4k7m2x9' }]);
  });

  it('a round without an answer about guests does not stop the game', async () => {
    let isDown = true;
    const findGuests = async () => {
      if (isDown) throw new Error('The database is away.');
      return ['New Comer'];
    };
    const { game } = await open({ findGuests });
    await expect(game.playRound()).rejects.toThrow('away');
    isDown = false;
    await waitFor(() => game.online().includes('new comer'));
  });

  it('reports its items, and refuses a purchase of an item that it does not have', async () => {
    const { site, dataDir } = await open();
    const [unknown, known] = [
      site.addDelivery('aria', 14_000, 1),
      site.addDelivery('aria', 995, 1),
    ];
    await waitFor(() => unknown.state === 'failed' && known.state === 'delivered');
    expect(unknown.acks).toEqual(['failed: The game has no item 14000.']);
    expect((await recordOf(dataDir, 'aria')).bank).toEqual({ 995: 1 });
    expect(site.itemLists).toEqual([simulatedItems]);
  });

  it('runs commands', async () => {
    const { site, game, dataDir } = await open();
    await waitFor(() => game.online().length === 2);
    const { bootId } = await waitFor(() => site.heartbeats.at(-1));
    const ids = [
      site.queue('kick', { player: 'Aria' }),
      site.queue('mute', { player: 'iron_man', until: null, reason: 'Spam' }),
      site.queue('setRank', { player: 'iron_man', rank: 2 }),
      site.queue('teleport', { player: 'iron_man', x: 3093, y: 3493, height: 0 }),
      site.queue('broadcast', { message: 'Hello' }),
      site.queue('vote', { player: 'Aria', list: 'Lantern List', streak: 1 }),
      site.queue('reloadContracts', {}),
    ];
    for (const id of ids) {
      expect(await waitFor(() => site.resultOf(id)), `${id}`).toMatchObject({ status: 'done' });
    }
    expect(game.online()).toEqual(['iron man']);
    expect(await recordOf(dataDir, 'iron_man')).toMatchObject({
      rank: 2,
      mutedUntil: '9999-12-31T23:59:59.000Z',
      place: { x: 3093, y: 3493, height: 0 },
    });
    const ban = site.queue('ban', { player: 'iron man', until: null, reason: 'Cheating' });
    await waitFor(() => site.resultOf(ban));
    await game.playRound();
    expect(game.online()).not.toContain('iron man');
    site.queue('restart', { seconds: 0 });
    await waitFor(() => site.heartbeats.at(-1)?.bootId !== bootId);
  });

  it('renames a player, once, and not onto another one', async () => {
    const { site, game, dataDir } = await open();
    await waitFor(() => game.online().length === 2);
    await game.playRound();
    const { bank, training } = await recordOf(dataDir, 'aria');
    const taken = site.queue('rename', { player: 'Iron Man', name: 'Aria' });
    expect(await waitFor(() => site.resultOf(taken))).toMatchObject({ status: 'failed' });
    const id = site.queue('rename', { player: 'Aria', name: 'New Aria' });
    expect(await waitFor(() => site.resultOf(id))).toEqual({ status: 'done', detail: 'Renamed.' });
    expect(await recordOf(dataDir, 'new_aria')).toMatchObject({ bank, training });
    const again = site.queue('rename', { player: 'Nobody', name: 'New Bree' });
    expect(await waitFor(() => site.resultOf(again))).toMatchObject({ status: 'done' });
  });

  it('stops when its signal is aborted', async () => {
    const stopping = new AbortController();
    const { game } = await open({ signal: stopping.signal });
    stopping.abort();
    await expect(game.close()).resolves.toBeUndefined();
  });
});

async function recordOf(dataDir: string, name: string): Promise<SimPlayer> {
  return JSON.parse(await readFile(path.join(dataDir, 'players', `${name}.json`), 'utf8'));
}

function optionsFor(site: FakeSite, dataDir: string): SimulatorOptions {
  return {
    url: site.url,
    token: site.token,
    dataDir,
    players: ['Aria', 'Iron Man'],
    timeScale: 10,
    roundSeconds: 0.1,
    heartbeatSeconds: 0.05,
    pollSeconds: 0.2,
  };
}

async function open(given: Partial<SimulatorOptions> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wynhold-simulator-'));
  const site = await startFakeSite();
  let game = await startSimulator({ ...optionsFor(site, dataDir), ...given });
  onTestFinished(async () => {
    await game.close();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    site,
    dataDir,
    game,
    async restart() {
      await game.close();
      game = await startSimulator({ ...optionsFor(site, dataDir), ...given });
    },
  };
}
