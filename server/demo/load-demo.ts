import type { Deps } from '#server/deps.ts';
import { loadDemoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { loadDemoServer } from '#server/features/bridge/bridge.demo.ts';
import { loadDemoContracts } from '#server/features/contracts/contracts.demo.ts';
import { loadDemoEvents } from '#server/features/events/events.demo.ts';
import { loadDemoHiscores } from '#server/features/hiscores/hiscores.demo.ts';
import { drawNewsPictures, loadDemoNews } from '#server/features/news/news.demo.ts';
import { loadDemoPayments } from '#server/features/payments/payments.demo.ts';
import { loadDemoModeration } from '#server/features/players/players.demo.ts';
import { loadDemoPolls } from '#server/features/polls/polls.demo.ts';
import { drawItemPictures, loadDemoShop } from '#server/features/shop/shop.demo.ts';

import { loadDemoPlayers } from './demo-players.ts';

/** Loads demo content into an empty database only, so that later changes stay. */
export async function loadDemo(deps: Deps): Promise<void> {
  const account = await deps.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account) return;
  await loadDemoAccounts(deps);
  await loadDemoPlayers(deps.db);
  await loadDemoEvents(deps);
  await loadDemoHiscores(deps);
  await loadDemoModeration(deps);
  await loadDemoServer(deps);
  await loadDemoContracts(deps);
  await loadDemoNews(deps);
  await loadDemoPolls(deps);
  await loadDemoShop(deps);
  await loadDemoPayments(deps);
}

/**
 * Drawing takes a few seconds, so it runs in the background while the server is up, and open pages update
 * as it goes. If interrupted, it continues at the next start. Returns a function that stops it.
 */
export function startDemoPictures(deps: Deps, artFolder: string): () => Promise<void> {
  const stop = new AbortController();
  const work = drawNewsPictures(deps, artFolder, stop.signal)
    .then(() => drawItemPictures(deps, artFolder, stop.signal))
    .catch((error: unknown) =>
      deps.onProblem('A picture of the demo content could not be drawn.', error),
    );
  return () => {
    stop.abort();
    return work;
  };
}
