import type { Deps } from '#server/deps.ts';
import { features } from '#server/feature-list.ts';

/** Loads demo content into an empty database only, so that later changes stay. */
export async function loadDemo(deps: Deps): Promise<void> {
  const account = await deps.db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account) return;
  for (const feature of features) await feature.demo?.(deps);
}

/** In the background, because it takes seconds. Continues at the next start if interrupted. Returns a stop function. */
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
