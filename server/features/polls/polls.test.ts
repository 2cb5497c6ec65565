import { afterAll, beforeAll, expect, test } from 'vitest';

import { createJobRunner } from '#server/lib/data/jobs.ts';
import type { DataOwner, DataReader } from '#server/lib/data/personal-data.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedPoll, Poll, Turnout } from '#shared/endpoints/polls.ts';
import { formatPollDate } from '#shared/rules/polls.ts';
import { toTimestamp } from '#shared/timestamps.ts';

import { polls } from './polls.feature.ts';
import { pollsPersonalData } from './polls.personal-data.ts';

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Poll Keeper', 3);
  player = await site.addPlayer('Voter');
});
afterAll(() => site.close());

const soon = (milliseconds = 86_400_000) => new Date(Date.now() + milliseconds);

const draft = {
  title: 'Bridges',
  endTime: soon().toISOString(),
  questions: [
    { question: 'Stone or wood?', answers: ['Stone', 'Wood'] },
    { question: 'How wide?', answers: ['One cart', 'Two carts', 'Three carts'] },
  ],
};

async function createPoll(changes: object = {}): Promise<ManagedPoll> {
  const answer = await site.app.inject(
    json('POST', '/api/admin/polls', { ...draft, ...changes }, admin),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const read = async (id: string): Promise<Poll> =>
  (await site.app.inject({ url: `/api/polls/${id}` })).json();

const vote = (id: string, body: object, as: TestPlayer = player) =>
  site.app.inject(json('POST', `/api/polls/${id}/vote`, body, as));

async function votesOf(id: string): Promise<number[][]> {
  const { questions } = await read(id);
  return questions.map(({ answers }) => answers.map(({ votes }) => votes));
}

async function expectNothingCounted(id: string): Promise<void> {
  expect((await votesOf(id)).flat().every((votes) => votes === 0)).toBe(true);
  const rows = await site.deps.db
    .selectFrom('poll_votes')
    .select('id')
    .where('poll_id', '=', Number(id))
    .execute();
  expect(rows).toEqual([]);
}

async function moveEndToPast(id: string): Promise<void> {
  await site.deps.db
    .updateTable('polls')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .where('id', '=', Number(id))
    .execute();
}

test('a poll is served with the fields of the specification', async () => {
  const endTime = soon();
  const { id } = await createPoll({ endTime: toTimestamp(endTime) });
  expect(await read(id)).toEqual({
    id,
    title: 'Bridges',
    endTime: toTimestamp(endTime),
    ended: false,
    questions: [
      { question: 'Stone or wood?', answers: [withoutVotes('Stone'), withoutVotes('Wood')] },
      {
        question: 'How wide?',
        answers: [withoutVotes('One cart'), withoutVotes('Two carts'), withoutVotes('Three carts')],
      },
    ],
    minAccountAgeDays: 0,
    minTotalLevel: 0,
    version: 0,
  });
  const all: Poll[] = (await site.app.inject({ url: '/api/polls' })).json();
  expect(all.find((poll) => poll.id === id)?.title).toBe('Bridges');
});

const withoutVotes = (text: string) => ({ text, votes: 0 });

test('a limit lists only the first polls: the running one that ends first, else the last to end', async () => {
  const first = async () => (await site.app.inject({ url: '/api/polls?limit=1' })).json<Poll[]>();
  const later = await createPoll({ endTime: soon(7_200_000).toISOString() });
  const next = await createPoll({ title: 'Next', endTime: soon(3_600_000).toISOString() });
  expect(await first()).toEqual([await read(next.id)]);
  for (const { id } of [later, next]) {
    await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  }
  const others = (await site.app.inject({ url: '/api/polls' })).json<Poll[]>();
  for (const { id } of others.filter(({ ended }) => !ended)) {
    await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  }
  const [shown, ...more] = await first();
  expect(more).toEqual([]);
  expect(shown).toMatchObject({ ended: true });
});

test.each(['0', '-1', '1.5', '101', 'all'])('the limit %s is refused', async (limit) => {
  const answer = await site.app.inject({ url: `/api/polls?limit=${limit}` });
  expect(answer.statusCode).toBe(400);
});

test('a vote counts once for every question, and the poll is then among the player’s voted_polls', async () => {
  const { id } = await createPoll();
  const answer = await vote(id, { answers: [1, 2], username: 'VOTER' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<Poll>().questions[0]?.answers[1]?.votes).toBe(1);
  expect(await votesOf(id)).toEqual([
    [0, 1],
    [0, 0, 1],
  ]);
  const user = await site.app.inject({
    url: '/api/users/voter',
    headers: { cookie: player.cookie },
  });
  expect(user.json<{ voted_polls: string[] }>().voted_polls).toContain(id);
  expect(await readVote(id, player.cookie)).toEqual({ answers: [1, 2] });
  expect(await readVote(id, admin.cookie)).toEqual({ answers: [] });
  const again = await vote(id, { answers: [0, 0], username: 'Voter' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'polls/already-voted',
    error: 'You have already voted in this poll.',
  });
  expect(await votesOf(id)).toEqual([
    [0, 1],
    [0, 0, 1],
  ]);
});

async function readVote(id: string, cookie: string): Promise<unknown> {
  return (await site.app.inject({ url: `/api/polls/${id}/vote`, headers: { cookie } })).json();
}

const badAnswers: [string, unknown, number][] = [
  ['no answers', undefined, 400],
  ['a missing answer', [0], 400],
  ['an empty answer', [0, null], 400],
  ['an answer beyond the last', [0, 3], 400],
  ['a negative answer', [-1, 0], 400],
  ['half an answer', [0.5, 0], 400],
  ['text instead of an answer', ['0', 0], 400],
  ['an answer too many', [0, 0, 0], 400],
];
test.each(badAnswers)('%s is refused and nothing is counted', async (_, answers, status) => {
  const { id } = await createPoll();
  const answer = await vote(id, { answers, username: 'Voter' });
  expect(answer.statusCode).toBe(status);
  await expectNothingCounted(id);
});

test('a vote in another player’s name is refused and nothing is counted', async () => {
  const { id } = await createPoll();
  const answer = await vote(id, { answers: [0, 0], username: 'Poll Keeper' });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'access/not-yours' });
  await expectNothingCounted(id);
});

test('a visitor cannot vote', async () => {
  const { id } = await createPoll();
  const answer = await site.app.inject(
    json('POST', `/api/polls/${id}/vote`, { answers: [0, 0], username: 'Voter' }),
  );
  expect(answer.statusCode).toBe(401);
  await expectNothingCounted(id);
});

test('a poll past its end refuses votes before any job has run', async () => {
  const { id } = await createPoll();
  await moveEndToPast(id);
  const answer = await vote(id, { answers: [0, 0] });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'polls/closed', error: 'This poll has ended.' });
  await expectNothingCounted(id);
});

