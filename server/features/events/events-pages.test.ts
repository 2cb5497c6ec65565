import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { queryKey } from '#shared/query-key.ts';

let site: TestApp;
let event: GameEvent;
beforeAll(async () => {
  site = await openTestApp();
  const staff = await site.addPlayer('Herald', 2);
  const dateTime = `${new Date().getUTCFullYear() + 1}-01-15T20:00:00Z`;
  const body = {
    title: 'Siege <of> "Gale"',
    description: 'Bring\nladders.',
    type: 'Mini-game',
    dateTime,
  };
  event = (await site.app.inject(json('POST', '/api/events', body, staff))).json();
});
afterAll(() => site.close());

const open = (url: string) => site.app.inject({ url, headers: { accept: 'text/html' } });

test('a link to an event has a preview with its title and time', async () => {
  const { body } = await open(`/events?event=${event.id}`);
  expect(body).toContain('<title>Siege &lt;of&gt; &quot;Gale&quot; – Wynhold</title>');
  expect(body).toMatch(
    /property="og:description" content="15 January \d{4} at 8:00 pm UTC\. Mini-game\. Bring ladders\."/,
  );
  expect(body).toContain(
    `property="og:image" content="http://localhost:3000/og/events/${event.id}.png"`,
  );
  expect(body).toContain(`"startDate":"${event.dateTime}"`);
});

test('the page includes the upcoming events and names the next ones', async () => {
  for (const url of ['/events', '/events?event=999999']) {
    const { body, statusCode } = await open(url);
    expect(statusCode).toBe(200);
    expect(body).toContain('Upcoming events in Wynhold: Siege &lt;of&gt;');
    const block = /id="page-data">(?<data>.*?)<\/script>/.exec(body)?.groups?.data ?? '';
    expect(JSON.parse(block)).toEqual([
      { key: queryKey('events', 'GET /api/events', { query: {} }), value: [event] },
    ]);
  }
});

test('an event has a preview image; an unknown event has none', async () => {
  const answer = await site.app.inject({ url: `/og/events/${event.id}.png` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
  expect((await site.app.inject({ url: '/og/events/999999.png' })).statusCode).toBe(404);
});

test('search engines find each event, with its time, its host and its address', async () => {
  const path = `/events?event=${event.id}`;
  expect((await site.app.inject({ url: '/sitemap.xml' })).body).toContain(
    `<loc>http://localhost:3000${path}</loc>`,
  );
  const read = async () => {
    const { body } = await open(path);
    const block = /application\/ld\+json">(?<json>.*?)<\/script>/.exec(body)?.groups?.json ?? '';
    return { body, jsonLd: JSON.parse(block) as object };
  };
  const { body, jsonLd } = await read();
  expect(body).toContain(`rel="canonical" href="http://localhost:3000${path}"`);
  expect(jsonLd).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'Siege <of> "Gale"',
    description: 'Bring\nladders.',
    startDate: event.dateTime,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: `http://localhost:3000${path}` },
    organizer: { '@type': 'Person', name: 'Herald' },
  });
  const { db, live } = site.deps;
  await db.updateTable('events').set({ creator_id: null }).execute();
  await live.publish(db, { topic: 'events' });
  expect((await read()).jsonLd).toMatchObject({ organizer: { name: 'Wynhold' } });
});
