import { sql } from 'kysely';

import { ownRows, readRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const pollsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Votes',
      tables: ['poll_votes'],
      read: (db, owner, reader) => (reader === 'owner' ? readVotes : readPolls)(db, owner, reader),
    },
    sqlRows(
      'Votes on the site that polls were imported from',
      ['poll_past_voters'],
      ({ id }) => sql`
        select polls.title as poll from poll_past_voters join polls on polls.id = poll_id
        where account_id = ${id} order by polls.id`,
    ),
    ownRows('Polls you created', 'polls.created_by', 'id, title, created_at'),
  ],
  /** The votes still count. */
  async erase(trx, { id }) {
    await trx
      .updateTable('poll_votes')
      .set({ account_id: null })
      .where('account_id', '=', id)
      .execute();
  },
};

const readVotes = readRows(
  ({ id }) => sql`
    select polls.title as poll, poll_questions.question, poll_answers.answer, voted_at
    from poll_votes as vote
    join polls on polls.id = vote.poll_id
    join poll_questions
      on poll_questions.poll_id = vote.poll_id and poll_questions.position = vote.question
    join poll_answers on poll_answers.poll_id = vote.poll_id
      and poll_answers.question = vote.question and poll_answers.position = vote.answer
    where account_id = ${id} order by voted_at, vote.id`,
);

/** Admins see that a player voted, never which answers. */
const readPolls = readRows(
  ({ id }) => sql`
    select polls.title as poll, voted_at from poll_votes join polls on polls.id = poll_id
    where account_id = ${id} and question = 0 order by voted_at, poll_votes.id`,
);
