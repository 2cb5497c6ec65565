import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import type { ModerationEvent } from '#shared/endpoints/bridge-commands.ts';

import { BridgeRefusal } from '../lib/bridge-client.ts';
import type { Bridge } from '../lib/bridge-client.ts';
import { silentLog } from '../lib/log.ts';
import { createFakeGame } from '../testing/fake-game.ts';
import type { FakeSite } from '../testing/fake-site.ts';
import { saveOfVersion } from '../testing/lostcity-saves.ts';
import {
  bankOf,
  enter,
  fixture,
  logInUntil,
  openLostCity,
  optionsFor,
} from '../testing/open-lostcity.ts';
import { waitFor } from '../testing/wait-for.ts';
import { startLostCity } from './lostcity.ts';
import { createModerationOutbox } from './moderation-outbox.ts';
import { readSave } from './save-format.ts';

describe('login', () => {
  it('a new player starts without a save and gets it back at the next login', async () => {
    const { game } = await openLostCity();
    expect(await game.logIn('aria')).toEqual({
      replyTo: 1,
      response: 4,
      account_id: 1,
      staffmodlevel: 0,
      muted_until: null,
      members: true,
      messageCount: 0,
    });
    game.players.set('aria', fixture);
    expect(await game.logOut('aria')).toEqual({ replyTo: 2, response: 0 });

    const reply = await game.logIn('aria');
    expect(reply.response).toBe(0);
    expect(game.players.get('aria')).toEqual(fixture);
  });

  it('passes on the website’s refusals: wrong password, banned, too many attempts', async () => {
    const { game, site } = await openLostCity();
    site.addAccount('rogue', { password: 'secret', ban: { reason: 'Cheating' } });
    expect(await game.logIn('aria', 'wrong')).toEqual({ replyTo: 1, response: 1 });
    expect(await game.logIn('nobody')).toMatchObject({ response: 1 });
    expect(await game.logIn('rogue')).toMatchObject({ response: 5 });
    expect(await game.logIn('aria', 'throttled')).toMatchObject({ response: 8 });
    expect(await game.logIn('../../etc')).toMatchObject({ response: 1 });
  });

  it('the log says when a password may have been cut off by the game', async () => {
    const lines: string[] = [];
    const log = { warn() {}, info: (text: string) => void lines.push(text) };
    const { game } = await openLostCity({ log });
    await game.logIn('aria', 'a website password of ');
    await game.logIn('aria', 'wrong');
    const refusals = lines.filter((line) => line.includes('refused'));
    expect(refusals).toEqual([expect.stringMatching(/^aria .* after 20 characters/)]);
    expect(refusals.join()).not.toContain('website password of');
  });

  it('rank and mute come from the website', async () => {
    const { game, site } = await openLostCity();
    site.addAccount('mod', { password: 'secret', rank: 2, mutedUntil: '2030-01-01T00:00:00.000Z' });
    expect(await game.logIn('mod')).toMatchObject({
      staffmodlevel: 2,
      muted_until: '2030-01-01T00:00:00.000Z',
    });
    // The game takes no date for no mute.
    site.addAccount('quiet', { password: 'secret', mutedUntil: null });
    expect(await game.logIn('quiet')).toMatchObject({ muted_until: '9999-12-31T23:59:59.000Z' });
  });

  it('a player who is online cannot log in again, from any world', async () => {
    const { game, adapter } = await openLostCity();
    await enter(game, 'aria');
    const other = createFakeGame({ ...adapter, nodeId: 11 });
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
    expect(await other.logIn('aria')).toMatchObject({ response: 3 });
    await game.logOut('aria');
    expect(await other.logIn('aria')).toMatchObject({ response: 0 });
  });

  it('two simultaneous logins make only one call to the website', async () => {
    const { game, site } = await openLostCity();
    await game.start();
    let answerFirst = (): void => {};
    const held = new Promise<undefined>((resolve) => (answerFirst = () => resolve(undefined)));
    let asked = 0;
    site.setFault((url) => {
      if (!url.endsWith('/login')) return undefined;
      asked += 1;
      return asked === 1 ? held : undefined;
    });
    const first = game.logIn('aria');
    await waitFor(() => asked === 1);
    expect(await game.logIn('aria')).toMatchObject({ response: 8 });
    answerFirst();
    expect(await first).toMatchObject({ response: 4 });
    expect(asked).toBe(1);
  });

  it('rejects logins while the website is down or for another profile, and opens no session', async () => {
    const { game, site, adapter } = await openLostCity();
    await site.stop();
    expect(await game.logIn('aria')).toMatchObject({ response: 7 });
    await site.open();
    expect(await game.logIn('aria')).toMatchObject({ response: 4 });
    const beta = createFakeGame({ ...adapter, profile: 'beta' });
    expect(await beta.logIn('aria')).toMatchObject({ response: 7 });
    // The start of such a world, with the same number, ends no session of this one.
    await beta.send({ type: 'world_startup' });
    expect(await beta.logIn('aria')).toMatchObject({ response: 7 });
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
    beta.disconnect();
  });

  it('an unreadable record is never treated as a new player', async () => {
    const { game, stateDir } = await openLostCity();
    await enter(game, 'aria');
    await game.logOut('aria');
    await writeFile(path.join(stateDir, 'players', 'aria.json'), '{"save": "cut o');
    expect(await game.logIn('aria')).toMatchObject({ response: 7 });
  });

  it('a world that restarts has no players online', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    await game.send({ type: 'world_startup' });
    expect(await logInUntil(game, 'aria', 0)).toHaveProperty('save');
  });

  it('a player the game dropped can log in again', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    await game.send({ type: 'player_force_logout', username: 'aria' });
    expect(await logInUntil(game, 'aria', 0)).toHaveProperty('save');
  });

  it('connections from browsers are refused', async () => {
    const { adapter } = await openLostCity();
    const socket = new WebSocket(`ws://127.0.0.1:${adapter.loginPort}`, {
      origin: 'https://evil.example',
    });
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('open', () => resolve('open'));
    });
    expect(status).toBe(401);
  });

  it('invalid messages on either channel are ignored', async () => {
    const { game, adapter } = await openLostCity();
    for (const port of [adapter.loginPort, adapter.friendPort]) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      await new Promise((resolve) => socket.on('open', resolve));
      for (const text of ['', '{', 'null', '[]', '{"type":"player_login"}', '{"type":{}}']) {
        socket.send(text);
      }
      socket.terminate();
    }
    expect(await game.logIn('aria')).toMatchObject({ response: 4 });
  });
});

