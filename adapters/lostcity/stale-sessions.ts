import { toUsernameKey } from '#shared/usernames.ts';

import type { Log } from '../lib/log.ts';
import type { FriendChannel } from './friend-channel.ts';
import { friendOpcode } from './messages.ts';
import type { Sessions } from './sessions.ts';

type Options = {
  sessions: Sessions;
  friend: FriendChannel;
  log: Log;
  /** The game repeats an unanswered logout every 15 s. */
  answerMs: number;
  /** The game saves everybody online every 15 minutes. */
  silenceMs: number;
};

/**
 * A session found open at the start of the adapter may be one that the game has long forgotten: it
 * stopped meanwhile, or never got the answer to the login. Closing it wrongly would lose the player's
 * progress, so the game must prove it: kicked, a player who is there logs out with a save. Where the
 * game is out of reach, a silence longer than its saving interval is the proof.
 */
export function createDoubt({ sessions, friend, log, answerMs, silenceMs }: Options) {
  const startedAt = Date.now();
  const asked = new Map<string, NodeJS.Timeout>();

  function release(player: string, nodeId: number): void {
    asked.delete(player);
    if (!sessions.find(player)?.isDoubtful) return;
    log.info(`The session of ${player} is gone from the game; it is closed.`);
    sessions.end(player, nodeId).catch((error: unknown) => log.warn('It stays open.', error));
  }

  return {
    /** Somebody with the right password wants to enter although the session is open. */
    look(name: string): void {
      const player = toUsernameKey(name);
      const session = sessions.find(player);
      if (!session?.isDoubtful || asked.has(player)) return;
      const { nodeId } = session;
      if (Date.now() - startedAt > silenceMs) return release(player, nodeId);
      if (!friend.isConnected(nodeId)) return;
      const username = player.replaceAll(' ', '_');
      void friend.send({ type: friendOpcode.kick, username }, { world: nodeId });
      const timer = setTimeout(() => {
        if (friend.isConnected(nodeId)) release(player, nodeId);
        else asked.delete(player);
      }, answerMs);
      timer.unref();
      asked.set(player, timer);
    },
    close(): void {
      for (const timer of asked.values()) clearTimeout(timer);
    },
  };
}