test('the job ends due polls once and tells open pages', async () => {
  const { id } = await createPoll();
  const running = await createPoll();
  const early = await createPoll();
  await site.deps.db
    .updateTable('polls')
    .set({ ended_at: new Date(Date.now() - 7000), ends_at: new Date(Date.now() - 5000) })
    .where('id', '=', Number(early.id))
    .execute();
  const endsOf = async () =>
    site.deps.db
      .selectFrom('polls')
      .select(['id', 'ended_at', 'ends_at'])
      .where('id', 'in', [id, running.id, early.id].map(Number))
      .orderBy('id')
      .execute();
  expect((await read(id)).ended).toBe(false);
  await moveEndToPast(id);
  const before = await endsOf();
  const published: string[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: ({ topic }) => void published.push(topic),
    onResync() {},
  });
  const [job] = polls.jobs(site.deps);
  await createJobRunner(site.deps.db)(job!);
  expect(published).toEqual(['polls']);
  expect((await read(id)).ended).toBe(true);
  expect(await endsOf()).toEqual([
    { ...before[0], ended_at: before[0]?.ends_at },
    { ...before[1], ended_at: null },
    before[2],
  ]);
  await job!.run();
  expect(published).toEqual(['polls']);
  unsubscribe();
});

test('an account that is too young cannot vote; one that is old enough can', async () => {
  const { id } = await createPoll({ minAccountAgeDays: 7 });
  const answer = await vote(id, { answers: [0, 0] });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    code: 'polls/not-eligible',
    error:
      'Only accounts that are at least 7 days old may vote in this poll. Yours can vote in 7 days.',
  });
  await expectNothingCounted(id);
  const elder = await site.addPlayer('Elder');
  const setAge = (milliseconds: number) =>
    site.deps.db
      .updateTable('accounts')
      .set({ created_at: new Date(Date.now() - milliseconds) })
      .where('id', '=', elder.id)
      .execute();
  await setAge(7 * 86_400_000 - 600_000);
  const early = (await vote(id, { answers: [0, 0] }, elder)).json<{ error: string }>();
  expect(early.error).toMatch('Yours can vote in 1 day.');
  await setAge(7 * 86_400_000 + 1000);
  expect((await vote(id, { answers: [0, 0] }, elder)).statusCode).toBe(200);
});