describe('saves', () => {
  it('an autosave is stored and its levels reach the hiscores', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    game.play('aria', (save) => ({
      ...save,
      stats: save.stats.with(1, { xpTenths: 5, level: 1 }),
    }));
    await game.autosave('aria');
    const row = await waitFor(() => {
      const found = site.hiscores.get('aria');
      return found?.xpTenths[1] === 5 ? found : undefined;
    });
    expect(row).toMatchObject({ name: 'Aria', mode: 'normal' });
    expect(row.xpTenths[0]).toBe(7_376_270);
    expect(row.playtime).toBe(Math.floor(game.players.get('aria')!.playtime * 0.6));
    // The autosave does not end the session.
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
  });

  it('a save whose playtime goes backwards is refused but kept aside', async () => {
    const { game, stateDir } = await openLostCity();
    await enter(game, 'aria');
    const before = game.players.get('aria')!;
    game.players.set('aria', { ...before, playtime: before.playtime - 1, energy: 1 });
    expect(await game.logOut('aria')).toMatchObject({ response: 0 });
    await game.logIn('aria');
    expect(game.players.get('aria')).toEqual(before);
    const [save = '', reason = ''] = await readdir(path.join(stateDir, 'rejected'));
    expect(save).toMatch(/^aria-\w+\.sav$/);
    expect(await readFile(path.join(stateDir, 'rejected', reason), 'utf8')).toContain('backwards');
  });

  it('a damaged save is refused and the last good one stays', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    const before = game.players.get('aria');
    const save = Buffer.from('not a save').toString('base64');
    expect(await game.ask({ type: 'player_logout', username: 'aria', save })).toMatchObject({
      response: 0,
    });
    expect(await game.logIn('aria')).toMatchObject({ response: 0 });
    expect(game.players.get('aria')).toEqual(before);
  });

  it.each([6, 7, 8, 9])(
    'version %i is stored, gets deliveries and goes back unchanged otherwise',
    async (version) => {
      const { game, site } = await openLostCity();
      await game.logIn('aria');
      const save = readSave(saveOfVersion(version));
      game.players.set('aria', save);
      await game.logOut('aria');
      await game.logIn('aria');
      expect(game.players.get('aria')).toEqual(save);
      site.addDelivery('aria', 1050, 1);
      await game.logOut('aria');
      await game.logIn('aria');
      expect(bankOf(game, 'aria', 1050)).toBe(1);
      expect(game.players.get('aria')).toMatchObject({ version, trailer: save.trailer });
      await waitFor(() => site.hiscores.get('aria')?.xpTenths[14] === 130_344_310);
    },
  );

  it.each(['a known', 'a new'])(
    'a save that cannot be read stops the login of %s player, and is kept until it can be read',
    async (kind) => {
      const warnings: string[] = [];
      const log = { info() {}, warn: (text: string) => void warnings.push(text) };
      const { game, site, stateDir } = await openLostCity({ log, heartbeatSeconds: 0.05 });
      if (kind === 'a known') await enter(game, 'aria');
      else await game.logIn('aria');
      const newer = saveOfVersion(12).toString('base64');
      const leave = { type: 'player_logout', username: 'aria', save: newer };
      expect(await game.ask(leave)).toMatchObject({ response: 0 });
      game.players.delete('aria');
      const folder = path.join(stateDir, 'rejected');
      const file = path.join(folder, 'aria-unread.sav');
      expect((await readFile(file)).toString('base64')).toBe(newer);
      expect(await readFile(path.join(folder, 'aria-unread.txt'), 'utf8')).toContain('version 12');
      await waitFor(() => site.heartbeats.at(-1)?.rejectedSaves === 1);

      // Neither an older save nor a new character: both would undo the player's progress.
      for (const options of [{}, { reconnecting: true }]) {
        const reply = await game.logIn('aria', 'secret', options);
        expect(reply).toEqual({ replyTo: expect.any(Number), response: 7 });
      }
      expect(warnings).toContainEqual(
        expect.stringMatching(/aria cannot log in: Saves of version 12 .* Update the adapter/),
      );

      // A later version of the adapter might read it.
      const record = path.join(stateDir, 'players', 'aria.json');
      const text = await readFile(record, 'utf8');
      const readable = saveOfVersion(9);
      await writeFile(record, text.replace(newer, readable.toString('base64')));
      expect(await game.logIn('aria')).toMatchObject({ response: 0 });
      expect(game.players.get('aria')).toEqual(readSave(readable));
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('a save under a wrong name or profile is kept aside before it is confirmed', async () => {
    const { game, stateDir } = await openLostCity();
    const save = saveOfVersion(6).toString('base64');
    const leave = { type: 'player_logout', username: '../../evil', save };
    expect(await game.ask(leave)).toMatchObject({ response: 0 });
    await game.ask({ type: 'player_logout', username: 'aria', profile: 'beta', save });
    const kept = (await readdir(path.join(stateDir, 'rejected'))).filter((one) =>
      one.endsWith('.sav'),
    );
    expect(kept).toEqual([
      expect.stringMatching(/^_evil-\w+\.sav$/),
      expect.stringMatching(/^aria-/),
    ]);
  });

  it('a save that cannot be kept is not confirmed, so the game keeps it', async () => {
    const { game, stateDir } = await openLostCity();
    await enter(game, 'aria');
    await rm(path.join(stateDir, 'rejected'), { recursive: true });
    await writeFile(path.join(stateDir, 'rejected'), 'not a folder');
    const save = Buffer.from('not a save').toString('base64');
    const answers = [
      game.ask({ type: 'player_logout', username: 'aria', save }).then(() => 'confirmed'),
      game.logIn('bree').then(() => 'nothing'),
    ];
    expect(await Promise.race(answers)).toBe('nothing');
    // The session stays open: the world still has the player's progress.
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
  });

  it('a save from a world that does not hold the session is refused', async () => {
    const { game, adapter } = await openLostCity();
    await enter(game, 'aria');
    const other = createFakeGame({ ...adapter, nodeId: 11 });
    other.players.set('aria', { ...fixture, playtime: 1_000_000 });
    await other.logOut('aria');
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
    await game.logOut('aria');
    await game.logIn('aria');
    expect(game.players.get('aria')?.playtime).toBe(fixture.playtime);
  });

  it('a repeated logout is harmless', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    game.play('aria', (save) => ({ ...save, x: 3000 }));
    const save = game.players.get('aria')!;
    await game.logOut('aria');
    game.players.set('aria', save);
    expect(await game.logOut('aria')).toMatchObject({ response: 0 });
    await game.logIn('aria');
    expect(game.players.get('aria')).toEqual(save);
  });
});

