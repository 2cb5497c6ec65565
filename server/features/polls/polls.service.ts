import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { assertEmailConfirmed } from '#server/features/accounts/email-confirmation.service.ts';
import type { ConfirmationDeps } from '#server/features/accounts/email-confirmation.service.ts';
import { getTotalLevel } from '#server/features/hiscores/hiscores.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { createWorkQueue } from '#server/lib/data/work-queue.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { ManagedPoll, Poll, PollDraft, Turnout } from '#shared/endpoints/polls.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { readDate } from '#shared/rules/dates.ts';
import { findEndProblem } from '#shared/rules/polls.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { toTimestamp } from '#shared/timestamps.ts';

import { assertBallotValid } from './assert-ballot.ts';
import * as queries from './polls.db.ts';
import type { PollRow } from './polls.db.ts';
import { pollSettings } from './polls.settings.ts';

/**
 * Invariant: a player has answered either every question of a poll once or none, and an answer's count
 * is the number of vote rows for it. Every write to a poll locks its row first, so no vote is counted
 * after the end. A poll with votes keeps its questions and answers in their places: only their texts change.
 */
type PollDeps = Pick<Deps, 'db' | 'live'>;

/** Votes wait for the poll's row lock anyway: here they do not use up the site's connections. */
const queueVote = createWorkQueue({ atOnce: 3 });

export async function listPolls({ db }: Pick<Deps, 'db'>, limit?: number): Promise<Poll[]> {
  return (await queries.findPolls(db, limit)).map(toPoll);
}

export async function getPoll({ db }: Pick<Deps, 'db'>, id: number): Promise<Poll> {
  return toPoll(await getPollRow(db, id));
}

type Voter = Pick<SessionAccount, 'id' | 'username' | 'usernameKey'>;

type Ballot = {
  pollId: number;
  answers: number[];
  username?: string | undefined;
  version?: number | undefined;
};

export async function castVote(
  deps: ConfirmationDeps,
  account: Voter,
  ballot: Ballot,
): Promise<Poll> {
  const { pollId, username } = ballot;
  if (username !== undefined && toUsernameKey(username) !== account.usernameKey) {
    throw new AppError(
      'access/not-yours',
      `You are logged in as ${account.username} and cannot vote for someone else.`,
    );
  }
  await assertEmailConfirmed(deps, account.username, pollSettings.unconfirmedMayVote);
  await queueVote(() => transaction(deps.db, (trx) => writeVote(deps, trx, { account, ballot })));
  return getPoll(deps, pollId);
}

async function writeVote(
  deps: PollDeps,
  trx: Trx,
  { account, ballot }: { account: Voter; ballot: Ballot },
): Promise<void> {
  const { pollId, answers } = ballot;
  if (!(await queries.lockPoll(trx, pollId))) throw notFound();
  const rules = await queries.findBallotRules(trx, pollId, account.id);
  if (!rules) throw notFound();
  const needsLevel = rules.minTotalLevel > 0;
  const totalLevel = needsLevel ? await getTotalLevel(trx, account.usernameKey) : 0;
  assertBallotValid({ ...rules, totalLevel }, ballot);
  await queries.insertBallot(trx, { pollId, accountId: account.id, answers });
  await deps.live.publish(trx, { topic: 'polls' });
  // Tell the player's other open pages that they have voted.
  await deps.live.publish(trx, { topic: 'me', accountId: account.id });
}

export async function listManagedPolls({ db }: Pick<Deps, 'db'>) {
  const [players, polls] = [await queries.countPlayers(db), await queries.findPolls(db)];
  return { players, polls: polls.map(toManagedPoll) };
}

export async function createPoll(
  deps: PollDeps,
  actor: Actor,
  { copyOf, ...draft }: PollDraft & { copyOf?: number | undefined },
): Promise<ManagedPoll> {
  const poll = { ...toColumns(draft), created_by: actor.id };
  return change(deps, actor, 'polls', async (trx, audit) => {
    const id = await queries.insertPoll(trx, poll, draft.questions);
    const after = toManagedPoll(await getPollRow(trx, id));
    audit(copyOf ? 'polls/duplicated' : 'polls/created', id, {
      after: { ...pickContent(after), ...(copyOf && { copyOf: String(copyOf) }) },
    });
    return after;
  });
}

export async function updatePoll(
  deps: PollDeps,
  actor: Actor,
  edit: { id: number; draft: PollDraft; version?: number | undefined },
): Promise<ManagedPoll> {
  const { id, draft, version } = edit;
  const poll = toColumns(draft);
  return change(deps, actor, 'polls', async (trx, audit) => {
    const before = await lockPoll(trx, id);
    if (before.hasEnded) throw alreadyEnded();
    if (version !== undefined && version !== before.version) {
      const text =
        'Someone else changed this poll while you were editing. Cancel, check the changes and try again.';
      throw new AppError('polls/outdated', text);
    }
    if (before.voters > 0) assertSameChoices(before, draft);
    const update = before.voters > 0 ? queries.updatePollTexts : queries.updatePoll;
    await update(trx, id, { poll, questions: draft.questions });
    const after = toManagedPoll(await getPollRow(trx, id));
    audit('polls/edited', id, {
      before: pickContent(toManagedPoll(before)),
      after: pickContent(after),
    });
    return after;
  });
}

