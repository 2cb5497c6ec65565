import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { silentLog } from '../lib/log.ts';
import { createFakeGame } from '../testing/fake-game.ts';
import { bankOf, enter, fixture, logInUntil, openLostCity } from '../testing/open-lostcity.ts';
import { waitFor } from '../testing/wait-for.ts';
import type { FriendChannel } from './friend-channel.ts';
import { createOpenSessions } from './open-sessions.ts';
import { readSave } from './save-format.ts';
import type { Sessions } from './sessions.ts';
import { createRemoval } from './stale-sessions.ts';

// An account has one character in the game, whatever the players, the game and the adapter do.

const reconnecting = { reconnecting: true };

describe('the spelling of a name', () => {
  it('only the game’s own spelling enters; a name with double separators is refused', async () => {
    const { game } = await openLostCity();
    await game.start();
    for (const typed of ['iron  man', 'Iron__Man', 'iron--man', 'iron_-man']) {
      expect(await game.logIn(typed), typed).toEqual({ replyTo: expect.any(Number), response: 1 });
    }
    expect(await game.logIn('Iron Man')).toMatchObject({ response: 4 });
  });

  it('a spelling that the game would not send is refused', async () => {
    const { game } = await openLostCity();
    for (const username of ['Iron_Man', 'iron man', 'iron-man', '_iron_man', '', '../aria']) {
      const login = { type: 'player_login', username, password: 'secret' };
      expect(await game.ask(login), username).toMatchObject({ response: 1 });
    }
  });

  it('a second spelling does not enter while the player is online, by no type of login', async () => {
    const { game } = await openLostCity();
    await enter(game, 'iron_man');
    for (const options of [{}, reconnecting]) {
      const reply = await game.logIn('iron__man', 'secret', options);
      expect(reply).toMatchObject({ response: 1 });
      expect(reply).not.toHaveProperty('save');
    }
    expect([...game.players.keys()]).toEqual(['iron_man']);
  });
});

describe('an open session', () => {
  it('a dropped connection is resumed, and the game never gets a second save', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    game.play('aria', (save) => ({ ...save, x: 3005 }));
    const reply = await game.logIn('aria', 'secret', reconnecting);
    expect(reply).toMatchObject({ response: 2, account_id: 1 });
    expect(reply).not.toHaveProperty('save');
    expect(game.players.get('aria')?.x).toBe(3005);
  });

  it('a reconnect from a world that does not have the player gets no save', async () => {
    const { game, adapter } = await openLostCity();
    await enter(game, 'aria');
    const other = createFakeGame({ ...adapter, nodeId: 11 });
    for (const world of [game, other]) {
      // Only a crash makes the own world forget a player who is online.
      if (world === game) game.players.delete('aria');
      const reply = await world.logIn('aria', 'secret', reconnecting);
      expect(reply).toMatchObject({ response: 3 });
      expect(reply).not.toHaveProperty('save');
    }
  });

  it('of logins at once on two worlds one enters', async () => {
    const { game, adapter } = await openLostCity();
    await enter(game, 'aria');
    await game.logOut('aria');
    const worlds = [game, createFakeGame({ ...adapter, nodeId: 11 })];
    const types = [{}, reconnecting];
    const replies = await Promise.all(
      worlds.flatMap((world) => types.map((type) => world.logIn('aria', 'secret', type))),
    );
    expect(replies.filter(({ save }) => save)).toHaveLength(1);
    expect(worlds.filter(({ players }) => players.has('aria'))).toHaveLength(1);
  });

  it('a login during a logout waits for the save', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    game.play('aria', (save) => ({ ...save, x: 3006 }));
    const leaving = game.logOut('aria');
    // The game itself would wait; this login overtakes the logout's answer.
    const login = { type: 'player_login', username: 'aria', password: 'secret' };
    const [reply] = await Promise.all([game.ask(login), leaving]);
    const given = reply.save ? readSave(Buffer.from(reply.save, 'base64')) : undefined;
    expect([undefined, 3006]).toContain(given?.x);
    expect(reply.response).toBe(given ? 0 : 3);
  });

  it('a logout that the game repeats does not undo a delivery of the login in between', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    const before = game.players.get('aria')!;
    await game.logOut('aria');
    const hat = site.addDelivery('aria', 1050, 1);
    // The game did not get the answer to the logout, so it refuses the player and repeats the logout.
    const login = { type: 'player_login', username: 'aria', password: 'secret' };
    expect(await game.ask(login)).toMatchObject({ response: 0 });
    await waitFor(() => hat.state === 'delivered');
    game.players.set('aria', before);
    expect(await game.logOut('aria')).toMatchObject({ response: 0 });
    expect(await game.logIn('aria')).toMatchObject({ response: 0 });
    expect(bankOf(game, 'aria', 1050)).toBe(1);
  });
});

