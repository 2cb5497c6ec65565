import { sql } from 'kysely';

import { transaction } from '#server/db/transaction.ts';
import { findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';

import { insertMessage, insertThread } from './inbox.db.ts';

type DemoThread = Omit<Parameters<typeof insertThread>[1], 'account_id'> & {
  player: string;
  /** Hours ago, for the first message; the others follow an hour later each. */
  hours: number;
  messages: [by: 'player' | 'staff' | 'note', text: string][];
};

/** In all kinds and states. The appeal is about the ban of the demo's moderation. */
function listThreads(ban: { id: number; player: string }, reportedId: number): DemoThread[] {
  const closed_at = new Date();
  return [
    {
      ...{ player: ban.player, hours: 5, kind: 'appeal', subject: 'Appeal of a ban' },
      ...{ sanction_id: ban.id, is_unread_by_staff: true },
      messages: [
        [
          'player',
          'I sold two lanterns to a friend before I read the rules. I will not do it again.',
        ],
      ],
    },
    {
      ...{ player: 'Quill', hours: 30, kind: 'report', subject: 'Player Kettle Jack' },
      ...{ about_kind: 'player', about_id: String(reportedId), priority: 2 },
      messages: [
        ['player', 'He takes the ferry fare twice from everyone.'],
        ['note', 'Second report this week. Watch the ferry in the evening.'],
      ],
    },
    {
      ...{ player: 'Pip', hours: 3, kind: 'question', category: 'The game' },
      ...{ subject: 'The well has no bucket', is_unread_by_staff: true },
      messages: [['player', 'Since the storm nobody can draw water at the east gate.']],
    },
    {
      ...{ player: 'Saltmarsh', hours: 20, kind: 'question', category: 'Account and sign-in' },
      ...{ subject: 'My lantern stayed in the old boat', state: 'waiting' },
      ...{ is_unread_by_player: true },
      messages: [
        ['player', 'Can I have it back?'],
        ['staff', 'Which boat was it, and when did you last see it?'],
      ],
    },
    {
      ...{ player: 'Nan Copper', hours: 200, kind: 'question', category: 'Something else' },
      ...{ subject: 'Thank you for the fair', state: 'closed', closed_at },
      messages: [
        ['player', 'The pies were the best in years.'],
        ['staff', 'The cook says thank you!'],
      ],
    },
    {
      ...{ player: 'Sir Turnip', hours: 50, kind: 'question', category: 'Something else' },
      ...{ subject: 'May we hold a race on the wall?', priority: 0 },
      messages: [
        ['player', 'Ten runners, one lap, at dusk.'],
        ['staff', 'Who looks after those who fall?'],
        ['player', 'Grimbeard brings a cart with hay.'],
      ],
    },
  ];
}

export async function loadDemoInbox({ db }: Pick<Deps, 'db'>): Promise<void> {
  await transaction(db, async (trx) => {
    const ids = await findDemoPlayerIds(trx);
    const { rows } = await sql<{ id: number; player: string; staffId: number }>`
      select sanctions.id, username as player,
        (select min(id) from accounts where user_rights = 3) as "staffId"
      from sanctions join accounts on accounts.id = account_id
      where kind = 'ban' and lifted_at is null limit 1`.execute(trx);
    const [ban] = rows;
    if (!ban) return;
    for (const demo of listThreads(ban, ids.get('Kettle Jack') ?? 0)) {
      const { player, hours, messages, ...thread } = demo;
      const accountId = ids.get(player);
      if (!accountId) continue;
      const at = (number: number) => new Date(Date.now() - (hours - number) * 3_600_000);
      const answer = messages.findIndex(([by]) => by === 'staff');
      const id = await insertThread(trx, {
        is_unread_by_staff: false,
        ...thread,
        account_id: accountId,
        created_at: at(0),
        waiting_since: at(answer > 0 && thread.state === undefined ? messages.length - 1 : 0),
        last_message_at: at(messages.length - 1),
        first_answer_at: answer > 0 ? at(answer) : null,
      });
      for (const [number, [by, text]] of messages.entries()) {
        await insertMessage(trx, {
          ...{ thread_id: id, at: at(number), text, is_staff: by !== 'player' },
          ...{ author_id: by === 'player' ? accountId : ban.staffId, is_note: by === 'note' },
        });
      }
    }
  });
}
