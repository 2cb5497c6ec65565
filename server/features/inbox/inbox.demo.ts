import { sql } from 'kysely';
import * as z from 'zod/mini';

import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';

const DemoThread = z.looseObject({ player: z.string(), messages: z.array(z.string()) });

/** The first message is `hours` old, and one follows each hour. An appeal is about the ban of its player. */
export async function loadDemoInbox({ db }: Pick<Deps, 'db'>): Promise<void> {
  const threads = JSON.stringify(await readDemoFile('inbox.json', z.array(DemoThread)));
  await transaction(db, async (trx) => {
    await sql`
      insert into inbox_threads (account_id, kind, category, subject, about_kind, about_id, sanction_id, state,
        priority, created_at, waiting_since, last_message_at, first_answer_at, closed_at, is_unread_by_staff, is_unread_by_player)
      select player.id, given.kind, coalesce(category, ''), subject, case when other.id > 0 then 'player' end,
        other.id::text, ban.id, coalesce(state, 'open'), coalesce(priority, 1), at, at,
        at + make_interval(hours => json_array_length(messages) - 1),
        case when messages::text like '%staff: %' then at + interval '1 hour' end,
        case when state = 'closed' then now() end, coalesce("isUnread", false),
        coalesce(state = 'waiting', false)
      from json_to_recordset(${threads}::json) as given(player text, kind text, category text, subject text,
        about text, state text, priority int, hours int, "isUnread" boolean, messages json)
      join accounts as player on player.username = given.player
      left join accounts as other on other.username = given.about
      left join sanctions as ban on given.kind = 'appeal' and ban.account_id = player.id and ban.kind = 'ban'
      cross join lateral (select now() - make_interval(hours => hours) as at) as times`.execute(
      trx,
    );
    await sql`
      insert into inbox_messages (thread_id, at, author_id, is_staff, is_note, text)
      select thread.id, created_at + make_interval(hours => number::int - 1),
        case when line like 'player: %' then account_id
          else (select min(id) from accounts where user_rights = 3) end,
        line not like 'player: %', line like 'note: %', regexp_replace(line, '^[a-z]+: ', '')
      from json_to_recordset(${threads}::json) as given(subject text, messages json)
      join inbox_threads as thread on thread.subject = given.subject
      cross join json_array_elements_text(messages) with ordinality as lines (line, number)
      order by thread.id, number`.execute(trx);
  });
}
