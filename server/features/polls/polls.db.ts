import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { PollDraft, PollQuestion } from '#shared/endpoints/polls.ts';

export type PollRow = Awaited<ReturnType<typeof findPolls>>[number];
export type NewPoll = Insertable<Schema['polls']>;

const maxPolls = 1000;

const hasEnded = sql<boolean>`(poll.ended_at is not null or poll.ends_at <= now())`;
const endTime = sql<Date>`coalesce(poll.ended_at, poll.ends_at)`;

/** Running polls first, soonest to end first; then ended polls, latest first. */
export function findPolls(db: Db, limit = maxPolls) {
  return selectPolls(db)
    .orderBy(hasEnded)
    .orderBy(sql`case when not ${hasEnded} then poll.ends_at end`)
    .orderBy(endTime, 'desc')
    .orderBy('poll.id', 'desc')
    .limit(limit)
    .execute();
}

export function findPoll(db: Db, id: number) {
  return selectPolls(db).where('poll.id', '=', id).executeTakeFirst();
}

function selectPolls(db: Db) {
  return db.selectFrom('polls as poll').select([
    'poll.id',
    'poll.title',
    endTime.as('endTime'),
    hasEnded.as('hasEnded'),
    sql<boolean>`coalesce(poll.ended_at < poll.ends_at, false)`.as('isEndedEarly'),
    'poll.min_account_age_days as minAccountAgeDays',
    'poll.min_total_level as minTotalLevel',
    'poll.version',
    'poll.created_at as createdAt',
    questions.as('questions'),
    // Every voter answers every question, so the first question counts the voters.
    sql<number>`(
        select coalesce(sum(answer.votes), 0)::int from poll_answers as answer
        where answer.poll_id = poll.id and answer.question = 0
      )`.as('voters'),
  ]);
}

const questions = sql<PollQuestion[]>`coalesce((
  select json_agg(
    json_build_object('question', asked.question, 'answers', (
      select json_agg(
        json_build_object('text', answer.answer, 'votes', answer.votes) order by answer.position
      )
      from poll_answers as answer
      where answer.poll_id = asked.poll_id and answer.question = asked.position
    )) order by asked.position
  )
  from poll_questions as asked where asked.poll_id = poll.id
), '[]')`;

