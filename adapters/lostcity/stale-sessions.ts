import { toUsernameKey } from '#shared/usernames.ts';

import type { Log } from '../lib/log.ts';
import type { FriendChannel } from './friend-channel.ts';
import { friendOpcode } from './messages.ts';
import type { Sessions } from './sessions.ts';

type Options = {
  sessions: Sessions;
  friend: FriendChannel;
  log: Log;
  /** How long to wait for the logout. The game repeats an unanswered one every 15 s. */
  answerMs: number;
  /** Longer than the game's autosave interval of 15 minutes. */
  silenceMs: number;
};

/**
 * A session that was open when the adapter started may no longer exist in the game: the game stopped
 * meanwhile, or never got the answer to the login. Closing it wrongly would lose the player's progress,
 * so the adapter kicks the player first: one who is online logs out with a save. If the game cannot be
 * reached, the session is closed after a silence longer than the game's autosave interval.
 */
export function createStaleSessionCheck({ sessions, friend, log, answerMs, silenceMs }: Options) {
  const startedAt = Date.now();
  const checks = new Map<string, NodeJS.Timeout>();

  function closeSession(player: string, nodeId: number): void {
    checks.delete(player);
    if (!sessions.find(player)?.isUnconfirmed) return;
    log.info(`Closing the session of ${player}: it no longer exists in the game.`);
    sessions
      .end(player, nodeId)
      .catch((error: unknown) => log.warn('The session could not be closed.', error));
  }

  return {
    /** Called when a player with the right password logs in although the session is open. */
    check(name: string): void {
      const player = toUsernameKey(name);
      const session = sessions.find(player);
      if (!session?.isUnconfirmed || checks.has(player)) return;
      const { nodeId } = session;
      if (Date.now() - startedAt > silenceMs) return closeSession(player, nodeId);
      if (!friend.isConnected(nodeId)) return;
      const username = player.replaceAll(' ', '_');
      void friend.send({ type: friendOpcode.kick, username }, { world: nodeId });
      const timer = setTimeout(() => {
        if (friend.isConnected(nodeId)) closeSession(player, nodeId);
        else checks.delete(player);
      }, answerMs);
      timer.unref();
      checks.set(player, timer);
    },
    close(): void {
      for (const timer of checks.values()) clearTimeout(timer);
    },
  };
}