test('a player whose total level is too low cannot vote; one with a high enough level can', async () => {
  const { id } = await createPoll({ minTotalLevel: 1000 });
  const answer = await vote(id, { answers: [0, 0] });
  expect(answer.json()).toMatchObject({
    code: 'polls/not-eligible',
    error: 'This poll requires a total level of at least 1,000. Yours is 0.',
  });
  await expectNothingCounted(id);
  const strong = await site.addPlayer('Strong One');
  await site.deps.db
    .insertInto('players')
    .values({
      name: 'Strong One',
      name_key: 'strong one',
      experience: Array.from({ length: 21 }, () => 0),
      total_level: 999,
      total_tenths: 0,
      observed_at: new Date(),
    })
    .execute();
  const almost = (await vote(id, { answers: [0, 0] }, strong)).json<{ error: string }>();
  expect(almost.error).toMatch('Yours is 999.');
  await site.deps.db
    .updateTable('players')
    .set({ total_level: 1000 })
    .where('name_key', '=', 'strong one')
    .execute();
  expect((await vote(id, { answers: [0, 0] })).statusCode).toBe(403);
  expect((await vote(id, { answers: [0, 0] }, strong)).statusCode).toBe(200);
});

test('a poll without votes can be edited in every way', async () => {
  const { id } = await createPoll();
  const edited = {
    ...draft,
    title: 'Bridges, again',
    questions: [{ question: 'Rope?', answers: ['Yes', 'No'] }],
    version: 0,
  };
  const first = await site.app.inject(json('PUT', `/api/admin/polls/${id}`, edited, admin));
  expect(first.statusCode, first.body).toBe(200);
  expect(await read(id)).toMatchObject({
    title: 'Bridges, again',
    version: 1,
    questions: [{ question: 'Rope?', answers: [withoutVotes('Yes'), withoutVotes('No')] }],
  });
  const outdated = await site.app.inject(json('PUT', `/api/admin/polls/${id}`, edited, admin));
  expect(outdated.json()).toMatchObject({ code: 'polls/outdated' });

  const stale = await vote(id, { answers: [0], version: 0 });
  expect(stale.json()).toMatchObject({ code: 'polls/outdated' });
  await expectNothingCounted(id);
  expect((await vote(id, { answers: [0], version: 1 })).statusCode).toBe(200);
});

const edit = (id: string, changes: object, as = admin) =>
  site.app.inject(json('PUT', `/api/admin/polls/${id}`, { ...draft, ...changes }, as));

