import type { Deps } from '#server/deps.ts';
import { features } from '#server/feature-list.ts';

/** Loads demo content into an empty database only, so that later changes stay. */
export async function loadDemo(deps: Deps): Promise<void> {
  const account = await deps.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account) return;
  for (const feature of features) await feature.demo?.(deps);
}

/**
 * Storing them takes a few seconds, so it runs in the background while the server is up, and open pages update
 * as it goes. If interrupted, it continues at the next start. Returns a function that stops it.
 */
export function startDemoPictures(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  const work = storePictures(deps, stop.signal).catch((error: unknown) =>
    deps.onProblem('A picture of the demo content could not be stored.', error),
  );
  return () => {
    stop.abort();
    return work;
  };
}

async function storePictures(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const feature of features) await feature.demoPictures?.(deps, signal);
}