/** Voting, editing, ending and deleting take this lock first, so they run one after the other. */
export async function lockPoll(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('polls')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Call only while holding the poll's lock: the poll may end while we wait for it. */
export function findBallotRules(db: Db, id: number, accountId: number) {
  return db
    .selectFrom('polls as poll')
    .innerJoin('accounts as account', (join) => join.on('account.id', '=', accountId))
    .select([
      'poll.version',
      'poll.min_account_age_days as minAccountAgeDays',
      'poll.min_total_level as minTotalLevel',
      // Not now(), which is the start of the transaction; the database's clock is shared by all replicas.
      sql<boolean>`poll.ended_at is null and poll.ends_at > clock_timestamp()`.as('isOpen'),
      sql<boolean>`exists (
        select from poll_votes as vote
        where vote.account_id = account.id and vote.poll_id = poll.id
      ) or exists (
        select from poll_past_voters as voter
        where voter.account_id = account.id and voter.poll_id = poll.id
      )`.as('hasVoted'),
      sql<number>`floor(extract(epoch from now() - account.created_at) / 86400)::int`.as(
        'accountAgeDays',
      ),
      sql<number[]>`(
        select coalesce(json_agg(choices.n order by choices.question), '[]') from (
          select answer.question, count(*)::int as n from poll_answers as answer
          where answer.poll_id = poll.id group by answer.question
        ) as choices
      )`.as('choices'),
    ])
    .where('poll.id', '=', id)
    .executeTakeFirst();
}

/** The answers of one player, by question. */
export async function findVote(db: Db, pollId: number, accountId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('poll_votes')
    .select('answer')
    .where('poll_id', '=', pollId)
    .where('account_id', '=', accountId)
    .orderBy('question')
    .execute();
  return rows.map(({ answer }) => answer);
}

/** Writes the rows and the counts in one statement, so that they always agree. */
export async function insertBallot(
  db: Db,
  { pollId, accountId, answers }: { pollId: number; accountId: number; answers: number[] },
): Promise<void> {
  await sql`
    with ballot as (
      insert into poll_votes (poll_id, question, account_id, answer, voted_at)
      select ${pollId}, chosen.number - 1, ${accountId}, chosen.answer, now()
      from unnest(${answers}::int[]) with ordinality as chosen (answer, number)
      returning poll_id, question, answer
    )
    update poll_answers as counted set votes = counted.votes + 1
    from ballot
    where counted.poll_id = ballot.poll_id
      and counted.question = ballot.question
      and counted.position = ballot.answer`.execute(db);
}

type PastVotes = {
  pollId: number;
  votedAt: Date;
  counts: { question: number; answer: number; votes: number }[];
};

/** Votes without an account. Writes the rows and the counts in one statement, as insertBallot does. */
export async function insertPastVotes(
  db: Db,
  { pollId, votedAt, counts }: PastVotes,
): Promise<void> {
  await sql`
    with given as (
      select * from unnest(
        ${counts.map(({ question }) => question)}::int[],
        ${counts.map(({ answer }) => answer)}::int[],
        ${counts.map(({ votes }) => votes)}::int[]
      ) as given (question, answer, votes)
    ), cast_votes as (
      insert into poll_votes (poll_id, question, account_id, answer, voted_at)
      select ${pollId}, given.question, null, given.answer, ${votedAt}
      from given cross join lateral generate_series(1, given.votes)
    )
    update poll_answers as counted set votes = counted.votes + given.votes
    from given
    where counted.poll_id = ${pollId}
      and counted.question = given.question
      and counted.position = given.answer`.execute(db);
}

/** Does nothing for those who are listed already, and for a poll that was deleted. */
export async function insertPastVoters(
  db: Db,
  pollId: number,
  accountIds: number[],
): Promise<void> {
  await sql`
    insert into poll_past_voters (poll_id, account_id)
    select polls.id, voters.id
    from polls cross join unnest(${accountIds}::bigint[]) as voters (id)
    where polls.id = ${pollId}
    on conflict do nothing`.execute(db);
}

export async function insertPoll(
  db: Db,
  poll: NewPoll,
  questions: PollDraft['questions'],
): Promise<number> {
  const id = await insertRow(db, 'polls', poll);
  await insertQuestions(db, id, questions);
  return id;
}

type PollChange = { poll: Updateable<Schema['polls']>; questions: PollDraft['questions'] };

export async function updatePoll(db: Db, id: number, change: PollChange): Promise<void> {
  await updatePollRow(db, id, change);
  await db.deleteFrom('poll_questions').where('poll_id', '=', id).execute();
  await insertQuestions(db, id, change.questions);
}

/** Keeps the rows of questions and answers, and with them the votes. */
export async function updatePollTexts(db: Db, id: number, change: PollChange): Promise<void> {
  await updatePollRow(db, id, change);
  for (const [position, { question, answers }] of change.questions.entries()) {
    await db
      .updateTable('poll_questions')
      .set({ question })
      .where('poll_id', '=', id)
      .where('position', '=', position)
      .execute();
    await sql`
      update poll_answers set answer = given.answer
      from unnest(${answers}::text[]) with ordinality as given (answer, number)
      where poll_id = ${id} and question = ${position} and position = given.number - 1
        and poll_answers.answer <> given.answer`.execute(db);
  }
}

async function updatePollRow(db: Db, id: number, { poll }: PollChange): Promise<void> {
  await db
    .updateTable('polls')
    .set((row) => ({ ...poll, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

async function insertQuestions(
  db: Db,
  pollId: number,
  questions: PollDraft['questions'],
): Promise<void> {
  const numbered = questions.map((asked, position) => ({ ...asked, position }));
  await db
    .insertInto('poll_questions')
    .values(numbered.map(({ position, question }) => ({ poll_id: pollId, position, question })))
    .execute();
  const answers = numbered.flatMap(({ position: question, answers: texts }) =>
    texts.map((answer, position) => ({ poll_id: pollId, question, position, answer })),
  );
  await db.insertInto('poll_answers').values(answers).execute();
}

export async function endPoll(db: Db, id: number): Promise<void> {
  await sql`
    update polls set ended_at = least(ends_at, clock_timestamp())
    where id = ${id}`.execute(db);
}

export async function endDuePolls(db: Db): Promise<number[]> {
  const rows = await db
    .updateTable('polls')
    .set((row) => ({ ended_at: row.ref('ends_at') }))
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deletePoll(db: Db, id: number): Promise<void> {
  await db.deleteFrom('polls').where('id', '=', id).execute();
}

export async function countPlayers(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('accounts')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('pending_since', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** A poll of up to four days is shown by the hour, a longer one by the day. */
export async function findTurnout(db: Db, id: number) {
  const { rows } = await sql<{ step: 'hour' | 'day'; at: Date; voters: number }>`
    with span as (
      select created_at as begun, coalesce(ended_at, least(ends_at, now())) as ended,
        case when coalesce(ended_at, ends_at) - created_at <= interval '4 days'
          then 'hour' else 'day' end as step
      from polls where id = ${id}
    ), steps as (
      select step, begin, width from span
      cross join lateral (
        select case step when 'hour' then interval '1 hour' else interval '24 hours' end as width
      ) as one
      cross join lateral generate_series(date_trunc(step, begun, 'UTC'), ended, width) as begin
    )
    select steps.step, steps.begin as at, count(vote.id)::int as voters
    from steps
    left join poll_votes as vote on vote.poll_id = ${id} and vote.question = 0
      and vote.voted_at >= steps.begin and vote.voted_at < steps.begin + steps.width
    group by steps.step, steps.begin
    order by steps.begin`.execute(db);
  return rows;
}
