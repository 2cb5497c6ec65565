import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { fromBase37, toBase37 } from '../lib/base37.ts';
import { silentLog } from '../lib/log.ts';
import type { RecordStore } from '../lib/record-store.ts';
import { createFakeFriends } from '../testing/fake-friends.ts';
import { createFakeGame } from '../testing/fake-game.ts';
import { startFakeSite } from '../testing/fake-site.ts';
import { fixture, logInUntil } from '../testing/open-lostcity.ts';
import { waitFor } from '../testing/wait-for.ts';
import { createFriends } from './friends.ts';
import type { FriendRecord } from './friends.ts';
import { startLostCity } from './lostcity.ts';
import type { OpenSession } from './open-sessions.ts';

const chat = { on: 0, friends: 1, off: 2 };

describe('a name as a number', () => {
  it('is the number that the game computes', () => {
    expect(toBase37('a')).toBe('1');
    expect(toBase37('zezima')).toBe('1813643468');
    for (const name of ['a', 'iron_man', '0rb', 'twelve_chars']) {
      expect(fromBase37(toBase37(name))).toBe(name);
    }
  });

  it('is refused outside the range, at zero, and with an underscore at the end', () => {
    for (const text of ['0', '37', '-1', '1.5', 'x', '6582952005840035281', '9'.repeat(30)]) {
      expect(fromBase37(text), text).toBeUndefined();
    }
  });
});

describe('friends', () => {
  it('see each other come and go, in their own and in other worlds', async () => {
    const { one, other } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 0);
    await other.enter('bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 11);
    await other.leave('bree');
    await waitFor(() => one.worldOf('aria', 'bree') !== 11);
    expect(one.worldOf('aria', 'bree')).toBe(0);
  });

  it('stay online if the world that they left says so only after they entered another', async () => {
    const { one, other } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'bree');
    await one.enter('bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 10);
    await one.game.send({ type: 'player_force_logout', username: 'bree' });
    await logInUntil(other.game, 'bree', 4);
    await waitFor(() => one.worldOf('aria', 'bree') === 11);
    await one.leave('bree');
    await one.change('addFriend', 'aria', 'cleo');
    await waitFor(() => one.worldOf('aria', 'cleo') === 0);
    expect(one.worldOf('aria', 'bree')).toBe(11);
  });

  it('are in the list at the next login, also after a restart of the adapter', async () => {
    const { one, restart } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'bree');
    await one.change('addFriend', 'aria', 'iron_man');
    await one.change('removeFriend', 'aria', 'bree');
    await one.change('ignore', 'aria', 'cleo');
    await one.change('ignore', 'aria', 'bree');
    await one.change('stopIgnoring', 'aria', 'cleo');
    await waitFor(() => one.worldOf('aria', 'iron_man') === 0);
    const after = await restart();
    await after.one.game.start();
    await after.one.enter('aria');
    await waitFor(() => after.one.ignoredBy('aria')?.length);
    expect(after.one.ignoredBy('aria')).toEqual([toBase37('bree')]);
    expect(after.one.worldOf('aria', 'iron_man')).toBe(0);
    expect(after.one.worldOf('aria', 'bree')).toBeUndefined();
  });

  it('a player who is online during a restart of the adapter is still online for friends', async () => {
    const { one, other, restart } = await open();
    await one.enter('aria', chat.friends);
    await one.change('addFriend', 'aria', 'bree');
    await other.enter('bree');
    await other.change('addFriend', 'bree', 'aria');
    await waitFor(() => other.worldOf('bree', 'aria') === 10);
    await restart({ isGameKept: true });
    // The worlds connect again when they have something to say.
    one.game.social.length = 0;
    await one.game.sendFriendMessage(9, { username: 'aria', chat: 'hello' });
    await waitFor(() => one.worldOf('aria', 'bree') === 0);
    await other.say('bree', 'aria', 'back again');
    await waitFor(() => one.messagesTo('aria').length);
    expect(one.messagesTo('aria')).toEqual(['back again']);
    await waitFor(() => one.worldOf('aria', 'bree') === 11);
  });

  it('a world that stopped has nobody online', async () => {
    const { one, other } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'bree');
    await other.enter('bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 11);
    other.game.disconnect();
    await waitFor(() => one.worldOf('aria', 'bree') === 0);
    await other.game.sendFriendMessage(9, { username: 'bree', chat: 'hello' });
    await waitFor(() => one.worldOf('aria', 'bree') === 11);
    await other.game.start();
    await waitFor(() => one.worldOf('aria', 'bree') !== 11);
    expect(one.worldOf('aria', 'bree')).toBe(0);
  });

  it('a renamed player stays a friend of the others and keeps the own list', async () => {
    const { one, site, restart } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'bree');
    await one.enter('cleo');
    await one.change('addFriend', 'cleo', 'aria');
    await waitFor(() => one.worldOf('cleo', 'aria') === 10);
    one.game.players.set('aria', fixture);
    site.addAccount('dawn', { password: 'secret' });
    const id = site.queue('rename', { player: 'Aria', name: 'Dawn' });
    expect(await waitFor(() => site.resultOf(id))).toMatchObject({ status: 'done' });
    const after = await restart();
    await after.one.game.start();
    await after.one.enter('dawn');
    await after.one.enter('cleo');
    await waitFor(() => after.one.worldOf('cleo', 'dawn') === 10);
    expect(after.one.worldOf('cleo', 'aria')).toBeUndefined();
    expect(after.one.worldOf('dawn', 'bree')).toBe(0);
  });

  it('a friend that is the code of a name claim is sent to the website and not stored', async () => {
    const { one, site } = await open();
    await one.enter('aria');
    await one.change('addFriend', 'aria', 'claim4k7m2x9');
    await waitFor(() => site.nameClaims.length > 0);
    expect(site.nameClaims).toEqual([{ player: 'aria', code: 'claim4k7m2x9' }]);
    await one.change('addFriend', 'aria', 'bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 0);
    expect(one.worldOf('aria', 'claim4k7m2x9')).toBeUndefined();
  });

  it('a message that is not understood changes nothing', async () => {
    const { one } = await open();
    await one.enter('aria');
    await one.game.sendFriendMessage(1, { username37: toBase37('aria'), targetUsername37: '37' });
    await one.game.sendFriendMessage(1, { username37: toBase37('aria__x'), targetUsername37: '1' });
    await one.game.sendFriendMessage(8, { username37: 5 });
    await one.change('addFriend', 'aria', 'aria');
    await one.change('addFriend', 'aria', 'bree');
    await waitFor(() => one.worldOf('aria', 'bree') === 0);
    expect(one.worldOf('aria', 'aria')).toBeUndefined();
  });
});

