import { sendItemList } from '#shared/endpoints/bridge-deliveries.ts';
import type { GameItemList } from '#shared/endpoints/bridge-deliveries.ts';

import { BridgeRefusal } from './bridge-client.ts';
import type { Bridge } from './bridge-client.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

type Options = {
  bridge: Bridge;
  log: Log;
  /** Returns `undefined` if the game's items are unknown; then nothing is sent. */
  load: () => Promise<GameItemList | undefined> | GameItemList | undefined;
  checkMs?: number;
};

/** A website that was restored from a backup may have an old list. */
const sendAgainMs = 3_600_000;

/** Tells the website which items the game has, at the start and when they change, until the bridge is aborted. */
export function reportItemList({ bridge, log, load, checkMs = 60_000 }: Options): Promise<void> {
  let sent = { text: '', at: 0 };

  async function check(): Promise<void> {
    const body = await load();
    const text = JSON.stringify(body ?? null);
    const isDue = text !== sent.text || Date.now() - sent.at > sendAgainMs;
    if (!body || !isDue) return;
    try {
      await bridge.call(sendItemList, { body }, { attempts: 3 });
    } catch (error) {
      if (!(error instanceof BridgeRefusal)) throw error;
      // A server that may not deliver needs no list.
      if (error.code !== 'bridge/scope-missing')
        log.warn('The website refused the list of the game’s items.', error);
    }
    sent = { text, at: Date.now() };
  }

  const onError = (error: unknown): void =>
    log.warn('The list of the game’s items could not be sent; retrying.', error);
  return every({ ms: checkMs, signal: bridge.signal, onError }, check);
}
