import type { WebSocket } from 'ws';

import { usernamePattern } from '#shared/rules/usernames.ts';

import type { Log } from '../lib/log.ts';
import { listenForGame } from './json-socket-server.ts';
import type { JsonSocketServer } from './json-socket-server.ts';
import { loginResponse, LoginMessage } from './messages.ts';
import type { LoginReply, PlayerLogin } from './messages.ts';
import type { RejectedSaves } from './rejected-saves.ts';
import type { Sessions } from './sessions.ts';

type Sanction = Extract<LoginMessage, { type: 'player_ban' | 'player_mute' }>;

type Options = {
  host: string;
  port: number;
  log: Log;
  profile: string;
  sessions: Sessions;
  rejected: RejectedSaves;
  logIn: (message: PlayerLogin) => Promise<LoginReply>;
  onStartup: (nodeId: number) => Promise<void>;
  onSanction: (sanction: Sanction) => Promise<void>;
};

export async function openLoginChannel(options: Options): Promise<JsonSocketServer> {
  const { host, port, log } = options;
  const running = new Set<Promise<void>>();
  const server = await listenForGame({
    host,
    port,
    log,
    onMessage(socket, given) {
      const message = LoginMessage.safeParse(given);
      if (!message.success) {
        log.warn(`The game sent an invalid message: ${describeType(given)}.`);
        return;
      }
      const task = answer(options, socket, message.data).catch((error: unknown) =>
        log.warn(`A ${message.data.type} message failed.`, error),
      );
      running.add(task);
      void task.then(() => running.delete(task));
    },
  });
  return {
    ...server,
    /** Waits for running work, so that nothing is written afterwards. */
    async close() {
      await server.close();
      await Promise.all(running);
    },
  };
}

async function answer(options: Options, socket: WebSocket, message: LoginMessage): Promise<void> {
  const { sessions } = options;
  switch (message.type) {
    case 'world_startup':
      if (isOurs(options, message)) await options.onStartup(message.nodeId);
      return;
    case 'player_login':
      return answerLogin(options, socket, message);
    case 'player_logout':
      await store(options, message, true);
      // Also confirmed if the save was refused, because it is kept. Otherwise the game repeats it forever.
      await reply(socket, { replyTo: message.replyTo, response: 0 });
      return;
    case 'player_autosave':
      return store(options, message, false);
    case 'player_force_logout':
      if (usernamePattern.test(message.username)) {
        await sessions.end(message.username, message.nodeId);
      }
      return;
    default:
      return options.onSanction(message);
  }
}

async function answerLogin(
  { logIn, sessions, log }: Options,
  socket: WebSocket,
  message: PlayerLogin,
): Promise<void> {
  const result = await logIn(message);
  const isSent = await reply(socket, { replyTo: message.replyTo, ...result });
  const hasOpened =
    result.response === loginResponse.ok || result.response === loginResponse.newPlayer;
  if (isSent || !hasOpened) return;
  log.warn(`The game disconnected before ${message.username} could log in.`);
  await sessions.takeBack(message.username, message.nodeId);
}

type SaveMessage = Extract<LoginMessage, { type: 'player_logout' | 'player_autosave' }>;

async function store(options: Options, message: SaveMessage, isLogout: boolean): Promise<void> {
  const { username, nodeId } = message;
  const save = Buffer.from(message.save, 'base64');
  if (isOurs(options, message) && usernamePattern.test(username)) {
    return options.sessions.store(username, { save, nodeId, isLogout });
  }
  const reason = `${JSON.stringify(username)}: The profile or the name is wrong.`;
  await options.rejected.keep(username, save, reason);
}

function isOurs({ profile }: Options, message: { profile?: string | undefined }): boolean {
  return (message.profile ?? profile) === profile;
}

function reply(socket: WebSocket, message: object): Promise<boolean> {
  return new Promise((resolve) => {
    socket.send(JSON.stringify(message), (error) => resolve(!error));
  });
}

/** Does not include the message itself, which may contain a password. */
function describeType(given: unknown): string {
  const type = typeof given === 'object' && given && 'type' in given ? given.type : typeof given;
  return JSON.stringify(type).slice(0, 60);
}
