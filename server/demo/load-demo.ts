import type { Deps } from '#server/deps.ts';
import { loadDemoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { loadDemoModeration } from '#server/features/admin/admin.demo.ts';
import { loadDemoServer } from '#server/features/bridge/bridge.demo.ts';
import { loadDemoContracts } from '#server/features/contracts/contracts.demo.ts';
import { loadDemoEvents } from '#server/features/events/events.demo.ts';
import { loadDemoHiscores } from '#server/features/hiscores/hiscores.demo.ts';
import { drawNewsPictures, loadDemoNews } from '#server/features/news/news.demo.ts';
import { loadDemoPayments } from '#server/features/payments/payments.demo.ts';
import { loadDemoPolls } from '#server/features/polls/polls.demo.ts';
import { drawItemPictures, loadDemoShop } from '#server/features/shop/shop.demo.ts';

import { loadDemoPlayers } from './demo-players.ts';

/** Demo content goes into an empty database only; what people made of it afterwards stays. */
export async function loadDemo(deps: Deps): Promise<void> {
  const someone = await deps.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (someone) return;
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
 * Drawing takes some seconds, so it happens beside the running server; open pages fill up as it goes
 * on. What is cut short is finished at the next start. Returns what ends it.
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