test('texts and the end of a poll with votes can change, and the votes stay', async () => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 1] });
  const [first, second] = draft.questions as [Question, Question];
  const questions = [
    { ...first, question: `${first.question} (corrected)` },
    { ...second, answers: second.answers.with(1, 'Corrected answer') },
  ];
  const endTime = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const answer = await edit(id, { title: 'Corrected', endTime, questions, version: 0 });
  expect(answer.statusCode, answer.body).toBe(200);
  const after = await read(id);
  expect(after).toMatchObject({ title: 'Corrected', version: 1, ended: false });
  expect(after.endTime.seconds).toBe(Math.floor(Date.parse(endTime) / 1000));
  expect(
    after.questions.map(({ question, answers }) => ({
      question,
      answers: answers.map(({ text }) => text),
    })),
  ).toEqual(questions);
  expect(await votesOf(id)).toEqual([
    [1, 0],
    [0, 1, 0],
  ]);
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'polls/edited',
    subject: id,
    before: { title: draft.title, voters: 1 },
    after: { title: 'Corrected', voters: 1 },
  });
  const again = await edit(id, { title: 'Again', questions, version: 0 });
  expect(again.json()).toMatchObject({ code: 'polls/outdated' });
  const byPlayer = await edit(id, { title: 'Mine', questions, version: 1 }, player);
  expect(byPlayer.statusCode).toBe(403);
  const other = await site.addPlayer('Page Reader');
  const stale = await vote(id, { answers: [0, 1], version: 0 }, other);
  expect(stale.json()).toMatchObject({ code: 'polls/outdated' });
  expect((await read(id)).title).toBe('Corrected');
});

type Question = (typeof draft.questions)[number];
const [first, second] = draft.questions as [Question, Question];

test.each([
  ['a question less', { questions: [first] }],
  ['an answer more', { questions: [{ ...first, answers: [...first.answers, 'New'] }, second] }],
  [
    'answers in another order',
    { questions: [{ ...first, answers: first.answers.toReversed() }, second] },
  ],
  [
    'two of three answers changing places',
    { questions: [first, { ...second, answers: ['One cart', 'Three carts', 'Two carts'] }] },
  ],
  [
    'an answer in the place of another one',
    { questions: [first, { ...second, answers: ['New', 'One cart', 'Three carts'] }] },
  ],
  ['questions in another order', { questions: [second, first] }],
  ['another minimum level', { minTotalLevel: 5 }],
  ['another minimum age', { minAccountAgeDays: 5 }],
])('%s is refused once a poll has votes', async (_what, changes) => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 1] });
  const answer = await edit(id, { ...changes, title: 'Not saved', version: 0 });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'polls/has-votes' });
  expect(await read(id)).toMatchObject({ title: draft.title, version: 0 });
});

test('editing, ending and deleting a poll leave the other polls alone', async () => {
  const other = await createPoll();
  await vote(other.id, { answers: [1, 2] });
  const untouched = await read(other.id);
  const { id } = await createPoll();
  const rope = [{ question: 'Rope?', answers: ['Yes', 'No'] }];
  expect((await edit(id, { title: 'Ropes', questions: rope })).statusCode).toBe(200);
  await vote(id, { answers: [0] });
  const fixed = [{ question: 'Ropes?', answers: ['Aye', 'No'] }];
  expect((await edit(id, { title: 'Ropes?', questions: fixed })).statusCode).toBe(200);
  expect(await read(other.id)).toEqual(untouched);
  expect(await readVote(id, player.cookie)).toEqual({ answers: [0] });
  await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  expect(await read(other.id)).toEqual(untouched);
  await site.app.inject(json('DELETE', `/api/admin/polls/${id}`, undefined, admin));
  expect(await read(other.id)).toEqual(untouched);
  expect(await readVote(other.id, player.cookie)).toEqual({ answers: [1, 2] });
});