describe('deliveries', () => {
  it('a purchase is put into the bank once, at the next login', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const coins = site.addDelivery('aria', 995, 1000);
    const hat = site.addDelivery('Aria', 1050, 1);
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 995)).toBe(25_690);
    expect(bankOf(game, 'aria', 1050)).toBe(1);
    await waitFor(() => coins.state === 'delivered' && hat.state === 'delivered');
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 995)).toBe(25_690);
  });

  it('a bundle is put into the bank as a whole, and a rank is refused for good', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    await game.logOut('aria');
    const contents = [995, 1050].map((itemId) => ({ itemId, itemName: 'Part', quantity: 10 }));
    const bundle = site.addDelivery('aria', 0, 1, { kind: 'bundle', contents });
    const rank = site.addDelivery('aria', 0, 1, { kind: 'rank', value: 'knight' });
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 995)).toBe(24_700);
    expect(bankOf(game, 'aria', 1050)).toBe(10);
    await waitFor(() => bundle.state === 'delivered' && rank.state === 'failed');
    expect(rank.acks).toEqual(['failed: The game cannot deliver a rank.']);
  });

  it('everything that waits arrives at one login, not only the first 50', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    await game.logOut('aria');
    const bought = Array.from({ length: 120 }, () => site.addDelivery('aria', 995, 10));
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 995)).toBe(24_690 + 1200);
    await waitFor(() => bought.every(({ state }) => state === 'delivered'));
    expect(bought.every(({ acks }) => acks.length === 1)).toBe(true);
  });

  it('a new player gets deliveries from the second login on', async () => {
    const { game, site } = await openLostCity();
    const delivery = site.addDelivery('aria', 4151, 1);
    await game.logIn('aria');
    expect(delivery.state).toBe('queued');
    game.players.set('aria', fixture);
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 4151)).toBe(1);
  });

  it('a delivery offered again after a lost acknowledgement is only acknowledged again', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const delivery = site.addDelivery('aria', 4151, 1);
    await game.logOut('aria');
    await game.logIn('aria');
    await waitFor(() => delivery.acks.length > 0);
    await game.logOut('aria');
    // This is the state after an expired lease.
    delivery.state = 'queued';
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 4151)).toBe(1);
    await waitFor(() => delivery.state === 'delivered');
  });

  it('a delivery claimed but not saved before a crash arrives at the next login, within the lease', async () => {
    let isCrashing = false;
    const setup = await openLostCity({
      reach(point) {
        if (isCrashing && point === 'claimed') throw new Error('crashed');
      },
    });
    const { game, site } = setup;
    await enter(game, 'aria');
    const delivery = site.addDelivery('aria', 4151, 1);
    await game.logOut('aria');
    isCrashing = true;
    expect(await game.logIn('aria')).toMatchObject({ response: 7 });
    expect(delivery).toMatchObject({ state: 'claimed' });
    expect(delivery.leaseUntil).toBeGreaterThan(Date.now());
    isCrashing = false;
    await setup.restart();
    expect(await game.logIn('aria')).toMatchObject({ response: 0 });
    expect(bankOf(game, 'aria', 4151)).toBe(1);
  });

  it('a delivery to a full bank is reported and retried later', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const slots = Array.from({ length: 240 }, (_, id) => ({ id, count: 1 }));
    game.play('aria', (save) => ({ ...save, inventories: [{ type: 95, slots }] }));
    const delivery = site.addDelivery('aria', 4151, 1);
    await game.logOut('aria');
    await game.logIn('aria');
    await waitFor(() => delivery.acks.includes('failed: The bank is full.'));
    game.play('aria', (save) => ({ ...save, inventories: [] }));
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 4151)).toBe(1);
    await waitFor(() => delivery.state === 'delivered');
  });

  it('if the claim fails, the player can still log in and gets the item next time', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    site.addDelivery('aria', 4151, 1);
    await game.logOut('aria');
    site.setFault((url) => (url.endsWith('/claim') ? 'before' : undefined));
    expect(await game.logIn('aria')).toMatchObject({ response: 0 });
    site.setFault(undefined);
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 4151)).toBe(1);
  });
});

