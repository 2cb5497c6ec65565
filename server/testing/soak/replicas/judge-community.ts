import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { findMiscounts, findMisplaced } from '#server/features/hiscores/testing/hiscores.ts';

import type { Records } from './records.ts';

// Votes, attendance and hiscores: the database against what was answered.

type Case = { db: Db; records: Records };

export async function judgeCommunity(details: Case): Promise<string[]> {
  return [...(await judgeVotesAndAttendance(details)), ...(await judgeHiscores(details))];
}

export async function judgeVotesAndAttendance(details: Case): Promise<string[]> {
  return [
    ...(await judgeVotes(details)),
    ...(await judgeVoteCounts(details)),
    ...(await judgeAttendance(details)),
  ];
}

async function judgeVotes({ db, records }: Case): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await sql<{ pollId: string; accountId: number; ballot: string }>`
    select poll_id::text as "pollId", account_id as "accountId",
      string_agg(answer::text, ',' order by question) as ballot
    from poll_votes group by 1, 2`.execute(db);
  for (const { pollId, accountId, ballot } of rows) {
    const poll = records.polls.get(pollId);
    const isKnown = poll?.voted.has(accountId) || poll?.unsure.has(accountId);
    if (!isKnown) found.push(`account ${accountId} voted in poll ${pollId} and was never told`);
    if (!poll?.sent.get(accountId)?.has(ballot)) {
      found.push(`account ${accountId} never sent the ballot ${ballot} for poll ${pollId}`);
    }
  }
  const counted = new Set(rows.map(({ pollId, accountId }) => `${pollId} ${accountId}`));
  for (const [pollId, { voted }] of records.polls) {
    for (const accountId of voted) {
      if (!counted.has(`${pollId} ${accountId}`)) {
        found.push(
          `the vote of account ${accountId} in poll ${pollId} was answered and is missing`,
        );
      }
    }
  }
  return found;
}

/** The kept counts against the votes themselves. */
async function judgeVoteCounts({ db }: Case): Promise<string[]> {
  const { rows } = await sql<{ pollId: number; kept: number; counted: number }>`
    select a.poll_id as "pollId", a.votes as kept, (
      select count(*)::int from poll_votes v
      where v.poll_id = a.poll_id and v.question = a.question and v.answer = a.position
    ) as counted from poll_answers a`.execute(db);
  return rows
    .filter(({ kept, counted }) => kept !== counted)
    .map(({ pollId, kept, counted }) => `poll ${pollId} shows ${kept} votes, there are ${counted}`);
}

async function judgeAttendance({ db, records }: Case): Promise<string[]> {
  const found: string[] = [];
  const rows = await db
    .selectFrom('event_attendance')
    .select(['event_id as eventId', 'account_id as accountId', 'state'])
    .execute();
  const stored = new Map(rows.map((row) => [`${row.eventId} ${row.accountId}`, row.state]));
  for (const [place, state] of records.attendance) {
    const is = stored.get(place) ?? 'none';
    if (is !== state) found.push(`attendance ${place} was answered ${state}, it is ${is}`);
  }
  for (const place of stored.keys()) {
    if (!records.attendance.has(place)) found.push(`attendance ${place} was never answered`);
  }
  return found;
}

async function judgeHiscores({ db, records }: Case): Promise<string[]> {
  const found: string[] = [];
  const miscounts = await findMiscounts(db);
  if (miscounts.length > 0) found.push(`hiscores: ${miscounts.length} counts are wrong`);
  const misplaced = await findMisplaced(db);
  if (misplaced.length > 0) found.push(`hiscores: ${misplaced.length} ranks are wrong`);
  const rows = await db.selectFrom('players').select(['name', 'experience']).execute();
  const stored = new Map(rows.map(({ name, experience }) => [name, experience]));
  for (const [name, { xpTenths }] of records.hiscores) {
    if (stored.get(name)?.join() !== xpTenths.join()) {
      found.push(`hiscores: ${name} is not as in the last accepted batch`);
    }
  }
  for (const name of stored.keys()) {
    if (!records.hiscores.has(name)) found.push(`hiscores: ${name} was never accepted`);
  }
  return found;
}
