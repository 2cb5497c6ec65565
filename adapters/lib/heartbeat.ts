import { bridgeLimits, sendHeartbeat } from '#shared/bridge.ts';
import type { Heartbeat } from '#shared/bridge.ts';

import type { Bridge } from './bridge-client.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

type Options = {
  bridge: Bridge;
  /** `undefined` while nothing is known of the game: then the website counts it as offline. */
  describe: () => Promise<Heartbeat | undefined> | Heartbeat | undefined;
  log: Log;
  seconds?: number;
};

export function beat({ bridge, describe, log, seconds }: Options): Promise<void> {
  const ms = (seconds ?? bridgeLimits.heartbeatSeconds) * 1000;
  const onError = (error: unknown): void => log.warn('No heartbeat was sent.', error);
  return every({ ms, signal: bridge.signal, onError }, async () => {
    const body = await describe();
    // An old one is worth nothing: rather send the next.
    if (body) await bridge.call(sendHeartbeat, { body }, { attempts: 1, timeoutMs: 10_000 });
  });
}