describe('commands', () => {
  it('kick is sent to the game and the player logs out', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'iron_man');
    const id = site.queue('kick', { player: 'Iron Man' });
    await waitFor(() => site.resultOf(id));
    expect(site.resultOf(id)).toEqual({ status: 'done', detail: 'Kicked.' });
    expect(game.received).toContainEqual({ type: 4, username: 'iron_man' });
    await logInUntil(game, 'iron_man', 0);
  });

  it('mute and unmute reach an online player in order', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const until = '2031-05-05T00:00:00.000Z';
    site.queue('mute', { player: 'aria', until, reason: 'Spam' });
    site.queue('unmute', { player: 'aria' });
    const last = site.queue('mute', { player: 'aria', until: null, reason: 'Spam' });
    await waitFor(() => site.resultOf(last));
    expect(game.received.filter(({ type }) => type === 3).map((one) => one.muted_until)).toEqual([
      until,
      null,
      '9999-12-31T23:59:59.000Z',
    ]);
  });

  it('a player who is not in the game is not reported as kicked', async () => {
    const setup = await openLostCity({ staleSessionSeconds: 0.2 });
    const { game, site } = setup;
    await enter(game, 'aria');
    await setup.restart(() => game.players.clear());
    await game.sendFriendMessage(0);
    const id = site.queue('kick', { player: 'aria' });
    expect(await waitFor(() => site.resultOf(id))).toEqual({
      status: 'done',
      detail: 'The player is not online.',
    });
    expect(game.received).toContainEqual({ type: 4, username: 'aria' });
  });

  it('a kick or ban that the game does not follow is reported as failed', async () => {
    const { game, site } = await openLostCity({ staleSessionSeconds: 0.2 });
    await enter(game, 'aria');
    game.onKick(async () => {});
    const kick = site.queue('kick', { player: 'aria' });
    const ban = site.queue('ban', { player: 'aria', until: null, reason: 'Cheating' });
    for (const id of [kick, ban]) {
      expect(await waitFor(() => site.resultOf(id))).toEqual({
        status: 'failed',
        detail: 'The game was told to kick the player, who has not left.',
      });
    }
  });

  it('kick and mute reach a player under the name the game uses', async () => {
    const { game, site } = await openLostCity({ staleSessionSeconds: 0.2 });
    await enter(game, 'iron_man');
    // An older adapter may have let the player in under this spelling.
    await game.sendPresence(5, 'iron__man');
    const mute = site.queue('mute', { player: 'Iron Man', until: null, reason: 'Spam' });
    await waitFor(() => site.resultOf(mute));
    expect(site.resultOf(mute)).toEqual({ status: 'done', detail: 'Muted in the game.' });
    const kick = site.queue('kick', { player: 'Iron Man' });
    await waitFor(() => site.resultOf(kick));
    const names = game.received.map(({ type, username }) => [type, username]);
    expect(names).toEqual([
      [3, 'iron__man'],
      [4, 'iron__man'],
    ]);
  });

  it('runs broadcast, vote, restart with a countdown, and reloadContracts', async () => {
    const { game, site, stateDir, adapter } = await openLostCity();
    // A world of another profile gets nothing.
    const beta = createFakeGame({ ...adapter, nodeId: 11, profile: 'beta' });
    await beta.sendFriendMessage(0);
    await game.start();
    site.setContracts([contract]);
    site.queue('broadcast', { message: 'Drop party at the fountain!' });
    site.queue('vote', { player: 'Iron Ada', list: 'Lantern List', streak: 2 });
    site.queue('restart', { seconds: 60 });
    const id = site.queue('reloadContracts', {});
    await waitFor(() => site.resultOf(id));
    expect(site.resultOf(id)).toEqual({ status: 'done', detail: '1 contracts.' });
    expect(game.received).toEqual([
      { type: 6, message: 'Drop party at the fountain!' },
      { type: 6, message: 'Iron Ada has voted for us on Lantern List!' },
      { type: 5, duration: 100 },
      { type: 8 },
    ]);
    expect(beta.received).toEqual([]);
    beta.disconnect();
    const stored = await readFile(path.join(stateDir, 'contracts.json'), 'utf8');
    expect(JSON.parse(stored)).toEqual([contract]);
  });

  it('teleport kicks the player and moves them at the next login', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const id = site.queue('teleport', { player: 'aria', x: 3093, y: 3493, height: 1 });
    const { status, detail } = await waitFor(() => site.resultOf(id));
    expect({ status, detail }).toEqual({
      status: 'done',
      detail: 'The player was kicked and will be moved at the next login.',
    });
    await logInUntil(game, 'aria', 0);
    expect(game.players.get('aria')).toMatchObject({ x: 3093, z: 3493, plane: 1 });
    const stranger = site.queue('teleport', { player: 'nobody', x: 1, y: 1, height: 0 });
    expect(await waitFor(() => site.resultOf(stranger))).toMatchObject({ status: 'failed' });
  });

  it('a rename kicks the player, who continues under the new name; a name in use is refused', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    site.addAccount('new_aria', { password: 'secret' });
    const id = site.queue('rename', { player: 'Aria', name: 'New Aria' });
    expect(await waitFor(() => site.resultOf(id))).toEqual({ status: 'done', detail: 'Renamed.' });
    // Response 0 comes with a save, so the character is the old one; 4 is a new character.
    await logInUntil(game, 'new_aria', 0);
    await logInUntil(game, 'bree', 4);
    // In the world, so that a kick makes her leave.
    game.players.set('bree', fixture);
    const taken = site.queue('rename', { player: 'Bree', name: 'New Aria' });
    expect(await waitFor(() => site.resultOf(taken))).toEqual({
      status: 'failed',
      detail: 'The game already has a New Aria.',
    });
    const missing = site.queue('rename', { player: 'Nobody', name: 'Cleo' });
    expect(await waitFor(() => site.resultOf(missing))).toMatchObject({ status: 'done' });
  });

  it('a rank or ban kicks the player and takes effect at the next login', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    site.accounts.get('aria')!.rank = 2;
    const rank = site.queue('setRank', { player: 'aria', rank: 2 });
    await waitFor(() => site.resultOf(rank));
    expect(await logInUntil(game, 'aria', 0)).toMatchObject({ staffmodlevel: 2 });
    site.accounts.get('aria')!.ban = { reason: 'Cheating' };
    const ban = site.queue('ban', { player: 'aria', until: null, reason: 'Cheating' });
    await waitFor(() => site.resultOf(ban));
    await logInUntil(game, 'aria', 5);
  });

  it('an expired command is not run', async () => {
    const { game, site } = await openLostCity();
    await game.start();
    const id = site.queue('broadcast', { message: 'Late' }, new Date(Date.now() - 1000));
    expect(await waitFor(() => site.resultOf(id))).toMatchObject({ status: 'expired' });
    expect(game.received).toEqual([]);
  });

  it('commands wait for the game to connect, and expire after their deadline', async () => {
    const { game, site } = await openLostCity();
    const soon = site.queue('broadcast', { message: 'Soon' }, new Date(Date.now() + 300));
    const patient = site.queue('broadcast', { message: 'Patient' });
    await waitFor(() => site.resultOf(soon));
    expect(site.resultOf(soon)).toMatchObject({ status: 'expired' });
    await game.start();
    await waitFor(() => site.resultOf(patient));
    await waitFor(() => game.received.length > 0);
    expect(game.received).toEqual([{ type: 6, message: 'Patient' }]);
  });
});

