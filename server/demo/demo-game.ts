import { join } from 'node:path';

import type { Deps } from '#server/deps.ts';
import { findRecentUsernames } from '#server/features/accounts/sessions.service.ts';
import { openDemoToken } from '#server/features/game-servers/game-servers.demo.ts';
import { demoGameAgent } from '#server/plugins/request-log.ts';

/** Nearly always in the game, so that purchases of these players arrive while a visitor watches. */
const regulars = ['Wyn Player', 'Wyn Mod', 'Oak Warden', 'Lady Ash', 'Pip'];

/** Uses the bridge over HTTP, like any game. Returns a stop function; undefined without a server or a free token slot. */
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
    // A visitor's own account plays too, so that everybody sees a delivery arrive.
    findGuests: () => findRecentUsernames(deps.db, { minutes: 60, limit: 50 }),
    crowd: 22,
  });
  return () => game.close();
}
