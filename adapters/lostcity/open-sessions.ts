import { EventEmitter, once } from 'node:events';

import { withTimeLimit } from '#shared-node/with-time-limit.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { toGameName } from './names.ts';
import type { GameSession } from './player-records.ts';

export type OpenSession = {
  nodeId: number;
  /** The game's own name of the player. */
  username: string;
  /** When this adapter last had a sign of the session. */
  heardAt: number;
  /** From when on the session may be doubted. Earlier, the player may still be entering the world. */
  doubtableAt: number;
  /** Whether the world said on its present connection to the friend channel that the player is in. */
  isSeen: boolean;
};

export type OpenSessions = ReturnType<typeof createOpenSessions>;

/** The open sessions in memory, by username key, with what the worlds said about them since the start. */
export function createOpenSessions(options: { entryMs: number }) {
  const sessions = new Map<string, OpenSession>();
  const ended = new EventEmitter();

  function find(player: string): OpenSession | undefined {
    return sessions.get(toUsernameKey(player));
  }

  return {
    find,
    names: () => [...sessions.keys()],
    /** `isLoaded`: from before the start of the adapter, so no answer to its login is on its way. */
    set(player: string, { nodeId, username }: GameSession, isLoaded = false): void {
      sessions.set(toUsernameKey(player), {
        nodeId,
        username: username ?? toGameName(player),
        heardAt: Date.now(),
        doubtableAt: isLoaded ? 0 : Date.now() + options.entryMs,
        isSeen: false,
      });
    },
    delete(player: string): void {
      const key = toUsernameKey(player);
      sessions.delete(key);
      ended.emit(eventOf(key));
    },
    noteSaved(player: string): void {
      const session = find(player);
      if (session) session.heardAt = Date.now();
    },
    /** The world says that the player entered or left. */
    notePresence(nodeId: number, username: string, isSeen: boolean): void {
      const session = find(username);
      if (session?.nodeId !== nodeId) return;
      Object.assign(session, { username, isSeen, heardAt: Date.now() });
    },
    /** Forget what a world said once it has disconnected: it may have crashed. */
    forgetPresence(nodeId: number): void {
      for (const session of sessions.values()) {
        if (session.nodeId === nodeId) session.isSeen = false;
      }
    },
    isDoubtful(player: string): boolean {
      const session = find(player);
      return session !== undefined && !session.isSeen && session.doubtableAt <= Date.now();
    },
    of: (nodeId: number) =>
      [...sessions].filter(([, session]) => session.nodeId === nodeId).map(([player]) => player),
    /** True if the session ends within `ms`, before one of the signals. */
    hasEnded(player: string, ms: number, signals: readonly AbortSignal[]): Promise<boolean> {
      const key = toUsernameKey(player);
      if (!sessions.has(key)) return Promise.resolve(true);
      const end = withTimeLimit({ ms, signals }, (signal) => once(ended, eventOf(key), { signal }));
      return end.then(
        () => true,
        () => false,
      );
    },
  };
}

/** Not the bare key: an emitter treats the name `error` in its own way. */
function eventOf(key: string): string {
  return `end of ${key}`;
}
