import { join } from 'node:path';

import type { Deps } from '#server/deps.ts';
import { openDemoToken } from '#server/features/bridge/bridge.demo.ts';
import { demoGameAgent } from '#server/plugins/request-log.ts';

/** These are nearly always in the game, so that what they buy arrives while somebody looks. */
const regulars = ['Wyn Player', 'Wyn Mod', 'Oak Warden', 'Lady Ash', 'Pip'];

/**
 * The demo's game: it speaks to the site over HTTP like any other, only from the same process.
 * Returns what ends it; undefined when there is nothing to play on.
 */
export async function startDemoGame(
  deps: Deps,
  origin: string,
): Promise<(() => Promise<void>) | undefined> {
  const token = await openDemoToken(deps);
  if (!token) return undefined;
  const { startSimulator } = await import('../../adapters/simulator/simulator.ts');
  const game = await startSimulator({
    url: origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'),
    token,
    userAgent: demoGameAgent,
    dataDir: join(deps.config.dataDir, 'demo-game'),
    players: regulars,
    crowd: 22,
  });
  return () => game.close();
}
