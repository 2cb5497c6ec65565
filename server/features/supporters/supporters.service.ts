import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { setNamedSupporter } from '#server/features/accounts/accounts.service.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Live } from '#server/lib/data/live.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { TopicCache } from '#server/lib/data/topic-cache.ts';
import type {
  GoalProgress,
  ManagedSupporters,
  OwnSupporter,
  StepDraft,
  SupporterSettings,
  SupporterStep,
} from '#shared/endpoints/supporters.ts';
import { AppError } from '#shared/errors.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import * as queries from './supporters.db.ts';
import { supporterSettings } from './supporters.settings.ts';

/**
 * The rank of a supporter is a function of the paid orders (server/db/functions/supporter_coins.sql). It is found
 * again in every transaction that changes one of them, and for all players when the ranks change. So events may be
 * repeated or arrive in any order, and the game gets each rank once when it is reached and once when it is lost.
 */
type SupporterDeps = Pick<Deps, 'db' | 'live'>;

const latestShown = 6;

const caches = new WeakMap<Live, TopicCache<SupporterStep[]>>();

/** For every page. Empty if the owner does not want them beside names. */
export async function listShownSteps(deps: SupporterDeps): Promise<SupporterStep[]> {
  const cache = caches.get(deps.live) ?? createTopicCache<SupporterStep[]>(deps.live, 1, 10_000);
  caches.set(deps.live, cache);
  if (!(await getSetting(deps, supporterSettings.isShown))) return [];
  return cache.get('steps', ['site'], async () => {
    const steps = await queries.findSteps(deps.db);
    return steps.map(({ id, name, icon, colour }) => ({ id, name, icon, colour }));
  });
}

/** Before coins move: the ranks must not change between this and `updateSupporter`. */
export const holdSteps = queries.lockStepsForReading;

/** If it exists, it does until the transaction has ended. */
export async function hasStep(trx: Trx, id: number): Promise<boolean> {
  await holdSteps(trx);
  return queries.hasStep(trx, id);
}

/** In the transaction that credited, refunded or disputed an order. */
export async function updateSupporter(
  { live }: Pick<Deps, 'live'>,
  trx: Trx,
  accountId: number,
): Promise<void> {
  if (!(await queries.updateSupporter(trx, accountId))) return;
  await live.publish(trx, { topic: 'me', accountId });
  await live.publish(trx, { topic: 'events' });
}

/** Ranks that were being delivered when they were lost. */
export const endLostRanks = queries.updateEndingSupporters;

export async function getOwnSupporter(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
): Promise<OwnSupporter> {
  const own = await queries.findOwn(db, accountId);
  const { coins = 0, isNamed = false } = own ?? {};
  const steps = await queries.findSteps(db);
  const step = steps.find(({ id }) => id === own?.stepId);
  const next = steps.find((one) => one.coins > coins);
  return {
    coins,
    step: step && { ...step },
    next: next && { name: next.name, coins: next.coins },
    isNamed,
  };
}

export async function updateOwnSupporter(
  deps: SupporterDeps,
  accountId: number,
  isNamed: boolean,
): Promise<OwnSupporter> {
  await setNamedSupporter(deps.db, accountId, isNamed);
  await deps.live.publish(deps.db, { topic: 'shop' });
  return getOwnSupporter(deps, accountId);
}

/** Undefined without a goal. */
export async function findGoal(
  deps: SupporterDeps & Pick<Deps, 'payments'>,
): Promise<GoalProgress | undefined> {
  const goal = await getSetting(deps, supporterSettings.goal);
  if (!goal) return undefined;
  const { mode } = deps.payments;
  const latest = await queries.findLatestNamed(deps.db, mode, latestShown);
  return {
    ...goal,
    raised: await queries.sumMonth(deps.db, { currency: goal.currency, mode }),
    supporters: latest.map(({ username, step }) => ({
      username: formatUsername(username),
      ...(step !== null && { step }),
    })),
  };
}

export async function getManagedSupporters(deps: SupporterDeps): Promise<ManagedSupporters> {
  const players = await queries.countSupporters(deps.db);
  const steps = await queries.findSteps(deps.db);
  return {
    isShown: await getSetting(deps, supporterSettings.isShown),
    goal: await getSetting(deps, supporterSettings.goal),
    steps: steps.map((step) => ({ ...step, players: players.get(step.id) ?? 0 })),
  };
}

export async function updateSupporters(
  deps: SupporterDeps,
  actor: Actor,
  next: SupporterSettings,
): Promise<ManagedSupporters> {
  const { isShown, goal } = await getManagedSupporters(deps);
  await change(deps, actor, ['shop', 'events', 'hiscores', 'admin'], async (trx, audit) => {
    await queries.lockSteps(trx);
    const steps = await queries.findSteps(trx);
    const within = { ...deps, db: trx };
    const by = actor.id;
    await setSetting(within, supporterSettings.isShown, { value: next.isShown, by });
    await setSetting(within, supporterSettings.goal, { value: next.goal, by });
    const wanted = withIds(next.steps, steps);
    await assertNotNeeded(trx, wanted);
    await queries.replaceSteps(trx, wanted);
    await queries.updateAllSupporters(trx);
    audit('supporters/changed', 'supporters', findChanges({ isShown, goal, steps }, next));
  });
  return getManagedSupporters(deps);
}

async function assertNotNeeded(trx: Trx, wanted: { id: number }[]): Promise<void> {
  const needing = await queries.findItemNeeding(
    trx,
    wanted.map(({ id }) => id),
  );
  if (needing !== undefined) {
    throw new AppError('request/invalid', `${needing} can be bought with this rank only.`);
  }
}

function withIds(
  drafts: readonly StepDraft[],
  known: readonly { id: number }[],
): (StepDraft & { id: number })[] {
  const taken = new Set(known.map(({ id }) => id));
  return drafts.map((draft) => {
    if (draft.id !== undefined && !taken.has(draft.id)) {
      throw new AppError('admin/outdated', 'This rank no longer exists. Please load it again.');
    }
    const id = draft.id ?? findFree(taken);
    taken.add(id);
    return { ...draft, id };
  });
}

function findFree(taken: ReadonlySet<number>): number {
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}
