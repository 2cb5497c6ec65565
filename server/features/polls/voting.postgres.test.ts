import { afterAll, beforeAll, expect, test } from 'vitest';

import { startSession } from '#server/features/accounts/sessions.service.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedPoll, Poll } from '#shared/endpoints/polls.ts';

import { castVote, endPoll } from './polls.service.ts';

type Voter = { id: number; username: string; usernameKey: string };

let site: TestApp;
let admin: TestPlayer;
let voters: Voter[];
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Poll Keeper', 3);
  voters = await addVoters(sized(100, 1000));
});
afterAll(() => site.close());

/** Inserts directly into the table: hashing their passwords would take longer than the race. */
async function addVoters(count: number): Promise<Voter[]> {
  return site.deps.db
    .insertInto('accounts')
    .values(
      Array.from({ length: count }, (_, at) => ({
        username: `Voter ${at}`,
        username_key: `voter ${at}`,
        email: `voter${at}@example.test`,
        email_key: `voter${at}@example.test`,
        identity_provider: 'test',
        identity_id: `voter ${at}`,
      })),
    )
    .returning(['id', 'username', 'username_key as usernameKey'])
    .execute();
}

async function createPoll(): Promise<number> {
  const body = {
    title: 'Race',
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [
      { question: 'First?', answers: ['a', 'b', 'c'] },
      { question: 'Second?', answers: ['a', 'b'] },
      { question: 'Third?', answers: ['a', 'b', 'c', 'd'] },
    ],
  };
  const answer = await site.app.inject(json('POST', '/api/admin/polls', body, admin));
  return Number(answer.json<ManagedPoll>().id);
}

async function readVotes(id: number): Promise<number[][]> {
  const poll: Poll = (await site.app.inject({ url: `/api/polls/${id}` })).json();
  return poll.questions.map(({ answers }) => answers.map(({ votes }) => votes));
}

/** The same counts, computed from the vote rows. */
async function countRows(id: number): Promise<number[][]> {
  const rows = await site.deps.db
    .selectFrom('poll_answers as answer')
    .leftJoin('poll_votes as vote', (join) =>
      join
        .onRef('vote.poll_id', '=', 'answer.poll_id')
        .onRef('vote.question', '=', 'answer.question')
        .onRef('vote.answer', '=', 'answer.position'),
    )
    .select(({ fn }) => ['answer.question', fn.count<string>('vote.id').as('votes')])
    .where('answer.poll_id', '=', id)
    .groupBy(['answer.question', 'answer.position'])
    .orderBy('answer.question')
    .orderBy('answer.position')
    .execute();
  const counts: number[][] = [];
  for (const { question, votes } of rows) (counts[question] ??= []).push(Number(votes));
  return counts;
}

const choose = (at: number) => [at % 3, at % 2, (at * 7) % 4];

test('many concurrent votes by one player count as one', async () => {
  const pollId = await createPoll();
  const [voter] = voters;
  const attempts = await Promise.allSettled(
    Array.from({ length: sized(40, 200) }, (_, at) =>
      castVote(site.deps, voter!, { pollId, answers: choose(at) }),
    ),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(new Set(reasons.map(({ code }: { code: string }) => code))).toEqual(
    new Set(['polls/already-voted']),
  );
  const votes = await readVotes(pollId);
  expect(votes.map((answers) => answers.reduce((sum, n) => sum + n))).toEqual([1, 1, 1]);
  expect(await countRows(pollId)).toEqual(votes);
});

test('many players voting at once are counted exactly', async () => {
  const pollId = await createPoll();
  await Promise.all(
    voters.map((voter, at) => castVote(site.deps, voter, { pollId, answers: choose(at) })),
  );
  const expected = [3, 2, 4].map((answers, question) =>
    Array.from(
      { length: answers },
      (_, answer) => voters.filter((__, at) => choose(at)[question] === answer).length,
    ),
  );
  expect(await readVotes(pollId)).toEqual(expected);
  expect(await countRows(pollId)).toEqual(expected);
});

test('players voting by HTTP, twice each, are counted once each', async () => {
  const pollId = await createPoll();
  const count = sized(40, 200);
  const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
  const statuses = await Promise.all(
    voters.slice(0, count).map(async ({ id, username }, at) => {
      const cookie = `session=${await startSession(site.deps.db, id, visitor)}`;
      const body = { answers: choose(at), username };
      const attempts = await Promise.all(
        [0, 1].map(() =>
          site.app.inject(json('POST', `/api/polls/${pollId}/vote`, body, { cookie })),
        ),
      );
      return attempts.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    }),
  );
  expect(statuses).toEqual(statuses.map(() => [200, 409]));
  const votes = await readVotes(pollId);
  expect(votes.map((answers) => answers.reduce((sum, n) => sum + n))).toEqual([
    count,
    count,
    count,
  ]);
  expect(await countRows(pollId)).toEqual(votes);
});

test('when an admin ends a poll during votes, no vote is counted after the end', async () => {
  const pollId = await createPoll();
  const actor = { id: admin.id, name: admin.username, ip: null };
  const isCounted = (voter: Voter, at: number) =>
    castVote(site.deps, voter, { pollId, answers: choose(at) }).then(
      () => true,
      () => false,
    );
  const half = sized(50, 150);
  const early = voters.slice(0, half).map(isCounted);
  const ending = endPoll(site.deps, actor, pollId);
  const late = voters.slice(half, 2 * half).map(isCounted);
  const ended = await ending;
  const counted = (await Promise.all([...early, ...late])).filter(Boolean).length;
  expect(counted).toBe(ended.voters);
  const votes = await readVotes(pollId);
  expect(votes[0]!.reduce((sum, n) => sum + n)).toBe(counted);
  expect(await countRows(pollId)).toEqual(votes);
});

test('of an edit and votes at once, either the edit comes first or it is refused', async () => {
  const count = sized(20, 50);
  for (let round = 0; round < 5; round += 1) {
    const pollId = await createPoll();
    const body = {
      title: 'Changed',
      endTime: new Date(Date.now() + 86_400_000).toISOString(),
      questions: [{ question: 'Other?', answers: ['x', 'y'] }],
    };
    const edit = site.app.inject(json('PUT', `/api/admin/polls/${pollId}`, body, admin));
    const votes = voters
      .slice(0, count)
      .map((voter) =>
        castVote(site.deps, voter, { pollId, answers: [0, 0, 0], version: 0 }).catch(
          () => undefined,
        ),
      );
    const { statusCode } = await edit;
    const counted = (await Promise.all(votes)).filter(Boolean).length;
    expect(counted).toBe(statusCode === 200 ? 0 : count);
    expect(await countRows(pollId)).toEqual(await readVotes(pollId));
  }
});
