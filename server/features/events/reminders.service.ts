import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { formatEventTime } from '#shared/event-rules.ts';
import type { ReminderSetting } from '#shared/events.ts';
import { formatUsername } from '#shared/usernames.ts';

import * as queries from './reminders.db.ts';
import type { DueReminder } from './reminders.db.ts';

/** Sends each reminder once: one transaction claims it and queues the email. */
export async function sendReminders(
  deps: Pick<Deps, 'db' | 'mailQueue' | 'config'>,
): Promise<void> {
  const { db, mailQueue } = deps;
  for (const due of await queries.findDueReminders(db)) {
    await transaction(db, async (trx) => {
      if (await queries.claimReminder(trx, due))
        await mailQueue.add(trx, composeReminder(deps, due));
    });
  }
}

export async function getReminderSetting(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
): Promise<ReminderSetting> {
  return { eventReminders: !(await queries.hasOptedOut(db, accountId)) };
}

export async function setReminderSetting(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  setting: ReminderSetting,
): Promise<ReminderSetting> {
  await (setting.eventReminders
    ? queries.deleteOptOut(db, accountId)
    : queries.insertOptOut(db, accountId));
  await live.publish(db, { topic: 'me', accountId });
  return setting;
}

function composeReminder({ config }: Pick<Deps, 'config'>, due: DueReminder) {
  const time = formatEventTime(due.startsAt, due.zone);
  const inUtc = formatEventTime(due.startsAt, 'UTC');
  return {
    to: due.email,
    subject: `${due.title} begins soon`,
    heading: `${due.title} begins soon`,
    paragraphs: [
      `Hello ${formatUsername(due.username)}, you said you are going. It begins on ${time}${time === inUtc ? '' : ` (${inUtc})`}.`,
      `You can turn these reminders off in your settings: ${config.siteUrl}/profile/settings`,
    ],
    action: { label: 'See the event', url: `${config.siteUrl}/events?event=${due.eventId}` },
    giveUpAt: due.startsAt,
  };
}
