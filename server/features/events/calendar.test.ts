import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { deleteTombstones } from './events.db.ts';

let site: TestApp;
let staff: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { SITE_URL: 'https://play.example' } });
  staff = await site.addPlayer('Scribe', 2);
  staff.cookie = staff.cookie.replace('session=', '__Host-session=');
});
afterAll(() => site.close());

const awkward = {
  title: 'Feast; fire, and \\ fury — «Élan» 🐉',
  description: `Line one\nLine two, with; signs \\n and ${'a very long stretch of words '.repeat(12)}🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉🐉 end`,
};

/** Always in the future, and within the two years that an event may be planned ahead. */
const year = new Date().getUTCFullYear() + 1;

async function createEvent(changes: object = {}): Promise<GameEvent> {
  const dateTime = `${year}-03-28T01:30:00+01:00`;
  const body = { type: 'Questing', dateTime, ...awkward, ...changes };
  const answer = await site.app.inject(json('POST', '/api/events', body, staff));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function fetchEntries(url: string) {
  const answer = await site.app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  for (const line of answer.body.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\n');
  }
  const calendar = new ICAL.Component(ICAL.parse(answer.body));
  return { calendar, entries: calendar.getAllSubcomponents('vevent') };
}

test('the file of an event has its texts, its start time and its UID', async () => {
  const event = await createEvent();
  const { calendar, entries } = await fetchEntries(`/events/${event.id}.ics`);
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('UTC');
  expect(entries).toHaveLength(1);
  const entry = new ICAL.Event(entries[0]);
  expect(entry.summary).toBe(awkward.title);
  expect(entry.description.startsWith(awkward.description)).toBe(true);
  expect(entry.description).toContain('Hosted by Scribe');
  expect(entry.uid).toBe(`event-${event.id}@play.example`);
  expect(entry.sequence).toBe(0);
  expect(entry.startDate.zone.tzid).toBe('UTC');
  expect(entry.startDate.toJSDate().toISOString()).toBe(`${year}-03-28T00:30:00.000Z`);
  expect(entry.duration.toSeconds()).toBe(3600);
  expect(entries[0]!.getFirstPropertyValue('dtstamp')).toBeTruthy();
  expect(entries[0]!.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(entries[0]!.getFirstPropertyValue('url')).toBe(
    `https://play.example/events?event=${event.id}`,
  );
});

test('an edit keeps the UID and raises the sequence', async () => {
  const event = await createEvent();
  const dateTime = `${year}-04-02T18:00:00Z`;
  await site.app.inject(json('PUT', `/api/events/${event.id}`, { ...event, dateTime }, staff));
  const { entries } = await fetchEntries(`/events/${event.id}.ics`);
  const entry = new ICAL.Event(entries[0]);
  expect(entry.uid).toBe(`event-${event.id}@play.example`);
  expect(entry.sequence).toBe(1);
  expect(entry.startDate.toJSDate().toISOString()).toBe(`${year}-04-02T18:00:00.000Z`);
});

test('a deleted event is cancelled in file and feed for 30 days, then gone', async () => {
  const event = await createEvent({ title: 'Short lived' });
  await site.app.inject(json('DELETE', `/api/events/${event.id}`, undefined, staff));
  for (const url of [`/events/${event.id}.ics`, '/events.ics']) {
    const { entries } = await fetchEntries(url);
    const entry = entries.find(
      (each) => each.getFirstPropertyValue('uid') === `event-${event.id}@play.example`,
    )!;
    expect(entry.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(entry.getFirstPropertyValue('sequence')).toBe(1);
    expect(entry.getFirstPropertyValue('description')).toBeNull();
  }
  await site.deps.db
    .updateTable('events')
    .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', Number(event.id))
    .execute();
  expect((await site.app.inject({ url: `/events/${event.id}.ics` })).statusCode).toBe(404);
  expect((await site.app.inject({ url: '/events.ics' })).body).not.toContain('Short lived');
  await deleteTombstones(site.deps.db);
  const rows = await site.deps.db
    .selectFrom('events')
    .select('id')
    .where('id', '=', Number(event.id))
    .execute();
  expect(rows).toEqual([]);
});

test('the feed has all events and answers 304 to a matching ETag', async () => {
  const one = await createEvent({ title: 'Feed one' });
  const two = await createEvent({ title: 'Feed two' });
  const { calendar, entries } = await fetchEntries('/events.ics');
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Wynhold Events');
  const uids = entries.map((entry) => entry.getFirstPropertyValue('uid'));
  for (const { id } of [one, two]) expect(uids).toContain(`event-${id}@play.example`);
  const { etag } = (await site.app.inject({ url: '/events.ics' })).headers;
  const again = await site.app.inject({ url: '/events.ics', headers: { 'if-none-match': etag! } });
  expect(again.statusCode).toBe(304);
});

test('an entry has its type, its host, its times and its site, as one line for each', async () => {
  const description = 'One\r\nTwo\tThree\u2028Four, five';
  const event = await createEvent({ title: 'Plain', description, type: 'PvP' });
  const id = Number(event.id);
  const times = {
    created_at: new Date('2026-01-02T03:04:05Z'),
    updated_at: new Date('2026-02-03T04:05:06Z'),
  };
  await site.deps.db.updateTable('events').set(times).where('id', '=', id).execute();
  const answer = await site.app.inject({ url: `/events/${event.id}.ics` });
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="event-${event.id}.ics"`,
  );
  expect(answer.headers['cache-control']).toBe('no-cache');
  const lines = answer.body.replaceAll('\r\n ', '').split('\r\n');
  const address = `https://play.example/events?event=${event.id}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20260203T040506Z',
      'CREATED:20260102T030405Z',
      'LAST-MODIFIED:20260203T040506Z',
      'SUMMARY:Plain',
      String.raw`DESCRIPTION:One\nTwo Three\nFour\, five\n\nHosted by Scribe\n\n${address}`,
      'LOCATION:Wynhold',
      'CATEGORIES:PvP',
      'TRANSP:TRANSPARENT',
    ]),
  );
  await site.deps.db.updateTable('events').set({ creator_id: null }).where('id', '=', id).execute();
  expect((await site.app.inject({ url: `/events/${event.id}.ics` })).body).not.toContain('Hosted');
});

test('the feed has an event until 30 days after it began', async () => {
  const event = await createEvent({ title: 'Long ago' });
  const isInFeed = async (days: number) => {
    await site.deps.db
      .updateTable('events')
      .set({ starts_at: new Date(Math.floor(Date.now() / 60_000 - days * 1440) * 60_000) })
      .where('id', '=', Number(event.id))
      .execute();
    return (await site.app.inject({ url: '/events.ics' })).body.includes('Long ago');
  };
  expect([await isInFeed(29), await isInFeed(31)]).toEqual([true, false]);
});

test('the file of an unknown event is not found', async () => {
  expect((await site.app.inject({ url: '/events/999999.ics' })).statusCode).toBe(404);
  expect((await site.app.inject({ url: '/events/abc.ics' })).statusCode).toBe(404);
});
