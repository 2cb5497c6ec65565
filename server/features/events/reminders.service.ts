import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import type { ReminderSetting } from '#shared/endpoints/events.ts';
import { formatEventTime } from '#shared/rules/events.ts';

import * as queries from './reminders.db.ts';
import type { DueReminder } from './reminders.db.ts';

/** Sends each reminder once: one transaction claims it and queues the email. */
export async function sendReminders(
  deps: Pick<Deps, 'brand' | 'db' | 'mailQueue' | 'config' | 'onProblem'>,
): Promise<void> {
  const { db, mailQueue } = deps;
  for (const due of await queries.findDueReminders(db)) {
    await transaction(db, async (trx) => {
      if (!(await queries.claimReminder(trx, due))) return;
      const mail = await composeMail(deps, trx, 'event-reminder', describeReminder(deps, due));
      await mailQueue.add(trx, { ...mail, giveUpAt: due.startsAt });
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
  await queries.setOptedOut(db, accountId, !setting.eventReminders);
  await live.publish(db, { topic: 'me', accountId });
  return setting;
}

function describeReminder({ config }: Pick<Deps, 'config'>, due: DueReminder) {
  const time = formatEventTime(due.startsAt, due.zone);
  const inUtc = formatEventTime(due.startsAt, 'UTC');
  return {
    to: due.email,
    username: due.username,
    values: {
      event: due.title,
      time: time === inUtc ? time : `${time} (${inUtc})`,
      settings: `${config.siteUrl}/profile/settings`,
      link: `${config.siteUrl}/events?event=${due.eventId}`,
    },
  };
}
