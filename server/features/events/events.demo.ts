import * as z from 'zod/mini';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { readDemoFile } from '#server/demo/content.ts';
import { demoCommunityManager, findDemoPlayerIds } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { demoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { EventDraft } from '#shared/endpoints/events.ts';
import { addDays, toLocal, weekdayOf } from '#shared/rules/event-series.ts';
import type { Repeat } from '#shared/rules/event-series.ts';

import { insertEvent } from './events.db.ts';
import { createSeries } from './series.service.ts';

const DemoEvent = z.strictObject({
  /** Days from today; `time` is in UTC, or `now` for an event that has just begun. */
  day: z.int(),
  time: z.string().check(z.regex(/^(?:\d\d:\d\d|now)$/)),
  title: EventDraft.shape.title,
  type: z.string(),
  host: z.enum(['admin', 'staff', 'manager', 'player']),
  going: z.int(),
  interested: z.int(),
  /** Every week, for so many weeks. */
  weeks: z.optional(z.int()),
  description: EventDraft.shape.description,
});

export async function loadDemoEvents({ db }: Pick<Deps, 'db'>): Promise<void> {
  // One transaction, because each commit waits for the disk.
  await transaction(db, insertEvents);
}

const zone = 'Europe/London';

function repeat(startsAt: Date, weeks: number): Repeat {
  const { day } = toLocal(startsAt, zone);
  return { everyWeeks: 1, weekdays: [weekdayOf(day)], until: addDays(day, 7 * weeks) };
}

async function insertEvents(db: Trx): Promise<void> {
  const players = await findDemoPlayerIds(db);
  const ids = [...players.values()];
  // The demo players have no real email addresses, so they must not get reminders.
  await db
    .insertInto('event_reminder_opt_outs')
    .values(ids.map((account_id) => ({ account_id })))
    .execute();
  const hosts = await findHosts(db, players.get(demoCommunityManager)!);
  const events = await readDemoFile('events.json', z.array(DemoEvent));
  for (const [at, event] of events.entries()) {
    const host = hosts[event.host];
    const startsAt = timeOf(event);
    const { title, description, type } = event;
    const text = { title, description, type, zone };
    const creator = {
      creator_id: host.id,
      creator_rights: host.rights,
      community_manager: event.host === 'manager',
    };
    const eventId = event.weeks
      ? await createSeries(db, creator, {
          ...text,
          startsAt,
          repeat: repeat(startsAt, event.weeks),
        })
      : await insertEvent(db, {
          ...text,
          ...creator,
          starts_at: startsAt,
          is_begun_announced: startsAt < new Date(),
        });
    // A different set of players for each event, but the same on every run.
    const crowd = ids
      .map((_, place) => ids[(place * 7 + at * 5) % ids.length]!)
      .slice(0, event.going + event.interested)
      .map((account_id, place) => {
        const state = place < event.going ? ('going' as const) : ('interested' as const);
        return { event_id: eventId, account_id, state };
      });
    if (crowd.length > 0) await db.insertInto('event_attendance').values(crowd).execute();
  }
}

async function findHosts(db: Deps['db'], managerId: number) {
  async function find(email: string) {
    const { username, rights } = demoAccounts.find((account) => account.email === email)!;
    const { id } = await getAccount(db, username);
    return { id, rights };
  }
  return {
    admin: await find('admin@wynhold.test'),
    staff: await find('staff@wynhold.test'),
    player: await find('player@wynhold.test'),
    manager: { id: managerId, rights: 0 },
  };
}

function timeOf({ day, time }: z.infer<typeof DemoEvent>): Date {
  if (time === 'now') return new Date(Math.floor(Date.now() / 60_000 - 5) * 60_000);
  const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10);
  return new Date(`${date}T${time}:00Z`);
}