describe('a session in doubt', () => {
  it('is one of which its own world has not said that the player is in', () => {
    const sessions = createOpenSessions({ entryMs: 0 });
    sessions.set('aria', { nodeId: 10, username: 'aria', openedAt: '' });
    expect(sessions.isDoubtful('aria')).toBe(true);
    sessions.notePresence(11, 'aria', true);
    expect(sessions.isDoubtful('aria')).toBe(true);
    sessions.notePresence(10, 'aria', true);
    sessions.notePresence(11, 'aria', false);
    sessions.forgetPresence(11);
    expect(sessions.isDoubtful('aria')).toBe(false);
    sessions.forgetPresence(10);
    expect(sessions.isDoubtful('aria')).toBe(true);
  });

  it('is closed without a question once its world was silent for longer than between autosaves', () => {
    const closed: unknown[] = [];
    const check = (silentMs: number, isDoubtful: boolean) => {
      const session = { nodeId: 10, heardAt: Date.now() - silentMs };
      const sessions = {
        online: { find: () => session, isDoubtful: () => isDoubtful },
        abandon: async (...given: unknown[]) => void closed.push(given),
      } as unknown as Sessions;
      const friend = { isConnected: () => false } as unknown as FriendChannel;
      const { signal } = new AbortController();
      const times = { answerMs: 0, silenceMs: 60_000 };
      createRemoval({ sessions, friend, log: silentLog, signal, ...times }).check('aria');
    };
    check(120_000, false);
    check(30_000, true);
    expect(closed).toEqual([]);
    check(120_000, true);
    expect(closed).toEqual([['aria', 10]]);
  });

  it('a world that starts without naming its profile has no players online', async () => {
    const { game } = await openLostCity();
    await enter(game, 'aria');
    game.crash();
    await game.send({ type: 'world_startup', profile: undefined });
    expect(await logInUntil(game, 'aria', 0)).toHaveProperty('save');
  });

  it('a game that starts before the adapter lets its players in at once', async () => {
    const setup = await openLostCity();
    const { game, site } = setup;
    await enter(game, 'aria');
    const hat = site.addDelivery('aria', 1050, 1);
    // Both crash, and the game starts again before the adapter.
    await setup.restart(() => game.crash());
    expect(await game.logIn('aria')).toMatchObject({ response: 0 });
    // The world could still refuse the save, so deliveries wait for the next login.
    expect(hat.state).toBe('queued');
    expect(game.players.get('aria')).toEqual(fixture);
    await game.logOut('aria');
    await game.logIn('aria');
    expect(bankOf(game, 'aria', 1050)).toBe(1);
  });

  it('a client that reconnects after such a crash is let in too', async () => {
    const setup = await openLostCity();
    await enter(setup.game, 'aria');
    const { game } = await setup.restart(() => setup.game.crash());
    const reply = await game.logIn('aria', 'secret', reconnecting);
    expect(reply).toMatchObject({ response: 0, save: expect.any(String) });
  });

  it('a player who is still in the world keeps playing, and the second login changes nothing', async () => {
    const setup = await openLostCity();
    const { game, site } = setup;
    await enter(game, 'aria');
    game.play('aria', (save) => ({ ...save, x: 3007 }));
    const hat = site.addDelivery('aria', 1050, 1);
    await setup.restart();
    // The adapter cannot know; the world refuses a player who is in it.
    await game.logIn('aria');
    expect(game.players.get('aria')?.x).toBe(3007);
    expect(hat.state).toBe('queued');
    await game.logOut('aria');
    await game.logIn('aria');
    expect(game.players.get('aria')?.x).toBe(3007);
    expect(bankOf(game, 'aria', 1050)).toBe(1);
  });

  it('another world gets no save until the first one has answered', async () => {
    const setup = await openLostCity({ staleSessionSeconds: 0.2 });
    await enter(setup.game, 'aria');
    const { game } = await setup.restart();
    const other = createFakeGame({ ...setup.adapter, nodeId: 11 });
    expect(await other.logIn('aria')).toMatchObject({ response: 3 });
    expect(await other.logIn('aria')).toMatchObject({ response: 3 });
    expect(game.players.has('aria')).toBe(true);
    await game.sendFriendMessage(0);
    await logInUntil(other, 'aria', 0);
    expect(game.players.has('aria')).toBe(false);
  });

  it('an answer the game did not get locks the player out only until the session may be doubted', async () => {
    const { game, site } = await openLostCity({ entryMs: 0, staleSessionSeconds: 0.2 });
    await enter(game, 'aria');
    const hat = site.addDelivery('aria', 1050, 1);
    await game.logOut('aria');
    // The game stops waiting for this answer, so the player never enters.
    await game.ask({ type: 'player_login', username: 'aria', password: 'secret' });
    await waitFor(() => hat.state === 'delivered');
    await logInUntil(game, 'aria', 0);
    expect(bankOf(game, 'aria', 1050)).toBe(1);
  });

  it('if the game disconnects before the answer, the player can log in again', async () => {
    const { game, site } = await openLostCity();
    await enter(game, 'aria');
    await game.logOut('aria');
    const hat = site.addDelivery('aria', 1050, 1);
    let answer = (): void => {};
    const held = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
    let isAsked = false;
    site.setFault((url) => {
      if (!url.endsWith('/claim')) return undefined;
      isAsked = true;
      return held;
    });
    const lost = game.logIn('aria').catch(() => 'lost');
    await waitFor(() => isAsked);
    game.disconnect();
    answer();
    expect(await lost).toBe('lost');
    await waitFor(() => hat.state === 'delivered');
    const cape = site.addDelivery('aria', 1052, 1);
    await logInUntil(game, 'aria', 0);
    expect(bankOf(game, 'aria', 1050)).toBe(1);
    // The player may be in the world all the same, which would then throw this save away.
    expect(cape.state).toBe('queued');
  });

  it('a save from a world whose session was closed in doubt is not lost', async () => {
    const setup = await openLostCity({ staleSessionSeconds: 0.2, heartbeatSeconds: 0.05 });
    await enter(setup.game, 'aria');
    const { game } = await setup.restart();
    game.onKick(async () => {});
    await game.sendFriendMessage(0);
    const other = createFakeGame({ ...setup.adapter, nodeId: 11 });
    await other.logIn('aria');
    await waitFor(() => setup.site.heartbeats.at(-1)?.online === 0);
    game.play('aria', (save) => ({ ...save, x: 3008 }));
    await game.autosave('aria');
    await waitFor(async () => (await other.logIn('aria')).response === 3);
    await game.logOut('aria');
    await logInUntil(other, 'aria', 0);
    expect(other.players.get('aria')?.x).toBe(3008);
    expect(await readdir(path.join(setup.stateDir, 'rejected'))).toEqual([]);
  });
});
