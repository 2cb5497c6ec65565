import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { computeTopGains } from '#server/features/hiscores/gains.service.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import type { TopGains } from '#shared/endpoints/hiscores.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import type { PageDatum } from '#shared/site.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Herald', 3);
});
afterAll(() => site.close());

async function readHome(headers: Record<string, string> = {}) {
  const { body } = await site.app.inject({ url: '/', headers });
  const { document } = new JSDOM(body).window;
  const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as PageDatum[];
  const valueOf = (route: string) => data.find(({ key }) => key[1] === route)?.value;
  return {
    body,
    data,
    events: valueOf('GET /api/events') as GameEvent[],
    polls: valueOf('GET /api/polls') as Poll[],
    gains: valueOf('GET /api/hiscores/gains') as TopGains,
  };
}

test('the home page of a new site has no event, poll or gains', async () => {
  const { events, polls, gains } = await readHome();
  expect(events).toEqual([]);
  expect(polls).toEqual([]);
  expect(gains.players).toEqual([]);
});

test.each([
  '/news?category=Dev+Blogs',
  '/events?type=Bossing',
  '/news?category=Game+Updates',
  '/register',
  '/play',
])('%s, to which home leads, exists on a new site', async (url) => {
  expect((await site.app.inject({ url })).statusCode).toBe(200);
});

const read = async <T>(url: string): Promise<T> => (await site.app.inject({ url })).json<T>();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

async function post<T>(url: string, body: object, as = admin): Promise<T> {
  const answer = await site.app.inject(json('POST', url, body, as));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

function createEvent(title: string, days: number): Promise<GameEvent> {
  const draft = { title, description: 'Bring food.', type: 'Bossing' };
  return post('/api/events', { ...draft, dateTime: inDays(days).toISOString() });
}

test('home contains the next event, the open poll and the top gains, as the API answers them', async () => {
  await createEvent('Later', 5);
  const next = await createEvent('Next', 2);
  const poll = await post<Poll>('/api/admin/polls', {
    title: 'Bridges',
    endTime: inDays(1).toISOString(),
    questions: [{ question: 'Stone or wood?', answers: ['Stone', 'Wood'] }],
  });
  await ingestStats(site.deps, { reports: [reportOf('Amy', { Attack: 500 }, inDays(-3))] });
  await ingestStats(site.deps, { reports: [reportOf('Amy', { Attack: 900 }, inDays(0))] });
  await computeTopGains(site.deps);
  await site.deps.live.publish(site.deps.db, { topic: 'events' });

  const { events, polls, gains } = await readHome();
  expect(events).toEqual([next]);
  expect(events).toEqual(await read('/api/events?limit=1'));
  expect(polls.map(({ id }) => id)).toEqual([poll.id]);
  expect(polls).toEqual(await read('/api/polls?limit=1'));
  expect(gains.players.map(({ username }) => username)).toEqual(['Amy']);
  expect(gains).toEqual(await read('/api/hiscores/gains?skill=Overall&period=week'));
});

test('home has the latest milestones and the store in brief, unless the store is off', async () => {
  const dataOf = async () => {
    const { data } = await readHome();
    return new Map(data.map(({ key, value }) => [key[1], value]));
  };
  const shown = await dataOf();
  expect(shown.get('GET /api/hiscores/milestones')).toEqual(await read('/api/hiscores/milestones'));
  expect(shown.get('GET /api/shop/on-home')).toEqual(await read('/api/shop/on-home'));
  const turn = (isOn: boolean) =>
    site.app.inject(json('PUT', '/api/admin/features/shop', { isOn }, admin));
  await turn(false);
  const without = await dataOf();
  await turn(true);
  expect([...shown.keys()].filter((route) => !without.has(route))).toEqual([
    'GET /api/shop/on-home',
  ]);
});

test('search engines are told the name and the address of the site, and its line', async () => {
  const { body } = await readHome();
  const { document } = new JSDOM(body).window;
  const about = document.querySelector('script[type="application/ld+json"]')?.textContent;
  expect(JSON.parse(about ?? 'null')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Wynhold',
    url: 'http://localhost:3000',
  });
  const { brand } = site.deps;
  expect((await brand.read()).tagline).toContain('{site}');
  const description = document.querySelector('meta[name="description"]')?.getAttribute('content');
  expect(description).toContain('Wynhold');
  expect(description).not.toContain('{');
});

test('a new number of players who go is in the HTML at the next visit', async () => {
  const player = await site.addPlayer('Some Player');
  const [event] = (await readHome()).events;
  await site.app.inject(json('PATCH', `/api/events/${event?.id}/going`, {}, player));
  expect((await readHome()).events[0]?.going).toEqual(['Some Player']);
});

test('a vote does not make the server build the page again', async () => {
  const player = await site.addPlayer('Voter');
  const before = await readHome();
  await post(`/api/polls/${before.polls[0]?.id}/vote`, { answers: [0] }, player);
  expect((await readHome()).body).toBe(before.body);
  const [answer] = (await read<Poll[]>('/api/polls?limit=1'))[0]?.questions[0]?.answers ?? [];
  expect(answer).toEqual({ text: 'Stone', votes: 1 });
});

test('a logged-in player gets the same data as a visitor, and nothing of their own', async () => {
  const player = await site.addPlayer('Private One');
  await site.deps.live.publish(site.deps.db, { topic: 'events' });
  const own = await readHome({ cookie: player.cookie });
  expect(own.data).toEqual((await readHome()).data);
  expect(own.body).not.toMatch(/private one|private-one/i);
});
