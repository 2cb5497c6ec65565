import type { Trx } from '#server/db/schema.ts';
import type { PollDraft } from '#shared/endpoints/polls.ts';

import { insertPastVoters, insertPastVotes, insertPoll } from './polls.db.ts';

type PollToImport = {
  title: string;
  createdAt: Date;
  endsAt: Date;
  /** Null while the poll runs. */
  endedAt: Date | null;
  questions: PollDraft['questions'];
  /** Per question, per answer. */
  votes: number[][];
  /** They cannot vote again. */
  voterIds: number[];
};

/** It is not known who chose what: the votes are stored without accounts, like those of deleted accounts. */
export async function importPoll(trx: Trx, poll: PollToImport): Promise<number> {
  const { title, createdAt, endsAt, endedAt, questions } = poll;
  const row = { title, created_at: createdAt, ends_at: endsAt, ended_at: endedAt };
  const pollId = await insertPoll(trx, row, questions);
  const counts = poll.votes.flatMap((answers, question) =>
    answers.map((votes, answer) => ({ question, answer, votes })),
  );
  const votedAt = endedAt ?? new Date();
  await insertPastVotes(trx, { pollId, votedAt, counts });
  await insertPastVoters(trx, pollId, poll.voterIds);
  return pollId;
}

/** For players who were imported later than the poll. */
export function addPastVoters(trx: Trx, pollId: number, accountIds: number[]): Promise<void> {
  return insertPastVoters(trx, pollId, accountIds);
}
