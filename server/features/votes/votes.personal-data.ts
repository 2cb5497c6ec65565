import { sql } from 'kysely';

import { ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const votesPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Votes on toplists',
      'votes.account_id',
      'list_name as list, voted_at, coins, streak, streak_coins',
      { orderBy: 'id' },
    ),
    sqlRows(
      'When you may vote again',
      ['vote_turns'],
      ({ id }) => sql`
        select vote_lists.name as list, next_at from vote_turns
        join vote_lists on vote_lists.id = list_id
        where account_id = ${id} order by list_id`,
    ),
    ownRows('Days in a row with a vote', 'vote_streaks.account_id', 'days, last_day'),
    sqlRows(
      'Links to vote that you opened',
      ['vote_tokens', 'vote_callbacks'],
      ({ id }) => sql`
        select vote_lists.name as list, created_at, expires_at,
          (select json_agg(json_build_object('at', at, 'result', reason) order by vote_callbacks.id)
            from vote_callbacks where token_id = vote_tokens.id) as callbacks
        from vote_tokens join vote_lists on vote_lists.id = list_id
        where account_id = ${id} order by vote_tokens.id`,
    ),
  ],
  deletes: ['vote_tokens', 'vote_turns', 'vote_streaks'],
  /** The votes still count in the chart. */
  async erase(trx, { id }) {
    await trx.updateTable('votes').set({ account_id: null }).where('account_id', '=', id).execute();
  },
};