test('running polls come first, the next to end at the top, then ended polls, the last to end at the top', async () => {
  const { db } = site.deps;
  const hour = 3_600_000;
  const times: [string, number, number?][] = [
    ['in two hours', 2 * hour],
    ['in an hour', hour],
    ['in an hour, newer', hour],
    ['two hours ago', -2 * hour],
    ['two hours ago, newer', -2 * hour],
    ['ended early an hour ago', 3 * hour, -hour],
    ['ended early three hours ago', -hour, -3 * hour],
  ];
  const now = Date.now();
  const titles = new Set(times.map(([title]) => title));
  for (const [title, endsIn, endedIn] of times) {
    const { id } = await createPoll({ title });
    const ended_at = endedIn === undefined ? null : new Date(now + endedIn);
    const change = { ends_at: new Date(now + endsIn), ended_at };
    await db.updateTable('polls').set(change).where('id', '=', Number(id)).execute();
  }
  const all = (await readManaged()).polls.filter(({ title }) => titles.has(title));
  const endIn = (milliseconds: number) => toTimestamp(new Date(now + milliseconds));
  expect(
    all.map(({ title, ended, isEndedEarly, endTime }) => [title, ended, isEndedEarly, endTime]),
  ).toEqual([
    ['in an hour, newer', false, false, endIn(hour)],
    ['in an hour', false, false, endIn(hour)],
    ['in two hours', false, false, endIn(2 * hour)],
    ['ended early an hour ago', true, true, endIn(-hour)],
    ['two hours ago, newer', true, false, endIn(-2 * hour)],
    ['two hours ago', true, false, endIn(-2 * hour)],
    ['ended early three hours ago', true, true, endIn(-3 * hour)],
  ]);
});

type Managed = { players: number; polls: ManagedPoll[] };

async function readManaged(): Promise<Managed> {
  const headers = { cookie: admin.cookie };
  return (await site.app.inject({ url: '/api/admin/polls', headers })).json();
}

test('the players that turnout is measured against do not include sign-ups that are not finished', async () => {
  const { players } = await readManaged();
  const unfinished = await site.addPlayer('Unfinished');
  expect((await readManaged()).players).toBe(players + 1);
  await site.deps.db
    .updateTable('accounts')
    .set({ pending_since: new Date() })
    .where('id', '=', unfinished.id)
    .execute();
  expect((await readManaged()).players).toBe(players);
});

test('an ended poll cannot be edited', async () => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 1] });
  await moveEndToPast(id);
  expect((await edit(id, { version: 0 })).json()).toMatchObject({ code: 'polls/closed' });
});

test('votes and an edit at the same time: each vote is counted for the texts that were read', async () => {
  const { id } = await createPoll();
  const voters = await Promise.all(
    ['Ann', 'Ben', 'Cid', 'Dot'].map((name) => site.addPlayer(name)),
  );
  const send = (voter: TestPlayer) => vote(id, { answers: [1, 2], version: 0 }, voter);
  const early = voters.slice(0, 2).map(send);
  const editing = edit(id, { title: 'Corrected', version: 0 });
  const votes = await Promise.all([...early, ...voters.slice(2).map(send)]);
  const edited = await editing;
  expect(edited.statusCode, edited.body).toBe(200);
  const counted = votes.filter(({ statusCode }) => statusCode === 200).length;
  const refused = votes.filter(({ statusCode }) => statusCode !== 200);
  for (const one of refused) expect(one.json()).toMatchObject({ code: 'polls/outdated' });
  expect(await votesOf(id)).toEqual([
    [0, counted],
    [0, 0, counted],
  ]);
});

test('ending early keeps the votes, sets the end time and refuses later votes', async () => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 1] });
  const before = Date.now();
  const answer = await site.app.inject(
    json('POST', `/api/admin/polls/${id}/end`, undefined, admin),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({ ended: true, isEndedEarly: true, voters: 1 });
  const { ended, endTime } = await read(id);
  expect(ended).toBe(true);
  expect(Math.abs(endTime.seconds * 1000 - before)).toBeLessThan(60_000);
  const other = await site.addPlayer('Latecomer');
  expect((await vote(id, { answers: [0, 1] }, other)).json()).toMatchObject({
    code: 'polls/closed',
  });
  expect(await votesOf(id)).toEqual([
    [1, 0],
    [0, 1, 0],
  ]);
  const again = await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  expect(again.statusCode).toBe(409);
});

