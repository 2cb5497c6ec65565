import { sql } from 'kysely';
import * as z from 'zod/mini';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { PollDraft } from '#shared/endpoints/polls.ts';

import { insertPoll } from './polls.db.ts';

const DemoPoll = z.strictObject({
  /** `begins` and `ends` are in days from now. */
  begins: z.number(),
  ends: z.number(),
  title: PollDraft.shape.title,
  questions: PollDraft.shape.questions,
  /** Out of 24. */
  voters: z.int(),
});

const day = 86_400_000;

export async function loadDemoPolls({ db }: Pick<Deps, 'db'>): Promise<void> {
  // One transaction, because each commit waits for the disk.
  await transaction(db, insertPolls);
}

async function insertPolls(db: Trx): Promise<void> {
  const players = [...(await findDemoPlayerIds(db)).values()];
  const random = createRandom(2006);
  const polls = await readDemoFile('polls.json', z.array(DemoPoll));
  for (const { begins, ends, title, questions, voters } of polls) {
    const from = Date.now() + begins * day;
    const until = new Date(Date.now() + ends * day);
    const isEnded = until.getTime() < Date.now();
    const dates = { created_at: new Date(from), ends_at: until, ended_at: isEnded ? until : null };
    const pollId = await insertPoll(db, { title, ...dates }, questions);
    const span = Math.min(until.getTime(), Date.now()) - from;
    const ballots = shuffle(players, random)
      .slice(0, voters)
      .map((accountId) => ({
        account_id: accountId,
        // Favour the first answers, so that there is a winner to show.
        answers: questions.map(({ answers }) => Math.floor(random() ** 1.7 * answers.length)),
        // Most players vote soon after the poll starts.
        voted_at: new Date(from + random() ** 1.6 * span),
      }));
    await insertBallots(db, pollId, ballots);
  }
}

type Ballot = { account_id: number; answers: number[]; voted_at: Date };

/** Like insertBallot, but all in one statement. */
async function insertBallots(db: Trx, pollId: number, ballots: Ballot[]): Promise<void> {
  await sql`
    with given as (
      select account_id, voted_at, chosen.number - 1 as question, chosen.answer
      from json_to_recordset(${JSON.stringify(ballots)}::json) as ballot(
        account_id bigint, answers integer[], voted_at timestamptz)
      cross join unnest(answers) with ordinality as chosen (answer, number)
    ), cast_votes as (
      insert into poll_votes (poll_id, question, account_id, answer, voted_at)
      select ${pollId}, question, account_id, answer, voted_at from given
    )
    update poll_answers as counted set votes = counted.votes + counts.votes
    from (select question, answer, count(*) as votes from given group by question, answer) as counts
    where counted.poll_id = ${pollId}
      and counted.question = counts.question
      and counted.position = counts.answer`.execute(db);
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Seeded, so every run gives the same numbers (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