describe('moderation, heartbeats and the lock', () => {
  it('mutes and bans given in the game reach the website, even after it was down', async () => {
    const { game, site } = await openLostCity();
    await site.stop();
    const until = '2031-01-01T00:00:00.000Z';
    await game.send({ type: 'player_ban', staff: 'mod_ash', username: 'aria', until });
    await game.send({ type: 'player_mute', staff: 'mod_ash', username: 'bree', until: 0 });
    // The game writes a time as text or as a number, and none for a mute without an end.
    await game.send({ type: 'player_mute', staff: 'mod_ash', username: 'cleo', until: null });
    const end = Date.parse(until);
    await game.send({ type: 'player_mute', staff: 'mod_ash', username: 'dora', until: end });
    await game.send({ type: 'player_ban', staff: 'mod_ash', username: 'edda', until: 0 });
    await site.open();
    await waitFor(() => site.events.length === 5);
    expect(site.events.slice(2).map(({ kind, player, until: at }) => [kind, player, at])).toEqual([
      ['mute', 'cleo', null],
      ['mute', 'dora', until],
      ['unban', 'edda', null],
    ]);
    expect(site.events.slice(0, 2)).toEqual([
      { kind: 'ban', player: 'aria', staff: 'mod_ash', until, reason: 'Given in the game.' },
      {
        kind: 'unmute',
        player: 'bree',
        staff: 'mod_ash',
        until: null,
        reason: 'Given in the game.',
      },
    ]);
  });

  it.each([
    [401, 1],
    [403, 1],
    [400, 0],
  ])('after the answer %i the outbox holds %i of one ban', async (status, count) => {
    const stopping = new AbortController();
    const bridge = {
      signal: stopping.signal,
      async call() {
        stopping.abort();
        throw new BridgeRefusal(status, '', 'Refused.');
      },
    } as unknown as Bridge;
    let kept: { key: string; event: ModerationEvent }[] = [];
    const entries = {
      get: () => kept,
      set: async (next: typeof kept) => void (kept = next),
    };
    const outbox = createModerationOutbox({ bridge, entries, log: silentLog });
    const event = { kind: 'ban', player: 'aria', staff: 'mod_ash', until: null } as const;
    await outbox.add(event);
    await outbox.run();
    expect(kept.map((entry) => entry.event)).toEqual(Array.from({ length: count }, () => event));
  });

  it('bans wait in their order, are tried again with the same key, and a rejected one is logged', async () => {
    let kept: { key: string; event: ModerationEvent }[] = [];
    const entries = { get: () => kept, set: async (next: typeof kept) => void (kept = next) };
    const calls: unknown[] = [];
    const warnings: string[] = [];
    const log = { info() {}, warn: (text: string) => void warnings.push(text) };
    /** Runs until the token is refused, or until Cleo's ban is sent. */
    const openOutbox = (isRevoked: boolean) => {
      const stopping = new AbortController();
      const bridge = {
        signal: stopping.signal,
        async call(
          _endpoint: unknown,
          { body }: { body: { events: ModerationEvent[] } },
          options: object,
        ) {
          const [player = ''] = body.events.map((event) => event.player);
          calls.push([player, options]);
          if (isRevoked || player === 'cleo') stopping.abort();
          if (isRevoked) throw new BridgeRefusal(401, '', 'Revoked.');
          const status = player === 'bree' ? 'rejected' : 'accepted';
          return { results: [{ player, status, reason: 'protected' }] };
        },
      } as unknown as Bridge;
      return createModerationOutbox({ bridge, entries, log });
    };
    const outbox = openOutbox(true);
    for (const player of ['aria', 'bree', 'cleo']) {
      await outbox.add({ kind: 'ban', player, staff: 'mod_ash', until: null });
    }
    const [first, second, third] = kept.map(({ key }) => ({ idempotencyKey: key, attempts: 3 }));
    await outbox.run();
    await openOutbox(false).run();
    expect(calls).toEqual([
      ['aria', first],
      ['aria', first],
      ['bree', second],
      ['cleo', third],
    ]);
    expect(new Set([first, second, third].map((one) => one?.idempotencyKey)).size).toBe(3);
    expect(warnings).toEqual(['The website rejected the ban of bree: protected.']);
    expect(kept).toEqual([]);
  });

  it('heartbeats list the online players and are sent only while the game is connected', async () => {
    const { game, site } = await openLostCity({ heartbeatSeconds: 0.05 });
    await enter(game, 'iron_man');
    await waitFor(() => site.heartbeats.at(-1)?.online === 1);
    expect(site.heartbeats.at(-1)).toMatchObject({
      state: 'running',
      players: ['Iron Man'],
      deliveryKinds: ['item', 'bundle'],
    });
    const { bootId } = site.heartbeats.at(-1)!;
    await game.start();
    await waitFor(() => site.heartbeats.at(-1)?.bootId !== bootId);
    site.queue('restart', { seconds: 5 });
    await waitFor(() => site.heartbeats.at(-1)?.state === 'stopping');
    await game.start();
    await waitFor(() => site.heartbeats.at(-1)?.state === 'running');
    game.disconnect();
    await waitFor(() => Date.now() - lastHeartbeatAt(site) > 500);
    expect(site.heartbeats.at(-1)).toMatchObject({ state: 'running' });
  });

  it('a game that listens at its address is up, also before it connects to the adapter', async () => {
    const listening = createServer((socket) => void socket.destroy());
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    onTestFinished(() => void listening.close());
    const { port } = listening.address() as AddressInfo;
    const { site } = await openLostCity({
      gameAddress: { host: '127.0.0.1', port },
      maxPlayers: 50,
      heartbeatSeconds: 0.05,
    });
    expect(await waitFor(() => site.heartbeats.at(-1))).toMatchObject({
      state: 'running',
      online: 0,
      max: 50,
      players: [],
      rejectedSaves: 0,
    });
  });

  it('two adapters cannot share a state folder', async () => {
    const { stateDir, site } = await openLostCity();
    const second = startLostCity({ ...optionsFor(site, stateDir) });
    await expect(second).rejects.toThrow('in use by another adapter');
  });
});

