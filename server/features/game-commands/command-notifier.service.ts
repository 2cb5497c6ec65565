import type { Deps } from '#server/deps.ts';

import { commandChannel } from './commands.db.ts';

/**
 * Wakes long polls when a server gets a new command. A poll waits on a promise in memory, never on a
 * connection or a transaction, so thousands of them cost nothing. A command may arrive between reading
 * and waiting: the poll notes the version before it reads, and wait() returns at once if it has changed.
 */
export type CommandNotifier = {
  version(serverId: number): number;
  /** True if a new command may be there; false on timeout, abort or close. */
  wait(serverId: number, options: WaitOptions): Promise<boolean>;
  close(): Promise<void>;
};

type WaitOptions = { version: number; milliseconds: number; signal: AbortSignal };
type Waiter = { serverId: number; end: (isNotified: boolean) => void };

/** One poll per server is normal; above 8, drop the oldest. */
export const maxWaitersPerServer = 8;

export async function createCommandNotifier({
  database,
}: Pick<Deps, 'database'>): Promise<CommandNotifier> {
  const versions = new Map<number, number>();
  const waiters = new Set<Waiter>();
  let reconnects = 0;
  let isClosed = false;

  function notify(serverId: number): void {
    versions.set(serverId, (versions.get(serverId) ?? 0) + 1);
    for (const waiter of waiters) if (waiter.serverId === serverId) waiter.end(true);
  }

  function notifyAll(): void {
    reconnects += 1;
    for (const waiter of waiters) waiter.end(true);
  }

  const unlisten = await database.listen(
    commandChannel,
    (payload) => notify(Number(payload)),
    notifyAll,
  );

  const version = (serverId: number): number => (versions.get(serverId) ?? 0) + reconnects;

  return {
    version,
    wait(serverId, options) {
      const { milliseconds, signal } = options;
      if (isClosed || signal.aborted) return Promise.resolve(false);
      if (version(serverId) !== options.version) return Promise.resolve(true);
      const others = [...waiters].filter((waiter) => waiter.serverId === serverId);
      if (others.length >= maxWaitersPerServer) others[0]?.end(false);
      return new Promise((resolve) => {
        const waiter = { serverId, end };
        const giveUp = () => end(false);
        const timer = setTimeout(giveUp, milliseconds);
        function end(isNotified: boolean): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          waiters.delete(waiter);
          resolve(isNotified);
        }
        signal.addEventListener('abort', giveUp, { once: true });
        waiters.add(waiter);
      });
    },
    async close() {
      isClosed = true;
      for (const waiter of waiters) waiter.end(false);
      await unlisten();
    },
  };
}
