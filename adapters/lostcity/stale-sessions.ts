import type { Begin } from '../lib/commands.ts';
import type { Log } from '../lib/log.ts';
import type { FriendChannel } from './friend-channel.ts';
import { friendOpcode } from './messages.ts';
import type { Sessions } from './sessions.ts';

type Options = {
  sessions: Sessions;
  friend: FriendChannel;
  log: Log;
  signal: AbortSignal;
  /** How long to wait for the logout. The game repeats an unanswered one every 15 s. */
  answerMs: number;
  /** Longer than the game's autosave interval of 15 minutes. */
  silenceMs: number;
};

export type Removal = 'left' | 'not-there' | 'stayed' | 'expired';
type RemoveOptions = { notAfter?: string | null; begin?: Begin };

/** Kicking the player asks the world: one who is in it logs out with a save. A session without an answer is closed. */
export function createRemoval({ sessions, friend, log, signal, answerMs, silenceMs }: Options) {
  const checks = new Set<string>();

  /** Kicks a player who has a session, and waits for the logout. */
  async function remove(
    player: string,
    { notAfter = null, begin }: RemoveOptions = {},
  ): Promise<Removal> {
    const session = sessions.online.find(player);
    if (!session) return 'not-there';
    const { nodeId, username } = session;
    const message = { type: friendOpcode.kick, username };
    for (;;) {
      const outcome = await friend.send(message, {
        world: nodeId,
        notAfter,
        ...(begin && { begin }),
      });
      if (outcome === 'expired') return 'expired';
      const lost = friend.connectionLost(nodeId);
      if (await sessions.online.hasEnded(player, answerMs, [signal, lost])) return 'left';
      signal.throwIfAborted();
      // Only on the same connection it is certain that the world got the message.
      if (!lost.aborted) break;
    }
    if (!sessions.online.isDoubtful(player)) return 'stayed';
    await sessions.abandon(player, nodeId);
    return sessions.online.find(player) ? 'stayed' : 'not-there';
  }

  async function check(player: string): Promise<void> {
    const session = sessions.online.find(player);
    if (!session || !sessions.online.isDoubtful(player)) return;
    if (Date.now() - session.heardAt > silenceMs) return sessions.abandon(player, session.nodeId);
    if (!friend.isConnected(session.nodeId)) return;
    await remove(player, { notAfter: new Date(Date.now() + answerMs).toISOString() });
  }

  return {
    remove,
    /** Called when a player with the right password logs in although the session is open. */
    check(player: string): void {
      if (checks.has(player)) return;
      checks.add(player);
      check(player)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn(`The session of ${player} was not checked.`, error);
        })
        .finally(() => checks.delete(player));
    },
  };
}

export type RemovePlayer = ReturnType<typeof createRemoval>['remove'];
