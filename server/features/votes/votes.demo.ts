import { sql } from 'kysely';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { tokenLengths } from '#shared/rules/votes.ts';

import { insertList, updateList } from './lists.db.ts';
import type { NewList } from './lists.db.ts';
import { toplistPath } from './sandbox-toplist.ts';
import { voteRules } from './votes.settings.ts';

const common = {
  link: '',
  token_alphabet: 'mixed',
  token_length: tokenLengths.mixed.usual,
  shop_item_id: null,
  secret: 'demo-secret-of-the-sandbox-toplist',
} as const;

/** Both are the built-in toplist; the second one sends a form and says whether the vote counted. */
const lists: NewList[] = [
  { ...common, name: 'Lantern Toplist', interval_hours: 12, coins: 50 },
  {
    ...common,
    name: 'Hundred Keeps',
    interval_hours: 24,
    coins: 25,
    token_parameter: 'userid',
    success_parameter: 'voted',
    success_value: '1',
    method: 'POST',
  },
];

export async function loadDemoVotes({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  await transaction(db, async (trx) => {
    const [lamp] = await trx
      .selectFrom('shop_items')
      .select('id')
      .where('deleted_at', 'is', null)
      .orderBy('price')
      .orderBy('id')
      .limit(1)
      .execute();
    const ids: number[] = [];
    for (const list of lists) {
      const id = await insertList(trx, list);
      await updateList(trx, id, {
        link: `${toplistPath}/${id}?token={token}`,
        ...(ids.length > 0 && { shop_item_id: lamp?.id ?? null }),
      });
      ids.push(id);
    }
    await insertVotes(trx, ids);
    const value = {
      streakDays: 7,
      coins: 200,
      shopItemId: null,
      prize: 'The first three get a Voter’s Banner at the next feast.',
      tellGames: true,
    };
    await setSetting({ db: trx, live }, voteRules, { value, by: null });
  });
}

/** Votes of 30 days without rewards: the demo's wallets have their own history. */
async function insertVotes(trx: Trx, listIds: readonly number[]): Promise<void> {
  const players = [...(await findDemoPlayerIds(trx)).values()];
  await sql`
    insert into votes (list_id, list_name, account_id, voted_at, coins, streak)
    select list.id, list.name, player.id, at, 0, 1
    from unnest(${players}::bigint[]) with ordinality as player (id, number)
    cross join generate_series(now() - interval '29 days', now(), interval '1 day') as day
    join vote_lists as list on list.id = any (${[...listIds]}::bigint[])
    cross join lateral (
      select day - make_interval(mins => (player.number * 37 % 600 + list.id * 11)::int) as at
    ) as times
    where (player.number * 7 + extract(day from day)::int * 5 + list.id * 3) % (4 + player.number) < 3
    order by at`.execute(trx);
}
