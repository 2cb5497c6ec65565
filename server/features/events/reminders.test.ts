import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { sendReminders } from './reminders.service.ts';

let site: TestApp;
let staff: TestPlayer;
let player: TestPlayer;
let isMailDown = false;
beforeAll(async () => {
  site = await openTestApp({
    replace: ({ mailer }) => ({
      mailer: {
        send: async (mail) => {
          if (isMailDown) throw new Error('mail server is down');
          await mailer.send(mail);
        },
        close() {},
      },
    }),
  });
  staff = await site.addPlayer('Reminder Al', 2);
  player = await site.addPlayer('Sleepy');
});
afterAll(() => site.close());
beforeEach(() => {
  site.mails.length = 0;
});

async function createEvent(title: string): Promise<GameEvent> {
  const dateTime = new Date(Date.now() + 86_400_000).toISOString();
  const body = { title, description: 'x', type: 'PvP', dateTime, zone: 'Europe/Berlin' };
  return (await site.app.inject(json('POST', '/api/events', body, staff))).json();
}

const mark = (event: GameEvent, action: string, as: TestPlayer) =>
  site.app.inject(json('PATCH', `/api/events/${event.id}/${action}`, {}, as));

/** Moves the start, and backdates the attendance by a day. */
async function bringCloser(event: GameEvent, minutes: number): Promise<void> {
  const { db } = site.deps;
  const id = Number(event.id);
  const startsAt = new Date(Math.floor(Date.now() / 60_000 + minutes) * 60_000);
  await db.updateTable('events').set({ starts_at: startsAt }).where('id', '=', id).execute();
  await db
    .updateTable('event_attendance')
    .set({ marked_at: new Date(Date.now() - 86_400_000) })
    .where('event_id', '=', id)
    .execute();
}

const mailsAbout = (title: string) => site.mails.filter(({ subject }) => subject.includes(title));

test('only players who are going are reminded, once, an hour before', async () => {
  const event = await createEvent('Gathering');
  const interested = await site.addPlayer('Only Looking');
  await mark(event, 'going', player);
  await mark(event, 'interested', interested);
  await bringCloser(event, 75);
  await sendReminders(site.deps);
  expect(mailsAbout('Gathering')).toEqual([]);
  await bringCloser(event, 55);
  await Promise.all([sendReminders(site.deps), sendReminders(site.deps), sendReminders(site.deps)]);
  await sendReminders(site.deps);
  expect(mailsAbout('Gathering')).toHaveLength(1);
  const [mail] = mailsAbout('Gathering');
  expect(mail).toMatchObject({ to: player.email, subject: 'Gathering begins soon' });
  expect(mail?.action?.url).toBe(`http://localhost:3000/events?event=${event.id}`);
  expect(mail?.paragraphs.join(' ')).toMatch(/\d{1,2}:\d\d [ap]m (?:CET|CEST|GMT\+[12]) \(.*UTC\)/);
  expect(mail?.paragraphs.join(' ')).toContain('/profile/settings');
});

test('a moved event gets a new reminder', async () => {
  const event = await createEvent('Moving');
  await mark(event, 'going', player);
  await bringCloser(event, 20);
  await sendReminders(site.deps);
  await bringCloser(event, 50);
  await sendReminders(site.deps);
  expect(mailsAbout('Moving')).toHaveLength(2);
});

test('an hour is the limit, for the start and for the mark', async () => {
  const { db } = site.deps;
  const [due, early] = [await createEvent('Due'), await createEvent('Early')];
  const late = await site.addPlayer('Late Comer');
  const unfinished = await site.addPlayer('Unfinished');
  for (const event of [due, early]) {
    for (const as of [player, late, unfinished]) await mark(event, 'going', as);
  }
  await bringCloser(due, 59);
  await bringCloser(early, 62);
  const pending = { pending_since: new Date() };
  await db.updateTable('accounts').set(pending).where('id', '=', unfinished.id).execute();
  const { starts_at } = await db
    .selectFrom('events')
    .select('starts_at')
    .where('id', '=', Number(due.id))
    .executeTakeFirstOrThrow();
  const markedAt = (as: TestPlayer, milliseconds: number) =>
    db
      .updateTable('event_attendance')
      .set({ marked_at: new Date(starts_at.getTime() - 3_600_000 + milliseconds) })
      .where('event_id', '=', Number(due.id))
      .where('account_id', '=', as.id)
      .execute();
  await markedAt(player, 0);
  await markedAt(late, 1);
  await sendReminders(site.deps);
  expect(mailsAbout('Early')).toEqual([]);
  expect(mailsAbout('Due').map(({ to }) => to)).toEqual([player.email]);
});