describe('restarts in any order', () => {
  it('the session and the save survive an adapter restart while the player is online', async () => {
    const setup = await openLostCity();
    await enter(setup.game, 'aria');
    const { game } = await setup.restart();
    expect(await game.logIn('aria', 'secret', { reconnecting: true })).toMatchObject({
      response: 2,
    });
    game.play('aria', (save) => ({ ...save, x: 3001 }));
    expect(await game.logOut('aria')).toMatchObject({ response: 0 });
    await game.logIn('aria');
    expect(game.players.get('aria')?.x).toBe(3001);
  });

  it('commands wait until the game reconnects after an adapter restart', async () => {
    const setup = await openLostCity();
    await enter(setup.game, 'aria');
    const { game } = await setup.restart();
    const id = setup.site.queue('broadcast', { message: 'Still there?' });
    const mute = setup.site.queue('mute', { player: 'aria', until: null, reason: '' });
    expect(setup.site.resultOf(id)).toBeUndefined();
    // A chat message makes the game connect to the friend channel.
    await game.sendFriendMessage(9, { nodeId: 10, username: 'aria', chat: 'hello' });
    await waitFor(() => setup.site.resultOf(id) && setup.site.resultOf(mute));
    expect(game.received.map(({ type }) => type)).toEqual([6, 3]);
  });

  it('a session the game lost while the adapter was down is closed after a check', async () => {
    const setup = await openLostCity({ staleSessionSeconds: 0.2 });
    await enter(setup.game, 'aria');
    // The game restarts while the adapter is down, so the adapter does not see world_startup.
    const { game } = await setup.restart();
    game.players.clear();
    await game.sendFriendMessage(0);
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
    await logInUntil(game, 'aria', 0);
    expect(game.received).toContainEqual({ type: 4, username: 'aria' });
  });

  it('a player who turns out to be online loses no progress', async () => {
    const setup = await openLostCity({ staleSessionSeconds: 0.2 });
    await enter(setup.game, 'aria');
    setup.game.play('aria', (save) => ({ ...save, x: 3002 }));
    const { game } = await setup.restart();
    await game.sendFriendMessage(0);
    expect(await game.logIn('aria')).toMatchObject({ response: 3 });
    await logInUntil(game, 'aria', 0);
    expect(game.players.get('aria')?.x).toBe(3002);
  });

  it('the game reconnects after losing both connections', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    game.disconnect();
    const id = site.queue('kick', { player: 'aria' });
    game.play('aria', (save) => ({ ...save, x: 3003 }));
    await game.autosave('aria');
    await game.sendFriendMessage(0);
    await waitFor(() => site.resultOf(id)?.status === 'done');
    await waitFor(() => !game.players.has('aria'));
    await game.logIn('aria');
    expect(game.players.get('aria')?.x).toBe(3003);
  });

  it('results and levels arrive after the website was down', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    await site.stop();
    game.play('aria', (save) => ({
      ...save,
      stats: save.stats.with(2, { xpTenths: 7, level: 1 }),
    }));
    expect(await game.logOut('aria')).toMatchObject({ response: 0 });
    await site.open();
    await waitFor(() => site.hiscores.get('aria')?.xpTenths[2] === 7);
    const id = site.queue('broadcast', { message: 'Welcome back' });
    await waitFor(() => site.resultOf(id));
  });

  it('a command that ran before a restart is reported, not run again', async () => {
    const setup = await openLostCity();
    await setup.game.start();
    setup.site.setFault((url) => (url.endsWith('/result') ? 'before' : undefined));
    const id = setup.site.queue('broadcast', { message: 'Once' });
    await waitFor(() => setup.game.received.length > 0);
    await waitFor(async () => {
      const stored = await readFile(path.join(setup.stateDir, 'commands.json'), 'utf8').catch(
        () => '',
      );
      return stored.includes('done');
    });
    const { game } = await setup.restart();
    setup.site.setFault(undefined);
    await game.sendFriendMessage(0);
    await waitFor(() => setup.site.resultOf(id)?.status === 'done');
    expect(game.received).toHaveLength(1);
  });
});

const seen = { count: 0, at: 0 };

function lastHeartbeatAt(site: FakeSite): number {
  if (site.heartbeats.length !== seen.count) {
    seen.count = site.heartbeats.length;
    seen.at = Date.now();
  }
  return seen.at;
}

const contract = {
  id: 1,
  name: 'Oak for the carpenter',
  type: 'Gather' as const,
  skill: 'Woodcutting',
  level: 15,
  npcId: 1,
  npcName: 'Carpenter',
  itemId: 1521,
  minAmount: 10,
  maxAmount: 30,
  weight: 5,
  description: '',
};