export async function endPoll(deps: PollDeps, actor: Actor, id: number): Promise<ManagedPoll> {
  return change(deps, actor, 'polls', async (trx, audit) => {
    const before = await lockPoll(trx, id);
    if (before.hasEnded) throw alreadyEnded();
    await queries.endPoll(trx, id);
    const after = toManagedPoll(await getPollRow(trx, id));
    audit('polls/ended-early', id, {
      before: pickContent(toManagedPoll(before)),
      after: pickContent(after),
    });
    return after;
  });
}

export async function deletePoll(deps: PollDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, 'polls', async (trx, audit) => {
    const before = toManagedPoll(await lockPoll(trx, id));
    await queries.deletePoll(trx, id);
    audit('polls/deleted', id, { before: pickContent(before) });
  });
}

export async function endDuePolls(deps: PollDeps): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const ended = await queries.endDuePolls(trx);
    if (ended.length > 0) await deps.live.publish(trx, { topic: 'polls' });
  });
}

export async function getManagedPoll({ db }: Pick<Deps, 'db'>, id: number): Promise<ManagedPoll> {
  return toManagedPoll(await getPollRow(db, id));
}

export async function getTurnout({ db }: Pick<Deps, 'db'>, id: number): Promise<Turnout> {
  const rows = await queries.findTurnout(db, id);
  if (rows.length === 0) throw notFound();
  return {
    step: rows[0]?.step ?? 'day',
    points: rows.map(({ at, voters }) => ({ at: toTimestamp(at), voters })),
  };
}

async function lockPoll(trx: Trx, id: number): Promise<PollRow> {
  if (!(await queries.lockPoll(trx, id))) throw notFound();
  return getPollRow(trx, id);
}

async function getPollRow(db: Db, id: number): Promise<PollRow> {
  const poll = await queries.findPoll(db, id);
  if (!poll) throw notFound();
  return poll;
}

function notFound(): AppError {
  return new AppError('polls/not-found', 'This poll does not exist or was deleted.');
}

function alreadyEnded(): AppError {
  return new AppError('polls/closed', 'This poll has ended.');
}

function toColumns(draft: PollDraft) {
  const problem = findEndProblem(draft.endTime, Date.now());
  const endsAt = readDate(draft.endTime);
  if (!endsAt || problem) throw invalidField('endTime', problem ?? 'Choose when the poll ends.');
  return {
    title: draft.title,
    ends_at: endsAt,
    min_account_age_days: draft.minAccountAgeDays,
    min_total_level: draft.minTotalLevel,
  };
}

/** The fields that the audit log stores. */
function pickContent({ title, endTime, questions, ...rest }: ManagedPoll) {
  const { minAccountAgeDays, minTotalLevel, voters } = rest;
  const endsAt = readDate(endTime);
  return { title, endsAt, questions, minAccountAgeDays, minTotalLevel, voters };
}

function toPoll(row: PollRow): Poll {
  return {
    id: String(row.id),
    title: row.title,
    endTime: toTimestamp(row.endTime),
    ended: row.hasEnded,
    questions: row.questions,
    minAccountAgeDays: row.minAccountAgeDays,
    minTotalLevel: row.minTotalLevel,
    version: row.version,
  };
}

function toManagedPoll(row: PollRow): ManagedPoll {
  return {
    ...toPoll(row),
    createdAt: toTimestamp(row.createdAt),
    voters: row.voters,
    isEndedEarly: row.isEndedEarly,
  };
}

/**
 * A vote is stored as the place of its answer. So once there are votes, a typo can be corrected, but no question or
 * answer can be added, removed or moved, and the voters stay the same.
 */
function assertSameChoices(before: PollRow, draft: PollDraft): void {
  const isForSame =
    before.minAccountAgeDays === draft.minAccountAgeDays &&
    before.minTotalLevel === draft.minTotalLevel;
  if (!isForSame) throw hasVotes('who may vote can no longer change');
  const lists = [
    [
      before.questions.map(({ question }) => question),
      draft.questions.map(({ question }) => question),
    ],
    ...before.questions.map(({ answers }, at) => [
      answers.map(({ text }) => text),
      draft.questions[at]?.answers ?? [],
    ]),
  ] as [string[], string[]][];
  if (lists.some(([old, next]) => old.length !== next.length)) {
    throw hasVotes('questions and answers can no longer be added or removed');
  }
  if (lists.some(([old, next]) => hasMoved(old, next))) {
    throw hasVotes('questions and answers can no longer change places');
  }
}

/** Whether a changed text is one that was in another place. */
function hasMoved(before: string[], after: string[]): boolean {
  return after.some((text, at) => text !== before[at] && before.includes(text));
}

function hasVotes(rule: string): AppError {
  return new AppError(
    'polls/has-votes',
    `This poll already has votes: ${rule}. Correct its texts, move its end, or duplicate it.`,
  );
}
