import { afterAll, beforeAll, expect, test } from 'vitest';

import { createJobRunner } from '#server/lib/data/jobs.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedPoll, Poll, Turnout } from '#shared/endpoints/polls.ts';
import { toTimestamp } from '#shared/timestamps.ts';

import { polls } from './polls.feature.ts';

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
  expect((await read(id)).ended).toBe(false);
  await moveEndToPast(id);
  const published: string[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: ({ topic }) => void published.push(topic),
    onResync() {},
  });
  const [job] = polls.jobs(site.deps);
  await createJobRunner(site.deps.db)(job!);
  expect(published).toEqual(['polls']);
  expect((await read(id)).ended).toBe(true);
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
  await site.deps.db
    .updateTable('accounts')
    .set({ created_at: new Date(Date.now() - 7 * 86_400_000 - 1000) })
    .where('id', '=', elder.id)
    .execute();
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
      total_level: 1000,
      total_tenths: 0,
      observed_at: new Date(),
    })
    .execute();
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
    questions: [{ question: 'Bread, or "cake"?', answers: ['=Bread', 'Cake, please'] }],
  });
  await vote(id, { answers: [1] });
  const as = { headers: { cookie: admin.cookie } };
  const list = (await site.app.inject({ url: '/api/admin/polls', ...as })).json<{
    players: number;
    polls: ManagedPoll[];
  }>();
  expect(list.players).toBeGreaterThanOrEqual(2);
  expect(list.polls.find((poll) => poll.id === id)?.voters).toBe(1);
  const turnout: Turnout = (
    await site.app.inject({ url: `/api/admin/polls/${id}/turnout`, ...as })
  ).json();
  expect(turnout.step).toBe('hour');
  expect(turnout.points.reduce((sum, { voters }) => sum + voters, 0)).toBe(1);
  const csv = await site.app.inject({ url: `/api/admin/polls/${id}/results.csv`, ...as });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body).toBe(
    '\u{FEFF}Question,Text,Answer,Votes,Percent\r\n' +
      `Q1,"Bread, or ""cake""?",'=Bread,0,0\r\n` +
      'Q1,"Bread, or ""cake""?","Cake, please",1,100\r\n',
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

test('every change by an admin is in the audit log', async () => {
  const { id } = await createPoll({ copyOf: '1' });
  await site.app.inject(json('PUT', `/api/admin/polls/${id}`, { ...draft, title: 'New' }, admin));
  await site.app.inject(json('POST', `/api/admin/polls/${id}/end`, undefined, admin));
  await site.app.inject(json('DELETE', `/api/admin/polls/${id}`, undefined, admin));
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor'])
    .where('subject', '=', id)
    .where('action', 'like', 'polls/%')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'polls/duplicated',
    'polls/edited',
    'polls/ended-early',
    'polls/deleted',
  ]);
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['Poll Keeper']));
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

test('the first HTML of a poll carries its title and data, and an unknown poll is 404', async () => {
  const { id } = await createPoll({ title: 'Which <gate>?' });
  const headers = { accept: 'text/html' };
  const page = await site.app.inject({ url: `/polls/${id}`, headers });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Which &lt;gate&gt;? – Wynhold</title>');
  expect(page.body).toContain('Stone or wood?');
  for (const unknown of ['999999', 'abc']) {
    expect((await site.app.inject({ url: `/polls/${unknown}`, headers })).statusCode).toBe(404);
  }
});