test('a deleted poll is gone with its votes, and from voted_polls', async () => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 1] });
  const answer = await site.app.inject(json('DELETE', `/api/admin/polls/${id}`, undefined, admin));
  expect(answer.statusCode).toBe(204);
  expect((await site.app.inject({ url: `/api/polls/${id}` })).statusCode).toBe(404);
  const user = await site.app.inject({
    url: '/api/users/voter',
    headers: { cookie: player.cookie },
  });
  expect(user.json<{ voted_polls: string[] }>().voted_polls).not.toContain(id);
  expect((await vote(id, { answers: [0, 1] })).statusCode).toBe(404);
});

test('admins see the turnout, in total and over time, and can download the results as CSV', async () => {
  const { id } = await createPoll({
    questions: [
      { question: 'Bread, or "cake"?', answers: ['=Bread', 'Cake, please'] },
      { question: 'Tea?', answers: ['Yes', 'No'] },
    ],
  });
  await vote(id, { answers: [1, 0] });
  await vote(id, { answers: [1, 0] }, admin);
  await vote(id, { answers: [1, 1] }, await site.addPlayer('Tea Hater'));
  const as = { headers: { cookie: admin.cookie } };
  const list = (await site.app.inject({ url: '/api/admin/polls', ...as })).json<{
    players: number;
    polls: ManagedPoll[];
  }>();
  expect(list.players).toBeGreaterThanOrEqual(2);
  expect(list.polls.find((poll) => poll.id === id)?.voters).toBe(3);
  const turnout: Turnout = (
    await site.app.inject({ url: `/api/admin/polls/${id}/turnout`, ...as })
  ).json();
  expect(turnout.step).toBe('hour');
  expect(turnout.points.reduce((sum, { voters }) => sum + voters, 0)).toBe(3);
  const csv = await site.app.inject({ url: `/api/admin/polls/${id}/results.csv`, ...as });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="poll-${id}.csv"`);
  expect(csv.body).toBe(
    '\u{FEFF}Question,Text,Answer,Votes,Percent\r\n' +
      `Q1,"Bread, or ""cake""?",'=Bread,0,0\r\n` +
      'Q1,"Bread, or ""cake""?","Cake, please",3,100\r\n' +
      'Q2,Tea?,Yes,2,66\r\nQ2,Tea?,No,1,33\r\n',
  );
});

test('the turnout of a long poll is by day, including days without votes', async () => {
  const { id } = await createPoll({ endTime: soon(10 * 86_400_000).toISOString() });
  await site.deps.db
    .updateTable('polls')
    .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
    .where('id', '=', Number(id))
    .execute();
  await vote(id, { answers: [0, 0] });
  const turnout: Turnout = (
    await site.app.inject({
      url: `/api/admin/polls/${id}/turnout`,
      headers: { cookie: admin.cookie },
    })
  ).json();
  expect(turnout.step).toBe('day');
  expect(turnout.points.map(({ voters }) => voters)).toEqual([0, 0, 0, 1]);
});

