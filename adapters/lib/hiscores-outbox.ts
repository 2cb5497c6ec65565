import { bridgeLimits, sendHiscores } from '#shared/bridge.ts';
import type { HiscoreRow } from '#shared/bridge.ts';

import type { Bridge } from './bridge-client.ts';
import { BridgeRefusal } from './bridge-client.ts';
import type { DurableValue } from './durable-file.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

/** Per player: a mark that identifies the last state the website received. */
type Pushed = Record<string, string>;

type Options = { bridge: Bridge; pushed: DurableValue<Pushed>; log: Log; everyMs?: number };

/**
 * Sends the latest state of each player to the website in batches. What was sent is stored durably,
 * so that after a restart only changed players are sent.
 */
export function createHiscoresOutbox({ bridge, pushed, log, everyMs = 500 }: Options) {
  const waiting = new Map<string, { row: HiscoreRow; mark: string }>();

  async function flush(): Promise<void> {
    const batch = [...waiting].slice(0, bridgeLimits.hiscoresBatch);
    if (batch.length === 0) return;
    const players = batch.map(([, { row }]) => row);
    await push(players);
    const marks = batch.map(([name, { mark }]) => [name, mark] as const);
    await pushed.set({ ...pushed.get(), ...Object.fromEntries(marks) });
    for (const [name, entry] of batch) if (waiting.get(name) === entry) waiting.delete(name);
  }

  async function push(players: HiscoreRow[]): Promise<void> {
    try {
      const { results } = await bridge.call(sendHiscores, { body: { players } }, { attempts: 3 });
      for (const { name, status, reason } of results) {
        if (status === 'rejected')
          log.warn(`The website rejected the levels of ${name}: ${reason}.`);
      }
    } catch (error) {
      if (!(error instanceof BridgeRefusal) || error.status === 401 || error.status === 403)
        throw error;
      // Drop the batch: the website would refuse it every time.
      log.warn(`The website refused ${players.length} players' levels.`, error);
    }
  }

  return {
    add(name: string, row: HiscoreRow, mark: string): void {
      if (pushed.get()[name] === mark) waiting.delete(name);
      else waiting.set(name, { row, mark });
    },
    flush,
    /** Runs until the bridge is aborted. */
    run: () =>
      every(
        {
          ms: everyMs,
          signal: bridge.signal,
          onError: (error) => log.warn('Levels could not be sent; retrying.', error),
        },
        flush,
      ),
  };
}

export type HiscoresOutbox = ReturnType<typeof createHiscoresOutbox>;