describe('who sees a player online and may write', () => {
  it('chat mode friends is for the player’s own friends, off for nobody', async () => {
    const { one, other } = await open();
    await one.enter('aria', chat.friends);
    await other.enter('bree');
    await other.change('addFriend', 'bree', 'aria');
    await other.say('bree', 'aria', 'one');
    await waitFor(() => other.worldOf('bree', 'aria') === 0);
    await one.change('addFriend', 'aria', 'bree');
    await waitFor(() => other.worldOf('bree', 'aria') === 10);
    await other.say('bree', 'aria', 'two');
    await waitFor(() => one.messagesTo('aria').length);
    await one.setChatMode('aria', chat.off);
    await waitFor(() => other.worldOf('bree', 'aria') === 0);
    await other.say('bree', 'aria', 'three');
    await other.change('addFriend', 'bree', 'cleo');
    await waitFor(() => other.worldOf('bree', 'cleo') === 0);
    await one.setChatMode('aria', chat.on);
    await waitFor(() => other.worldOf('bree', 'aria') === 10);
    await other.say('bree', 'aria', 'four');
    await waitFor(() => one.messagesTo('aria').length > 1);
    expect(one.messagesTo('aria')).toEqual(['two', 'four']);
  });

  it('an ignored player sees nothing and reaches nobody; staff do', async () => {
    const { one, other } = await open();
    await one.enter('aria');
    await other.enter('bree');
    await other.enter('mod_tess');
    for (const name of ['bree', 'mod_tess']) {
      await other.change('addFriend', name, 'aria');
      await waitFor(() => other.worldOf(name, 'aria') === 10);
      await one.change('ignore', 'aria', name);
    }
    await waitFor(() => other.worldOf('bree', 'aria') === 0);
    expect(other.worldOf('mod_tess', 'aria')).toBe(10);
    await other.say('bree', 'aria', 'ignored');
    await other.say('mod_tess', 'aria', 'from staff', 2);
    await waitFor(() => one.messagesTo('aria').length);
    await one.change('stopIgnoring', 'aria', 'bree');
    await waitFor(() => other.worldOf('bree', 'aria') === 10);
    await other.say('bree', 'aria', 'heard');
    await waitFor(() => one.messagesTo('aria').length > 1);
    expect(one.messagesTo('aria')).toEqual(['from staff', 'heard']);
  });

  it('a muted player is not heard: muted on the website, by a command or in the game', async () => {
    const { one, other, site } = await open();
    await one.enter('aria');
    await other.enter('quiet');
    await other.enter('bree');
    await other.say('quiet', 'aria', 'muted on the website');
    await other.say('bree', 'aria', 'one');
    await waitFor(() => one.messagesTo('aria').length);
    const mute = site.queue('mute', { player: 'Bree', until: null, reason: 'Spam' });
    await waitFor(() => site.resultOf(mute));
    await other.say('bree', 'aria', 'muted by a command');
    const unmute = site.queue('unmute', { player: 'Bree' });
    await waitFor(() => site.resultOf(unmute));
    await other.say('bree', 'aria', 'two');
    await waitFor(() => one.messagesTo('aria').length > 1);
    const until = Date.now() + 3_600_000;
    await other.game.send({ type: 'player_mute', staff: 'mod_tess', username: 'bree', until });
    await waitFor(() => site.events.length);
    await other.enter('cleo');
    await other.say('bree', 'aria', 'muted in the game');
    await other.say('cleo', 'aria', 'three');
    await waitFor(() => one.messagesTo('aria').length > 2);
    expect(one.messagesTo('aria')).toEqual(['one', 'two', 'three']);
  });
});

