import { once } from 'node:events';

import { WebSocket } from 'ws';

import type { LoginReply } from '../lostcity/messages.ts';
import { readSave, writeSave } from '../lostcity/save-format.ts';
import type { Save } from '../lostcity/save-format.ts';

/**
 * A fake Lost City world: it sends what the real game sends on both channels, and decides as the real
 * game does who is in the world.
 */
type Options = {
  loginPort: number;
  friendPort: number;
  nodeId?: number;
  /** Some revisions of the game leave it out of `world_startup`. */
  profile?: string;
};
type FriendMessage = {
  type: number;
  username?: string;
  message?: string;
  duration?: number;
  muted_until?: string | null;
};

type LoginOptions = { reconnecting?: boolean; remoteAddress?: string; privateChat?: number };

/** Longer than the real game waits, so that a slow machine does not fail the tests. */
const replyMs = 60_000;

export type FakeGame = ReturnType<typeof createFakeGame>;

export function createFakeGame({ loginPort, friendPort, nodeId = 10, profile = 'main' }: Options) {
  /** Players in the world, with their saves. */
  const players = new Map<string, Save>();
  /** Saves of players who have left the world, until the adapter has confirmed them. */
  const leaving = new Map<string, string>();
  const muted = new Map<string, string | null>();
  /** Commands of the website. */
  const received: FriendMessage[] = [];
  /** Friend lists and private messages. */
  const social: FriendMessage[] = [];
  const waiting = new Map<number, (reply: LoginReply) => void>();
  let login: WebSocket | undefined;
  let friend: WebSocket | undefined;
  let nextReply = 1;
  let kickHandler: ((username: string) => Promise<unknown>) | undefined;

  async function connect(port: number): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    socket.on('error', () => {});
    await once(socket, 'open');
    return socket;
  }

  async function loginSocket(): Promise<WebSocket> {
    if (login?.readyState === WebSocket.OPEN) return login;
    login = await connect(loginPort);
    login.on('message', (data) => {
      const reply = JSON.parse((data as Buffer).toString()) as LoginReply & { replyTo: number };
      waiting.get(reply.replyTo)?.(reply);
      waiting.delete(reply.replyTo);
    });
    return login;
  }

  async function friendSocket(): Promise<WebSocket> {
    if (friend?.readyState === WebSocket.OPEN) return friend;
    friend = await connect(friendPort);
    friend.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as FriendMessage;
      if (message.type < 3) social.push(message);
      else received.push(message);
      if (message.type === 3) muted.set(message.username ?? '', message.muted_until ?? null);
      if (message.type === 4) handleKick(message.username ?? '').catch(() => {});
    });
    return friend;
  }

  async function handleKick(username: string): Promise<void> {
    if (kickHandler) await kickHandler(username);
    else if (players.has(username)) await logOut(username);
  }

  async function send(message: object): Promise<void> {
    const socket = await loginSocket();
    socket.send(JSON.stringify({ nodeId, nodeTime: Date.now(), profile, ...message }));
  }

  async function ask(message: object): Promise<LoginReply> {
    const socket = await loginSocket();
    const replyTo = nextReply++;
    const reply = new Promise<LoginReply>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no reply')), replyMs);
      const onClose = (): void => {
        clearTimeout(timer);
        reject(new Error('the adapter disconnected'));
      };
      socket.once('close', onClose);
      waiting.set(replyTo, (answer) => {
        clearTimeout(timer);
        socket.off('close', onClose);
        resolve(answer);
      });
    });
    await send({ replyTo, ...message });
    return reply;
  }

  /** `reconnecting` is what the client sends as login type 18. */
  async function logIn(typed: string, password = 'secret', options: LoginOptions = {}) {
    const username = toSafeName(typed);
    // The game refuses players whose last save is not confirmed yet.
    if (leaving.has(username)) await finishLogout(username);
    const { reconnecting = false, remoteAddress = '203.0.113.7' } = options;
    const reply = await ask({
      type: 'player_login',
      username,
      password,
      uid: 1,
      socket: 'one',
      remoteAddress,
      reconnecting,
      hasSave: reconnecting && players.has(username),
    });
    if ([0, 2, 4].includes(reply.response)) await enter(username, reply, options.privateChat);
    return reply;
  }

  /** The world refuses a second player of the same name, whatever the login server has answered. */
  async function enter(
    username: string,
    { save }: LoginReply,
    privateChat?: number,
  ): Promise<void> {
    if (players.has(username)) return;
    if (save) players.set(username, readSave(Buffer.from(save, 'base64')));
    await sendPresence(5, username, privateChat);
  }

  function sendPresence(type: 5 | 6, username: string, privateChat = 0): Promise<void> {
    return sendFriendMessage(type, { username37: toBase37(username).toString(), privateChat });
  }

  async function sendFriendMessage(type: number, more: object = {}): Promise<void> {
    const socket = await friendSocket();
    socket.send(JSON.stringify({ type, world: nodeId, profile, ...more }));
  }

  function saveOf(username: string): string {
    const save = players.get(username);
    if (!save) throw new Error(`${username} is not in the world`);
    return Buffer.from(writeSave(save)).toString('base64');
  }

  /** Drops both connections, as in a network failure. */
  function disconnect(): void {
    login?.terminate();
    friend?.terminate();
  }

  async function logOut(username: string): Promise<LoginReply> {
    leaving.set(username, saveOf(username));
    players.delete(username);
    await sendPresence(6, username);
    return finishLogout(username);
  }

  async function finishLogout(username: string): Promise<LoginReply> {
    const save = leaving.get(username);
    const reply = await ask({ type: 'player_logout', username, save });
    if (leaving.get(username) === save) leaving.delete(username);
    return reply;
  }

  return {
    players,
    muted,
    received,
    social,
    logIn,
    logOut,
    sendFriendMessage,
    sendPresence,
    ask,
    send,
    start: async () => {
      await send({ type: 'world_startup' });
      await sendFriendMessage(0);
    },
    autosave: (username: string) =>
      send({ type: 'player_autosave', username, save: saveOf(username) }),
    play(username: string, edit: (save: Save) => Save): void {
      const save = players.get(username);
      if (!save) throw new Error(`${username} is not in the world`);
      players.set(username, edit({ ...save, playtime: save.playtime + 10 }));
    },
    onKick(next: typeof kickHandler): void {
      kickHandler = next;
    },
    isConnected: () => friend?.readyState === WebSocket.OPEN,
    /** The process dies: its connections close and its players are gone. */
    crash(): void {
      players.clear();
      leaving.clear();
      disconnect();
    },
    /** The game repeats what the adapter has not confirmed. */
    async finishLogouts(): Promise<void> {
      for (const username of leaving.keys()) await finishLogout(username);
    },
    disconnect,
  };
}

const characters = '_abcdefghijklmnopqrstuvwxyz0123456789';

export function toBase37(name: string): bigint {
  let sum = 0n;
  for (const one of name) sum = sum * 37n + BigInt(characters.indexOf(one));
  return sum;
}

/** The game keeps double separators, so `Iron  Ada` is another player than `Iron Ada`. */
function toSafeName(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
