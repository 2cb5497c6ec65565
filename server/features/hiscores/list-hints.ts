import type { Transaction } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { afterCommit } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Live } from '#server/lib/live.ts';

/**
 * Each hint empties the read cache of the lists and makes open pages fetch anew. A busy game reports
 * several times a second, so hints are thinned: the first leaves with its commit, later ones within
 * the window are gathered into one at its end. Lists may lag behind by that window, never longer.
 */
type State = { lastAt: number; timer: NodeJS.Timeout | undefined };

const stateBy = new WeakMap<Live, State>();

type HintDeps = Pick<Deps, 'db' | 'live' | 'config' | 'onProblem'>;

export async function announceLists(deps: HintDeps, trx: Transaction<Schema>): Promise<void> {
  const { live, config } = deps;
  const state = stateOf(live);
  const wait = state.lastAt + config.hiscoresRefreshSeconds * 1000 - Date.now();
  if (wait > 0) {
    afterCommit(trx, () => announceLater(deps, state, wait));
    return;
  }
  await live.publish(trx, { topic: 'hiscores' });
  afterCommit(trx, () => void (state.lastAt = Date.now()));
}

function announceLater({ db, live, onProblem }: HintDeps, state: State, wait: number): void {
  state.timer ??= setTimeout(() => {
    state.timer = undefined;
    state.lastAt = Date.now();
    live
      .publish(db, { topic: 'hiscores' })
      .catch((error: unknown) => onProblem('The hiscores could not be announced.', error));
  }, wait).unref();
}

function stateOf(live: Live): State {
  const state = stateBy.get(live) ?? { lastAt: 0, timer: undefined };
  stateBy.set(live, state);
  return state;
}