/** The players have sessions in these worlds, which are all connected. */
async function openFriends(worldOf: Record<string, number>) {
  const stored = new Map<string, FriendRecord>();
  const records = {
    find: async (player: string) => stored.get(player),
    write: async (player: string, record: FriendRecord) => void stored.set(player, record),
  } as unknown as RecordStore<FriendRecord>;
  const find = (player: string) => {
    const nodeId = worldOf[player];
    return nodeId === undefined ? undefined : ({ nodeId } as OpenSession);
  };
  const friends = createFriends({ records, sessions: { find, names: () => [] } });
  for (const world of new Set(Object.values(worldOf))) friends.connect(world);
  return { friends, stored };
}

it('a list has 200 friends and 100 ignored players at most, each once', async () => {
  const { friends, stored } = await openFriends({ aria: 10 });
  const change = (type: 1 | 3, targetUsername37: string) =>
    friends.handle(10, { type, username37: 'aria', targetUsername37 });
  await friends.handle(10, { type: 5, username37: 'aria', privateChat: 0 });
  for (let n = 0; n <= 200; n += 1) {
    await change(1, `friend_${n}`);
    await change(3, `foe_${n}`);
    // A second time, while there is still room.
    if (n === 8) for (const type of [1, 3] as const) await change(type, 'friend_7');
  }
  const { friends: added, ignored } = stored.get('aria')!;
  expect([added.length, added.at(-1), ignored.length, ignored.at(-1)]).toEqual([
    200,
    'friend_199',
    100,
    'foe_98',
  ]);
});

it('a private message reaches only the world of its player, as it was written', async () => {
  const { friends } = await openFriends({ aria: 10, bree: 11 });
  for (const [world, username37] of [
    [10, 'aria'],
    [11, 'bree'],
  ] as const) {
    await friends.handle(world, { type: 5, username37, privateChat: 0 });
  }
  const message = { type: 8, username37: 'aria', staffLvl: 1, pmId: 77, chat: 'hi' } as const;
  expect(await friends.handle(10, { ...message, targetUsername37: 'bree' })).toEqual([
    {
      world: 11,
      message: {
        type: 2,
        username37: toBase37('aria'),
        targetUsername37: toBase37('bree'),
        staffLvl: 1,
        pmId: 77,
        chat: 'hi',
      },
    },
  ]);
  expect(await friends.handle(10, { ...message, targetUsername37: 'nobody' })).toEqual([]);
  await friends.setStanding('aria', { mutedUntil: new Date(Date.now() + 60_000).toISOString() });
  expect(await friends.handle(10, { ...message, targetUsername37: 'bree' })).toEqual([]);
  // A mute that is over does not need to be lifted.
  await friends.setStanding('aria', { mutedUntil: new Date(Date.now() - 1).toISOString() });
  expect(await friends.handle(10, { ...message, targetUsername37: 'bree' })).toHaveLength(1);
});

/** Two worlds of one adapter. */
async function open() {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'wynhold-friends-'));
  const site = await startFakeSite();
  for (const name of ['aria', 'bree', 'cleo']) site.addAccount(name, { password: 'secret' });
  site.addAccount('mod_tess', { password: 'secret', rank: 2 });
  site.addAccount('quiet', { password: 'secret', mutedUntil: '2099-01-01T00:00:00.000Z' });
  const options = { url: site.url, token: site.token, stateDir, log: silentLog };
  const start = (ports: { loginPort: number; friendPort: number }) =>
    startLostCity({ ...options, ...ports, pollSeconds: 0.2, gameWaitsMs: 100_000 });
  let adapter = await start({ loginPort: 0, friendPort: 0 });
  let worlds = await openWorlds();
  onTestFinished(async () => {
    disconnect();
    await adapter.close();
    await site.stop();
    await rm(stateDir, { recursive: true, force: true });
  });

  async function openWorlds() {
    const [one, other] = await Promise.all(
      [10, 11].map(async (nodeId) => {
        const game = createFakeGame({ ...adapter, nodeId });
        await game.start();
        return { game, ...createFakeFriends(game) };
      }),
    );
    if (!one || !other) throw new Error('Two worlds were opened.');
    return { one, other };
  }

  function disconnect(): void {
    worlds.one.game.disconnect();
    worlds.other.game.disconnect();
  }

  return {
    ...worlds,
    site,
    /** Restarts the adapter on the same ports. */
    restart: async ({ isGameKept = false } = {}) => {
      const { loginPort, friendPort } = adapter;
      if (!isGameKept) disconnect();
      await adapter.close();
      adapter = await start({ loginPort, friendPort });
      if (!isGameKept) worlds = await openWorlds();
      return worlds;
    },
  };
}
