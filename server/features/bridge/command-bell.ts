import type { Deps } from '#server/deps.ts';

import { commandChannel } from './commands.db.ts';

/**
 * Wakes the long polls. A poll waits on a promise in memory, never on a connection or a transaction,
 * so thousands of them cost nothing. A ring may come between reading and waiting: the poll takes its
 * ticket before it reads, and does not wait when the bell has rung since.
 */
export type CommandBell = {
  ticket(serverId: number): number;
  /** True when the bell rang for this server; false when the waiting ended otherwise. */
  wait(serverId: number, options: WaitOptions): Promise<boolean>;
  close(): Promise<void>;
};

type WaitOptions = { ticket: number; milliseconds: number; signal: AbortSignal };
type Waiter = { serverId: number; end: (hasRung: boolean) => void };

/** A game needs one; more come from a mistake, and the oldest go home. */
export const maxWaitersPerServer = 8;

export async function createCommandBell({
  database,
}: Pick<Deps, 'database'>): Promise<CommandBell> {
  const rings = new Map<number, number>();
  const waiters = new Set<Waiter>();
  let missed = 0;
  let isClosed = false;

  function ring(serverId: number): void {
    rings.set(serverId, (rings.get(serverId) ?? 0) + 1);
    for (const waiter of waiters) if (waiter.serverId === serverId) waiter.end(true);
  }

  function ringAll(): void {
    missed += 1;
    for (const waiter of waiters) waiter.end(true);
  }

  const unlisten = await database.listen(
    commandChannel,
    (payload) => ring(Number(payload)),
    ringAll,
  );

  const ticket = (serverId: number): number => (rings.get(serverId) ?? 0) + missed;

  return {
    ticket,
    wait(serverId, options) {
      const { milliseconds, signal } = options;
      if (isClosed || signal.aborted) return Promise.resolve(false);
      if (ticket(serverId) !== options.ticket) return Promise.resolve(true);
      const others = [...waiters].filter((waiter) => waiter.serverId === serverId);
      if (others.length >= maxWaitersPerServer) others[0]?.end(false);
      return new Promise((resolve) => {
        const waiter = { serverId, end };
        const giveUp = () => end(false);
        const timer = setTimeout(giveUp, milliseconds);
        function end(hasRung: boolean): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          waiters.delete(waiter);
          resolve(hasRung);
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