test('a reminder for an event in UTC names its time once', async () => {
  const event = await createEvent('Global');
  await mark(event, 'going', player);
  const zone = { zone: 'UTC' };
  await site.deps.db.updateTable('events').set(zone).where('id', '=', Number(event.id)).execute();
  await bringCloser(event, 30);
  await sendReminders(site.deps);
  const text = mailsAbout('Global')[0]?.paragraphs.join(' ');
  expect(text?.match(/UTC/g)).toHaveLength(1);
  expect(text).not.toContain('(');
});

test('a late mark, a deleted event and a begun event get no email', async () => {
  const late = await createEvent('Late');
  const gone = await createEvent('Gone');
  const begun = await createEvent('Begun');
  for (const event of [late, gone, begun]) await mark(event, 'going', player);
  await bringCloser(late, 30);
  await site.deps.db
    .updateTable('event_attendance')
    .set({ marked_at: new Date() })
    .where('event_id', '=', Number(late.id))
    .execute();
  await bringCloser(gone, 30);
  await site.app.inject(json('DELETE', `/api/events/${gone.id}`, undefined, staff));
  await bringCloser(begun, -1);
  await sendReminders(site.deps);
  expect(site.mails).toEqual([]);
});

test('a reminder that could not be sent is sent later, once', async () => {
  const event = await createEvent('Stormy');
  await mark(event, 'going', player);
  await bringCloser(event, 30);
  isMailDown = true;
  await sendReminders(site.deps);
  isMailDown = false;
  expect(mailsAbout('Stormy')).toEqual([]);
  await site.deps.db
    .updateTable('mails')
    .set({ due_at: new Date(0) })
    .execute();
  await site.deps.mailQueue.send();
  await sendReminders(site.deps);
  expect(mailsAbout('Stormy')).toHaveLength(1);
});

test('a reminder that could not be sent is given up when the event begins', async () => {
  const event = await createEvent('Flooded');
  await mark(event, 'going', player);
  await bringCloser(event, 30);
  isMailDown = true;
  await sendReminders(site.deps);
  isMailDown = false;
  const queued = await site.deps.db
    .selectFrom('mails')
    .innerJoin('events', 'events.starts_at', 'mails.give_up_at')
    .select(['recipient', 'subject', 'state'])
    .where('events.id', '=', Number(event.id))
    .where('subject', 'like', 'Flooded%')
    .execute();
  expect(queued).toEqual([
    { recipient: player.email, subject: 'Flooded begins soon', state: 'waiting' },
  ]);
});

test('the setting turns reminders off and on again', async () => {
  const url = '/api/account/notifications';
  const get = async () =>
    (await site.app.inject({ url, headers: { cookie: player.cookie } })).json();
  const set = (eventReminders: boolean) =>
    site.app.inject(json('PATCH', url, { eventReminders }, player));
  expect((await site.app.inject({ url })).statusCode).toBe(401);
  expect(await get()).toEqual({ eventReminders: true });
  expect((await set(false)).json()).toEqual({ eventReminders: false });
  await set(false);
  expect(await get()).toEqual({ eventReminders: false });
  const event = await createEvent('Silent');
  await mark(event, 'going', player);
  await bringCloser(event, 30);
  const neighbour = await site.addPlayer('Neighbour');
  await mark(event, 'going', neighbour);
  await bringCloser(event, 30);
  await sendReminders(site.deps);
  expect(mailsAbout('Silent').map(({ to }) => to)).toEqual([neighbour.email]);
  await site.app.inject(json('PATCH', url, { eventReminders: false }, neighbour));
  await set(true);
  await sendReminders(site.deps);
  expect(mailsAbout('Silent').map(({ to }) => to)).toEqual([neighbour.email, player.email]);
  const headers = { cookie: neighbour.cookie };
  expect((await site.app.inject({ url, headers })).json()).toEqual({ eventReminders: false });
});
