import { logInToGame } from '#shared/bridge.ts';
import type { GameLogin } from '#shared/bridge.ts';
import { toUsernameKey, usernamePattern } from '#shared/usernames.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import type { Log } from '../lib/log.ts';
import { loginResponse } from './messages.ts';
import type { LoginReply, PlayerLogin } from './messages.ts';
import type { Sessions } from './sessions.ts';

export type LoginDeps = {
  bridge: Bridge;
  sessions: Sessions;
  /** Finds out whether a session that stems from before a restart is still alive. */
  doubt: (player: string) => void;
  profile: string;
  members: boolean;
  log: Log;
  /** How long the game waits for an answer. */
  gameWaitsMs: number;
};

type Welcome = Extract<GameLogin, { ok: true }>;

const refusals = {
  'wrong-credentials': loginResponse.wrongCredentials,
  'game-password-needed': loginResponse.wrongCredentials,
  banned: loginResponse.banned,
  'too-many-attempts': loginResponse.tooManyAttempts,
} as const;

export function createLogin(deps: LoginDeps) {
  const underWay = new Set<string>();

  return async function logIn(message: PlayerLogin): Promise<LoginReply> {
    if (message.profile !== deps.profile) {
      deps.log.warn(
        `A world of profile "${message.profile}" asked; this adapter has "${deps.profile}".`,
      );
      return { response: loginResponse.rejected };
    }
    if (!usernamePattern.test(message.username)) {
      return { response: loginResponse.wrongCredentials };
    }
    const key = toUsernameKey(message.username);
    if (underWay.has(key)) return { response: loginResponse.tooManyAttempts };
    underWay.add(key);
    try {
      return await checkAndOpen(deps, message);
    } catch (error) {
      deps.log.warn(`${message.username} could not log in.`, error);
      return { response: loginResponse.rejected };
    } finally {
      underWay.delete(key);
    }
  };
}

async function checkAndOpen(deps: LoginDeps, message: PlayerLogin): Promise<LoginReply> {
  const begun = Date.now();
  const { username: name, password, remoteAddress } = message;
  const body = { name, password, ip: remoteAddress || 'unknown' };
  const answer = await deps.bridge.call(
    logInToGame,
    { body },
    { deadlineMs: deps.gameWaitsMs * 0.5, attempts: 3 },
  );
  if (!answer.ok) return { response: refusals[answer.code] };
  // A session must not be opened when the game has stopped waiting.
  if (Date.now() - begun > deps.gameWaitsMs * 0.9) return { response: loginResponse.rejected };
  const opened = await deps.sessions.open(name, message);
  if (opened.how === 'already-online') {
    deps.doubt(name);
    return { response: loginResponse.alreadyOnline };
  }
  const welcome = describe(deps, answer);
  if (opened.how === 'new') return { response: loginResponse.newPlayer, ...welcome };
  if (opened.how === 'returning') {
    return { response: loginResponse.ok, ...welcome, save: opened.save };
  }
  if (message.hasSave) return { response: loginResponse.reconnected, ...welcome };
  if (!opened.save) return { response: loginResponse.newPlayer, ...welcome };
  return { response: loginResponse.reconnected, ...welcome, save: opened.save };
}

function describe({ members }: LoginDeps, welcome: Welcome): Omit<LoginReply, 'response'> {
  return {
    account_id: welcome.accountId,
    staffmodlevel: welcome.rank,
    muted_until: welcome.isMuted ? (welcome.mutedUntil ?? forever) : null,
    members,
    messageCount: 0,
  };
}

/** The game knows no mute without end. */
export const forever = '9999-12-31T23:59:59.000Z';