test('the turnout of a poll of four days is by hour, of a longer one by day, each vote in its step', async () => {
  const { db } = site.deps;
  const [{ id }, other] = [await createPoll(), await createPoll()];
  await vote(id, { answers: [0, 0] });
  await vote(id, { answers: [1, 1] }, admin);
  await vote(other.id, { answers: [1, 1] });
  const setTimes = (ends: string) =>
    db
      .updateTable('polls')
      .set({ created_at: new Date('2026-01-01T10:30:00Z'), ends_at: new Date(ends) })
      .where('id', '=', Number(id))
      .execute();
  await db
    .updateTable('poll_votes')
    .set({ voted_at: new Date('2026-01-02T00:00:00Z') })
    .where('poll_id', 'in', [Number(id), Number(other.id)])
    .execute();
  await db
    .updateTable('poll_votes')
    .set({ voted_at: new Date('2026-01-01T23:59:59Z') })
    .where('poll_id', '=', Number(id))
    .where('account_id', '=', admin.id)
    .execute();
  const url = `/api/admin/polls/${id}/turnout`;
  const read = async () =>
    (await site.app.inject({ url, headers: { cookie: admin.cookie } })).json<Turnout>();
  const at = (time: string) => toTimestamp(new Date(time));
  await setTimes('2026-01-05T10:30:00Z');
  const byHour = await read();
  expect(byHour.step).toBe('hour');
  expect(byHour.points).toHaveLength(97);
  expect(byHour.points[0]).toEqual({ at: at('2026-01-01T10:00:00Z'), voters: 0 });
  expect(byHour.points.slice(12, 16)).toEqual([
    { at: at('2026-01-01T22:00:00Z'), voters: 0 },
    { at: at('2026-01-01T23:00:00Z'), voters: 1 },
    { at: at('2026-01-02T00:00:00Z'), voters: 1 },
    { at: at('2026-01-02T01:00:00Z'), voters: 0 },
  ]);
  await setTimes('2026-01-05T10:30:01Z');
  expect(await read()).toEqual({
    step: 'day',
    points: [
      { at: at('2026-01-01T00:00:00Z'), voters: 1 },
      { at: at('2026-01-02T00:00:00Z'), voters: 1 },
      { at: at('2026-01-03T00:00:00Z'), voters: 0 },
      { at: at('2026-01-04T00:00:00Z'), voters: 0 },
      { at: at('2026-01-05T00:00:00Z'), voters: 0 },
    ],
  });
  await db.deleteFrom('polls').where('id', '=', Number(id)).execute();
  const gone = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(gone.json()).toMatchObject({ code: 'polls/not-found' });
});

test('every change by an admin is in the audit log', async () => {
  const { id } = await createPoll({ copyOf: '1', minTotalLevel: 7 });
  const endTime = soon(172_800_000).toISOString();
  const changed = { ...draft, title: 'New', endTime, minAccountAgeDays: 3 };
  await site.app.inject(json('PUT', `/api/admin/polls/${id}`, changed, admin));
  await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  await site.app.inject(json('DELETE', `/api/admin/polls/${id}`, undefined, admin));
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before', 'after'])
    .where('subject', '=', id)
    .where('action', 'like', 'polls/%')
    .orderBy('id')
    .execute();
  const content = {
    title: 'Bridges',
    endsAt: draft.endTime,
    questions: [
      { question: 'Stone or wood?', answers: ['Stone', 'Wood'].map(withoutVotes) },
      {
        question: 'How wide?',
        answers: ['One cart', 'Two carts', 'Three carts'].map(withoutVotes),
      },
    ],
    minAccountAgeDays: 0,
    minTotalLevel: 7,
    voters: 0,
  };
  const edited = {
    ...content,
    title: 'New',
    endsAt: endTime,
    minAccountAgeDays: 3,
    minTotalLevel: 0,
  };
  const actor = 'Poll Keeper';
  const ended = { ...edited, endsAt: expect.not.stringContaining(endTime) };
  expect(entries).toEqual([
    { action: 'polls/duplicated', actor, before: null, after: { ...content, copyOf: '1' } },
    { action: 'polls/edited', actor, before: content, after: edited },
    { action: 'polls/ended-early', actor, before: edited, after: ended },
    { action: 'polls/deleted', actor, before: ended, after: null },
  ]);
  const created = await createPoll();
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', created.id)
    .where('action', 'like', 'polls/%')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: 'polls/created', after: { ...content, minTotalLevel: 0 } });
});

