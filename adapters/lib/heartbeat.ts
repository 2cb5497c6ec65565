import { bridgeLimits, sendHeartbeat } from '#shared/endpoints/bridge.ts';
import type { Heartbeat } from '#shared/endpoints/bridge.ts';

import type { Bridge } from './bridge-client.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

type Options = {
  bridge: Bridge;
  /** Returns `undefined` if the game's state is unknown; the website then shows it as offline. */
  describe: () => Promise<Heartbeat | undefined> | Heartbeat | undefined;
  log: Log;
  seconds?: number;
};

export function sendHeartbeats({ bridge, describe, log, seconds }: Options): Promise<void> {
  const ms = (seconds ?? bridgeLimits.heartbeatSeconds) * 1000;
  const onError = (error: unknown): void => log.warn('The heartbeat could not be sent.', error);
  return every({ ms, signal: bridge.signal, onError }, async () => {
    const body = await describe();
    // Do not retry: by then the heartbeat is outdated, and the next one follows.
    if (body) await bridge.call(sendHeartbeat, { body }, { attempts: 1, timeoutMs: 10_000 });
  });
}
