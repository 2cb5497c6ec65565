import { isIP } from 'node:net';

import { passwordLength } from '#shared/endpoints/accounts.ts';
import { logInToGame } from '#shared/endpoints/bridge.ts';
import type { GameLogin } from '#shared/endpoints/bridge.ts';

import type { Bridge } from '../lib/bridge-client.ts';
import type { Log } from '../lib/log.ts';
import { loginResponse } from './messages.ts';
import type { LoginReply, PlayerLogin } from './messages.ts';
import { isGameName } from './names.ts';
import type { Sessions } from './sessions.ts';

export type LoginDeps = {
  bridge: Bridge;
  sessions: Sessions;
  /** Finds out whether the player is really in the game, if that is in doubt. */
  checkSession: (player: string) => void;
  profile: string;
  members: boolean;
  log: Log;
  /** How long the game waits for the answer to a login. */
  gameWaitsMs: number;
};

/** Some engines send nothing, or the word "unknown". */
const unknownAddress = '0.0.0.0';

type AcceptedLogin = Extract<GameLogin, { ok: true }>;

const refusals = {
  'wrong-credentials': loginResponse.wrongCredentials,
  'game-password-needed': loginResponse.wrongCredentials,
  banned: loginResponse.banned,
  'too-many-attempts': loginResponse.tooManyAttempts,
  'name-changing': loginResponse.tooManyAttempts,
} as const;

export function createLogin(deps: LoginDeps) {
  const running = new Set<string>();

  return async function logIn(message: PlayerLogin): Promise<LoginReply> {
    if ((message.profile ?? deps.profile) !== deps.profile) {
      deps.log.warn(
        `A world with profile "${message.profile}" connected; this adapter uses "${deps.profile}".`,
      );
      return { response: loginResponse.rejected };
    }
    const { username } = message;
    if (!isGameName(username)) {
      deps.log.info(
        `Refused the name ${JSON.stringify(username)}: players enter their name with single spaces.`,
      );
      return { response: loginResponse.wrongCredentials };
    }
    if (running.has(username)) return { response: loginResponse.tooManyAttempts };
    running.add(username);
    try {
      return await checkAndOpen(deps, message);
    } catch (error) {
      deps.log.warn(`${username} could not log in.`, error);
      return { response: loginResponse.rejected };
    } finally {
      running.delete(username);
    }
  };
}

async function checkAndOpen(deps: LoginDeps, message: PlayerLogin): Promise<LoginReply> {
  const begun = Date.now();
  const { username: name, password, remoteAddress } = message;
  const body = { name, password, ip: isIP(remoteAddress) ? remoteAddress : unknownAddress };
  const answer = await deps.bridge.call(
    logInToGame,
    { body },
    { deadlineMs: deps.gameWaitsMs * 0.5, attempts: 3 },
  );
  if (!answer.ok) {
    explainRefusal(deps, message, answer);
    return { response: refusals[answer.code] };
  }
  // Do not open a session once the game may have stopped waiting.
  if (Date.now() - begun > deps.gameWaitsMs * 0.9) return { response: loginResponse.rejected };
  const opened = await deps.sessions.open(name, message);
  if (opened.kind === 'already-online') {
    deps.checkSession(name);
    return { response: loginResponse.alreadyOnline };
  }
  if (opened.kind === 'unreadable') {
    deps.log.warn(
      `${name} cannot log in: ${opened.problem} The save is kept and nothing is lost. ` +
        'Update the adapter to a version that reads it.',
    );
    return { response: loginResponse.rejected };
  }
  const accepted = describe(deps, answer);
  if (opened.kind === 'new') return { response: loginResponse.newPlayer, ...accepted };
  if (opened.kind === 'reconnected') return { response: loginResponse.reconnected, ...accepted };
  return { response: loginResponse.ok, ...accepted, save: opened.save };
}

/** The game tells the player only "Invalid username or password", so the log says what may be wrong. */
function explainRefusal(
  { log }: LoginDeps,
  { username, password }: PlayerLogin,
  { code, message }: Extract<GameLogin, { ok: false }>,
): void {
  if (code === 'game-password-needed') log.info(`${username} was refused: ${message}`);
  const isFull = password.length >= passwordLength.inGame;
  if (code === 'wrong-credentials' && isFull) {
    log.info(
      `${username} was refused: wrong password. The game cuts passwords off after ` +
        `${passwordLength.inGame} characters. With a longer website password the player needs a ` +
        'game password, from the settings on the website.',
    );
  }
}

function describe({ members }: LoginDeps, accepted: AcceptedLogin): Omit<LoginReply, 'response'> {
  return {
    account_id: accepted.accountId,
    staffmodlevel: accepted.rank,
    muted_until: accepted.isMuted ? (accepted.mutedUntil ?? forever) : null,
    members,
    messageCount: 0,
  };
}

/** The game needs an end date for every mute. */
export const forever = '9999-12-31T23:59:59.000Z';