test('a vote outlives its account and stays counted', async () => {
  const { id } = await createPoll();
  const leaver = await site.addPlayer('Leaver');
  await vote(id, { answers: [0, 0] }, leaver);
  await site.deps.db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
  expect(await votesOf(id)).toEqual([
    [1, 0],
    [1, 0, 0],
  ]);
});

test('a download has each vote with its answers for the player, and each poll once for an admin', async () => {
  const { id } = await createPoll({ title: 'Exported' });
  const chooser = await site.addPlayer('Chooser');
  await vote(id, { answers: [1, 2] }, chooser);
  await vote(id, { answers: [0, 0] });
  const votes = pollsPersonalData.parts?.find(({ title }) => title === 'Votes');
  const readFor = (reader: DataReader) =>
    votes!.read(site.deps.db, { id: chooser.id } as DataOwner, reader);
  const at = { poll: 'Exported', voted_at: expect.any(Date) as Date };
  expect(await readFor('owner')).toEqual([
    { ...at, question: 'Stone or wood?', answer: 'Wood' },
    { ...at, question: 'How wide?', answer: 'Three carts' },
  ]);
  expect(await readFor('admin')).toEqual([at]);
});

test('the first HTML of a poll carries its title and data, and an unknown poll is 404', async () => {
  const { id } = await createPoll({ title: 'Which <gate>?' });
  const headers = { accept: 'text/html' };
  const page = await site.app.inject({ url: `/polls/${id}`, headers });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Which &lt;gate&gt;? – Wynhold</title>');
  const { endTime } = await read(id);
  const date = formatPollDate(endTime, 'UTC');
  expect(page.body).toContain(`content="Ends ${date}. Stone or wood? How wide?"`);
  const zeros = await site.app.inject({ url: `/polls/00${id}`, headers });
  expect(zeros.body).toContain(`<link rel="canonical" href="http://localhost:3000/polls/${id}"`);
  await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  const ended = await site.app.inject({ url: `/polls/${id}`, headers });
  expect(ended.body).toContain(
    `content="Ended ${formatPollDate((await read(id)).endTime, 'UTC')}. Stone`,
  );
  for (const unknown of ['999999', 'abc']) {
    expect((await site.app.inject({ url: `/polls/${unknown}`, headers })).statusCode).toBe(404);
  }
});

test('a poll cannot end in the past, neither a new one nor one that runs', async () => {
  const { id } = await createPoll();
  const endTime = new Date(Date.now() - 1000).toISOString();
  const refused = { fields: { endTime: 'Choose a time in the future.' } };
  const created = await site.app.inject(
    json('POST', '/api/admin/polls', { ...draft, endTime }, admin),
  );
  expect(created.json()).toMatchObject(refused);
  expect((await edit(id, { endTime })).json()).toMatchObject(refused);
  expect(await read(id)).toMatchObject({ version: 0, ended: false });
});

test('a player who has voted reads so, also after the end of the poll', async () => {
  const { id } = await createPoll();
  await vote(id, { answers: [0, 0] });
  await moveEndToPast(id);
  expect((await vote(id, { answers: [0, 0] })).json()).toMatchObject({
    code: 'polls/already-voted',
  });
  expect(
    (await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin))).json(),
  ).toMatchObject({ code: 'polls/closed' });
});

test('the page of all polls carries them, and the sitemap has an address for each', async () => {
  const { id } = await createPoll({ title: 'Which lantern?' });
  const headers = { accept: 'text/html' };
  const { body } = await site.app.inject({ url: '/polls', headers });
  expect(body).toContain('<title>Polls – Wynhold</title>');
  expect(body).toContain('content="What should Wynhold become? See the current polls');
  expect(body).toContain('"title":"Which lantern?"');
  const page = await site.app.inject({ url: `/polls/${id}`, headers });
  expect(page.body).toContain('"title":"Which lantern?"');
  const sitemap = await site.app.inject({ url: '/sitemap.xml' });
  for (const path of ['/polls', `/polls/${id}`]) expect(sitemap.body).toContain(`${path}</loc>`);
});
