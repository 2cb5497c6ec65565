import { randomInt } from 'node:crypto';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { Live } from '#server/lib/data/live.ts';
import { retentionDays } from '#server/lib/data/retention.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { TopicCache } from '#server/lib/data/topic-cache.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import type { OwnVotes, VoteOverview } from '#shared/endpoints/votes.ts';
import { AppError } from '#shared/errors.ts';
import { tokenAlphabets } from '#shared/rules/votes.ts';

import { findItems, findList, findLists, hasListOn } from './lists.db.ts';
import type { ListRow } from './lists.db.ts';
import * as queries from './votes.db.ts';
import { voteRules } from './votes.settings.ts';

const topVoters = 10;
/** How long a token is good for. A list may send its callback hours later. */
const tokenHours = 24;

export async function getVoteOverview(deps: Pick<Deps, 'db' | 'live'>): Promise<VoteOverview> {
  const { streakDays, coins, shopItemId, prize } = await getSetting(deps, voteRules);
  const lists = (await findLists(deps.db)).filter(({ isOn }) => isOn);
  const item = shopItemId === null ? null : await findItemName(deps.db, shopItemId);
  return {
    lists: lists.map(({ id, name, intervalHours, coins: given, itemName }) => ({
      id,
      name,
      intervalHours,
      reward: { coins: given, item: itemName },
    })),
    streak: streakDays > 0 ? { days: streakDays, coins, item } : null,
    prize,
    month: await queries.findMonth(deps.db),
    topVoters: await queries.findTopVoters(deps.db, topVoters),
  };
}

async function findItemName(db: Db, id: number): Promise<string | null> {
  const items = await findItems(db);
  return items.find((item) => item.id === id)?.name ?? null;
}

export async function getOwnVotes({ db }: Pick<Deps, 'db'>, accountId: number): Promise<OwnVotes> {
  const { days, votes } = await queries.findStreak(db, accountId);
  const waiting = await queries.findWaiting(db, accountId);
  return {
    streak: days,
    votesThisMonth: votes,
    waiting: waiting.map(withIsoDates),
    latest: (await queries.findLatestVote(db, accountId)) ?? null,
  };
}

/** The link to the list, with a new token of this player. */
export async function startVote(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  listId: number,
): Promise<{ url: string }> {
  const list = await findList(db, listId);
  if (!list?.isOn) throw listNotFound();
  const waiting = await queries.findWaiting(db, accountId);
  if (waiting.some((turn) => turn.listId === listId)) {
    throw new AppError(
      'votes/too-early',
      `You have already voted on ${list.name}. Try again later.`,
    );
  }
  const token = await createToken(db, { list, accountId });
  return { url: list.link.replaceAll('{token}', token) };
}

/** Only the hash is stored. */
export async function createToken(
  db: Db,
  {
    list: { id, tokenAlphabet, tokenLength },
    accountId,
    isTest = false,
  }: {
    list: Pick<ListRow, 'id' | 'tokenAlphabet' | 'tokenLength'>;
    accountId: number;
    isTest?: boolean;
  },
): Promise<string> {
  const letters = tokenAlphabets[tokenAlphabet];
  const drawn = Array.from({ length: tokenLength }, () => letters[randomInt(letters.length)]);
  const token = drawn.join('');
  const hash = hashSecret(token);
  await transaction(db, (trx) =>
    queries.insertToken(trx, { listId: id, accountId, hash, hours: tokenHours, isTest }),
  );
  return token;
}

export function listNotFound(): AppError {
  return new AppError('votes/list-not-found', 'This list does not exist or is switched off.');
}

const caches = new WeakMap<Live, TopicCache<boolean>>();

/** Every page asks, so the answer is kept until a list changes. */
export async function hasVotes(deps: Pick<Deps, 'db' | 'live'>): Promise<boolean> {
  const { db, live } = deps;
  const cache = caches.get(live) ?? createTopicCache<boolean>(live, 1, 10_000);
  caches.set(live, cache);
  return (await isOn(deps, 'votes')) && (await cache.get('lists', ['site'], () => hasListOn(db)));
}

/** Also tells open pages to read the top voters again: a month may have ended. */
export async function tidyVotes({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  await queries.deleteOldRows(db, retentionDays.voteCallback);
  await live.publish(db, { topic: 'votes' });
}
