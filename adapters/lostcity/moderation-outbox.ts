import { randomUUID } from 'node:crypto';

import { sendModerationEvents } from '#shared/endpoints/bridge-commands.ts';
import type { ModerationEvent } from '#shared/endpoints/bridge-commands.ts';

import { BridgeRefusal } from '../lib/bridge-client.ts';
import type { Bridge } from '../lib/bridge-client.ts';
import type { DurableValue } from '../lib/durable-file.ts';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';

type Entry = { key: string; event: ModerationEvent };
type Options = { bridge: Bridge; entries: DurableValue<Entry[]>; log: Log };

/** Queues mutes and bans given in the game until the website is reachable. */
export function createModerationOutbox({ bridge, entries, log }: Options) {
  async function flush(): Promise<void> {
    const [entry] = entries.get();
    if (!entry) return;
    await send(entry);
    await entries.set(entries.get().filter(({ key }) => key !== entry.key));
    if (entries.get().length > 0) await flush();
  }

  async function send({ key, event }: Entry): Promise<void> {
    try {
      const body = { events: [event] };
      const { results } = await bridge.call(
        sendModerationEvents,
        { body },
        { idempotencyKey: key, attempts: 3 },
      );
      for (const { player, status, reason } of results) {
        if (status === 'rejected') {
          log.warn(`The website rejected the ${event.kind} of ${player}: ${reason}.`);
        }
      }
    } catch (error) {
      const isFinal = error instanceof BridgeRefusal && ![401, 403].includes(error.status);
      if (!isFinal) throw error;
      log.warn(`The website refused a ${event.kind} of ${event.player}.`, error);
    }
  }

  return {
    add: (event: ModerationEvent) => entries.set([...entries.get(), { key: randomUUID(), event }]),
    run: () =>
      every(
        {
          ms: 1000,
          signal: bridge.signal,
          onError: (error) => log.warn('A mute or ban could not be reported yet.', error),
        },
        flush,
      ),
  };
}
