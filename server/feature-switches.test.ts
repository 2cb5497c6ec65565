import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import type { FeatureSwitch } from '#shared/endpoints/site-settings.ts';

import { buildApp } from './app.ts';
import { listJobs } from './features.ts';
import { addTestServer, hiscoreRow } from './features/bridge/testing/bridge.ts';
import { addItem, balanceOf, buy, giveCoins } from './features/shop/testing/shop.ts';
import { createLive } from './lib/data/live.ts';

/** Everything that answers 404 while the feature is off, for every caller. */
const gone: Record<SwitchableFeature, string> = {
  events: `
    GET /events
    GET /admin/events/types
    GET /api/events
    POST /api/events
    PUT /api/events/:id
    DELETE /api/events/:id
    PATCH /api/events/:id/going
    PATCH /api/events/:id/interested
    PATCH /api/events/:id/unmark
    GET /api/events/settings
    PUT /api/events/settings
    GET /api/account/notifications
    PATCH /api/account/notifications
    GET /api/admin/events/types
    PUT /api/admin/events/types
    GET /events.ics
    GET /events/:id(^\\d{1,15}).ics
    GET /og/events/:id(^\\d{1,15}).png`,
  inbox: `
    GET /support
    GET /support/appeal
    GET /admin/inbox
    GET /admin/inbox/settings
    GET /api/support
    GET /api/support/appeals
    POST /api/support/appeals
    POST /api/support/appeals/:id/messages
    POST /api/support/pictures
    POST /api/support/threads
    GET /api/support/threads/:id
    POST /api/support/threads/:id/messages
    PUT /api/support/threads/:id/read
    GET /api/admin/inbox
    GET /api/admin/inbox/:id
    PATCH /api/admin/inbox/:id
    PUT /api/admin/inbox/:id/block
    POST /api/admin/inbox/:id/decision
    POST /api/admin/inbox/:id/merge
    POST /api/admin/inbox/:id/messages
    PUT /api/admin/inbox/:id/read
    GET /api/admin/inbox/settings
    PUT /api/admin/inbox/settings`,
  polls: `
    GET /polls
    GET /polls/:id
    GET /admin/polls
    GET /api/polls
    GET /api/polls/:id
    GET /api/polls/:id/vote
    POST /api/polls/:id/vote
    GET /api/admin/polls
    POST /api/admin/polls
    PUT /api/admin/polls/:id
    DELETE /api/admin/polls/:id
    POST /api/admin/polls/:id/end
    GET /api/admin/polls/:id/results.csv
    GET /api/admin/polls/:id/turnout
    GET /api/admin/users/:username/votes`,
  hiscores: `
    GET /hiscores
    GET /hiscores/seasons/:id
    GET /admin/hiscores/seasons
    GET /admin/hiscores
    GET /api/hiscores
    GET /api/hiscores/compare
    GET /api/hiscores/followed
    GET /api/hiscores/followed/gains
    GET /api/hiscores/gains
    GET /api/hiscores/lists
    GET /api/hiscores/milestones
    GET /api/account/followed
    PUT /api/account/followed/:username
    DELETE /api/account/followed/:username
    GET /api/hiscores/rank-changes
    GET /api/hiscores/search
    GET /api/hiscores/seasons
    GET /api/hiscores/seasons/:id
    GET /api/hiscores/user/:username
    GET /api/hiscores/user/:username/activity
    GET /api/hiscores/user/:username/gains
    GET /api/hiscores/user/:username/history
    GET /api/hiscores/user/:username/milestones
    GET /api/hiscores/user/:username/records
    GET /m=hiscore_oldschool/hiscorepersonal
    GET /m=hiscore_oldschool/index_lite.json
    GET /m=hiscore_oldschool/index_lite.ws
    GET /m=hiscore_oldschool/overall
    GET /m=hiscore_oldschool/overall.ws
    GET /m=hiscore_oldschool_:mode/index_lite.json
    GET /m=hiscore_oldschool_:mode/index_lite.ws
    GET /m=hiscore_oldschool_:mode/overall.ws
    GET /og/player/:name.png
    DELETE /api/admin/hiscores/:username
    GET /api/admin/hiscores/counters
    POST /api/admin/hiscores/counters
    PUT /api/admin/hiscores/counters/:id
    DELETE /api/admin/hiscores/counters/:id
    PUT /api/admin/hiscores/counters/order
    GET /api/admin/hiscores/modes
    POST /api/admin/hiscores/modes
    PUT /api/admin/hiscores/modes/:id
    DELETE /api/admin/hiscores/modes/:id
    PUT /api/admin/hiscores/modes/order
    POST /api/admin/hiscores/seasons
    PUT /api/admin/hiscores/seasons/:id
    DELETE /api/admin/hiscores/seasons/:id
    POST /api/admin/hiscores/seasons/:id/close
    GET /api/admin/hiscores/unknown
    DELETE /api/admin/hiscores/unknown/:kind/:key
    GET /api/admin/servers/:id/hiscores
    DELETE /api/admin/servers/:id/hiscores`,
  shop: `
    GET /shop
    GET /admin/shop
    GET /api/shop/items
    GET /api/shop/payments
    POST /api/shop/buy
    POST /api/shop/create-checkout-session
    GET /api/admin/shop/categories
    POST /api/admin/shop/categories
    PUT /api/admin/shop/categories/:id
    DELETE /api/admin/shop/categories/:id
    PUT /api/admin/shop/category-order
    GET /api/admin/shop/sales
    POST /api/admin/shop/sales
    PUT /api/admin/shop/sales/:id
    DELETE /api/admin/shop/sales/:id
    POST /api/admin/shop/sales/preview
    GET /api/admin/shop/preview
    GET /api/shop/shelves
    GET /api/shop/on-home
    POST /api/shop/codes/redeem
    GET /admin/shop/sales
    GET /admin/shop/preview
    GET /admin/shop/codes
    GET /admin/shop/revenue
    GET /admin/shop/supporters
    PUT /api/shop/pinned
    GET /api/admin/shop/codes
    POST /api/admin/shop/codes
    PATCH /api/admin/shop/codes/:id
    GET /api/admin/shop/codes/uses
    GET /api/admin/shop/items
    POST /api/admin/shop/items
    PUT /api/admin/shop/items/:id
    DELETE /api/admin/shop/items/:id
    PATCH /api/admin/shop/items/:id/enabled
    PUT /api/admin/shop/order`,
  contracts: `
    GET /admin/contracts
    GET /api/admin/contracts
    POST /api/admin/contracts
    PUT /api/admin/contracts/:id
    PATCH /api/admin/contracts/:id
    DELETE /api/admin/contracts/:id
    GET /api/admin/contracts/export.json
    POST /api/admin/contracts/import`,
  votes: `
    GET /vote
    GET /admin/votes
    GET /sandbox/toplist.css
    GET /sandbox/toplist/:id
    GET /api/votes
    GET /api/votes/own
    POST /api/votes/lists/:id/start
    GET /api/votes/callback/:id/:secret
    POST /api/votes/callback/:id/:secret
    GET /api/admin/votes
    GET /api/admin/votes/callbacks
    POST /api/admin/votes/callbacks/:id/retry
    POST /api/admin/votes/lists
    PUT /api/admin/votes/lists/:id
    DELETE /api/admin/votes/lists/:id
    POST /api/admin/votes/lists/:id/secret
    POST /api/admin/votes/lists/:id/test
    PUT /api/admin/votes/rules`,
  discord: `
    GET /admin/discord
    GET /api/discord/callback
    GET /api/discord/link
    POST /api/discord/link
    DELETE /api/discord/link
    GET /api/admin/discord
    PUT /api/admin/discord/app
    PUT /api/admin/discord/hooks/:kind
    POST /api/admin/discord/hooks/:kind/test
    GET /api/admin/discord/messages
    POST /api/admin/discord/messages/:id/retry`,
};

/** They have the words of a feature in their address, and go on without it. */
const going = `
  PATCH /api/admin/servers/:id/hiscores
  POST /api/shop/orders/:id/cancel
  POST /api/shop/purchases/:id/report
  PUT /api/shop/gift-mails
  POST /api/shop/webhook
  POST /api/bridge/v1/hiscores
  POST /api/bridge/v1/moderation-events`;

const names = SwitchableFeature.options;
const routesOf = (text: string) => text.trim().split(/\n\s*/);
const allGone = names.flatMap((name) => routesOf(gone[name]));

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
let poll: Poll;
let season: { id: number };
beforeAll(async () => {
  site = await openTestApp({ settings: { DEMO: '1' } });
  admin = await site.addPlayer('Keeper', 3);
  player = await site.addPlayer('Walker');
  poll = await create('/api/admin/polls', {
    title: 'Bridges',
    endTime: inADay(),
    questions: [{ question: 'Stone or wood?', answers: ['Stone', 'Wood'] }],
  });
  season = await create('/api/admin/hiscores/seasons', {
    name: 'Winter',
    startsAt: inADay(),
    endsAt: '2090-01-01T00:00:00Z',
    serverId: null,
  });
  await create('/api/events', {
    title: 'Gathering',
    description: 'x',
    type: 'PvP',
    dateTime: inADay(),
    zone: 'UTC',
  });
});
afterAll(() => site.close());
afterEach(() => turn(true));

const inADay = () => new Date(Date.now() + 86_400_000).toISOString();

async function create<T>(url: string, body: object): Promise<T> {
  const answer = await site.app.inject(json('POST', url, body, admin));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function turn(isOn: boolean, features: readonly SwitchableFeature[] = names) {
  for (const name of features) {
    const answer = await site.app.inject(
      json('PUT', `/api/admin/features/${name}`, { isOn }, admin),
    );
    expect(answer.statusCode, answer.body).toBe(204);
  }
}

/** The ids name things that exist where a page needs them. */
function requestFor(route: string, as?: TestPlayer): InjectOptions {
  const [method = '', path = ''] = route.split(' ');
  const url = path
    .replace(/:id\(.*?\)/, '1')
    .replace('/polls/:id', `/polls/${poll.id}`)
    .replace('/seasons/:id', `/seasons/${season.id}`)
    .replace(':username', 'Walker')
    .replaceAll(/:\w+/g, '1');
  if (method === 'GET') return { url, headers: as ? { cookie: as.cookie } : {} };
  return json(method as 'POST', url, {}, as);
}

async function isGone(route: string, as?: TestPlayer): Promise<boolean> {
  return saysGone(await site.app.inject(requestFor(route, as)));
}

function saysGone({ statusCode, body, headers }: LightMyRequestResponse): boolean {
  const isPage = String(headers['content-type']).startsWith('text/html');
  return statusCode === 404 && body.includes(isPage ? 'Not Found' : 'There is nothing here.');
}

const listReads = () =>
  site.app.knownRoutes
    .filter(({ method, url }) => method === 'GET' && url !== '/api/live')
    .map(({ url }) => `GET ${url}`);

/** The reads that work while everything is on: some ids above name nothing. */
let working: ReadonlySet<string> | undefined;
async function listWorkingReads(): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const route of listReads()) if (!(await isGone(route, admin))) found.add(route);
  return found;
}

// The reads of no feature are tried once, without all of them: see below.
test.each(names)('without %s exactly its pages, endpoints and feeds are gone', async (name) => {
  working ??= await listWorkingReads();
  const expected = routesOf(gone[name]);
  const others = allGone.filter((route) => working?.has(route) && !expected.includes(route));
  await turn(false, [name]);
  const wrong: string[] = [];
  for (const route of expected) {
    for (const caller of [undefined, player, admin]) {
      if (!(await isGone(route, caller))) wrong.push(`${route} is not gone`);
    }
  }
  for (const route of others) if (await isGone(route, admin)) wrong.push(`${route} is gone`);
  expect(wrong).toEqual([]);
  await turn(true, [name]);
  const reads = expected.filter((route) => route.startsWith('GET'));
  for (const route of reads) expect(await isGone(route, admin), route).toBe(false);
});

test('every write with the words of a feature is in one of the lists', () => {
  const words = /event|poll|hiscores|shop|contract|checkout|votes|discord/;
  const writes = site.app.knownRoutes
    .filter(({ method, url }) => !/GET|HEAD/.test(method) && words.test(url))
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !route.includes('/sandbox/'));
  const unknown = writes.filter((route) => ![...allGone, ...routesOf(going)].includes(route));
  expect(unknown).toEqual([]);
});

test('nothing else breaks or is gone without all of them, and no page leads to one', async () => {
  working ??= await listWorkingReads();
  await turn(false);
  const others = listReads().filter((route) => !allGone.includes(route));
  const wrong: string[] = [];
  for (const route of others) {
    for (const caller of [undefined, player, admin]) {
      const answer = await site.app.inject(requestFor(route, caller));
      const isWrong =
        answer.statusCode >= 500 || (caller === admin && working.has(route) && saysGone(answer));
      if (isWrong) wrong.push(`${route} ${caller?.username} ${answer.statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
  const { body: sitemap } = await site.app.inject({ url: '/sitemap.xml' });
  expect(sitemap).toContain('/play</loc>');
  expect(sitemap).not.toMatch(/events|polls|hiscores/);
  const { body: home } = await site.app.inject({ url: '/' });
  expect(home).toContain('GET /api/news');
  expect(home).not.toMatch(/GET \/api\/(events|polls|hiscores)/);
  expect(await read('/api/site')).toMatchObject({
    featuresOff: names,
    brand: {
      builtInLinks: {
        header: { '/events': null, '/polls': null, '/hiscores': null },
        footer: {
          '/events': null,
          '/polls': null,
          '/hiscores': null,
          '/shop': null,
          '/support': null,
        },
      },
    },
  });
  const charts = await read('/api/admin/charts?days=30', admin);
  expect(Object.keys(charts)).not.toContain('votes');
  expect(Object.keys(charts)).not.toContain('coinsSpent');
  expect(await read('/api/admin/search?q=Bridges', admin)).toEqual({ results: [] });
  await turn(true);
  expect(await read('/api/admin/search?q=Bridges', admin)).not.toEqual({ results: [] });
  expect((await site.app.inject({ url: '/' })).body).toContain('GET /api/polls');
});

async function read(url: string, as?: TestPlayer): Promise<Record<string, unknown>> {
  const answer = await site.app.inject({ url, headers: as ? { cookie: as.cookie } : {} });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('cards and links of the owner that lead to a switched-off page are hidden meanwhile', async () => {
  const { appearance, version } = (await read('/api/admin/appearance', admin)) as {
    appearance: { features: { href: string }[]; navigation: object[] };
    version: number;
  };
  const toEvents = { label: 'Tonight', href: '/events?type=PvP', isFirstLevel: true };
  const toPoll = { label: 'Our poll', href: `/polls/${poll.id}`, isFirstLevel: false };
  const away = { label: 'Wiki', href: 'https://wiki.example.test/events', isFirstLevel: false };
  const own = { ...appearance, navigation: [toEvents, toPoll, away] };
  await site.app.inject(json('PUT', '/api/admin/appearance', { appearance: own, version }, admin));
  const links = async () => {
    const { brand } = (await read('/api/site')) as {
      brand: Record<'firstLinks' | 'navigation' | 'features', { href: string }[]>;
    };
    const all = [...brand.firstLinks, ...brand.navigation, ...brand.features];
    return all.map(({ href }) => href);
  };
  const before = await links();
  expect(before).toEqual(expect.arrayContaining([toEvents.href, toPoll.href, away.href]));
  expect(before).toContain('/events?type=Bossing');
  await turn(false);
  const hidden = new Set([toEvents.href, toPoll.href, '/events?type=Bossing']);
  expect(await links()).toEqual(before.filter((href) => !hidden.has(href)));
  expect(await read('/api/admin/appearance', admin)).toMatchObject({ appearance: own });
  await turn(true);
  expect(await links()).toEqual(before);
});

test('a link in the owner’s footer to a switched-off page is hidden meanwhile', async () => {
  type Edited = { appearance: { footer: { text: string; links: object[] } }; version: number };
  const { appearance, version } = (await read('/api/admin/appearance', admin)) as Edited;
  const toPolls = { label: 'Have a say', href: '/polls' };
  const away = { label: 'Wiki', href: 'https://wiki.example.test/polls' };
  const footer = { ...appearance.footer, links: [toPolls, away] };
  const own = { appearance: { ...appearance, footer }, version };
  const saved = await site.app.inject(json('PUT', '/api/admin/appearance', own, admin));
  expect(saved.statusCode, saved.body).toBe(200);
  const links = async () =>
    ((await read('/api/site')) as { brand: { footer: { links: object[] } } }).brand.footer.links;
  expect(await links()).toEqual(expect.arrayContaining([toPolls, away]));
  await turn(false, ['polls']);
  const meanwhile = await links();
  expect(meanwhile).toContainEqual(away);
  expect(meanwhile).not.toContainEqual(toPolls);
});

test('jobs of a switched-off feature do nothing until it is on again', async () => {
  const { id } = await create<Poll>('/api/admin/polls', {
    title: 'Old',
    endTime: inADay(),
    questions: [{ question: 'Yes?', answers: ['Yes', 'No'] }],
  });
  const { db } = site.deps;
  const past = new Date(Date.now() - 1000);
  await db.updateTable('polls').set({ ends_at: past }).where('id', '=', Number(id)).execute();
  const run = async () => {
    const job = listJobs(site.deps).find(({ name }) => name === 'polls/end-in-time');
    await job?.run();
    return db
      .selectFrom('polls')
      .select('ended_at')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
  };
  await turn(false, ['polls']);
  expect(await run()).toEqual({ ended_at: null });
  await turn(true, ['polls']);
  expect(await run()).not.toEqual({ ended_at: null });
});

test('an answer that was cached is not sent after the switch', async () => {
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const statuses = async () =>
    Promise.all(
      ['/api/events', '/events', '/polls'].map(async (path) => (await fetch(origin + path)).status),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(await statuses()).toEqual([200, 200, 200]);
  await turn(false, ['events']);
  expect(await statuses()).toEqual([404, 404, 200]);
  await turn(true, ['events']);
  expect(await statuses()).toEqual([200, 200, 200]);
});

test('another replica follows the switch', async () => {
  const live = await createLive(site.deps.database);
  const other = await buildApp({ ...site.deps, live });
  const statusThere = async () => (await other.inject({ url: '/api/polls' })).statusCode;
  expect(await statusThere()).toBe(200);
  await turn(false, ['polls']);
  await expect.poll(statusThere).toBe(404);
  await turn(true, ['polls']);
  await expect.poll(statusThere).toBe(200);
  await other.close();
  await live.close();
});

test('games go on as before while all are off', async () => {
  const game = await addTestServer(site);
  const buyer = await site.addPlayer('Late Buyer');
  await giveCoins(site, buyer, 1000);
  const item = await addItem(site, admin);
  for (let count = 0; count < 2; count += 1)
    expect((await buy(site, buyer, item)).statusCode).toBe(200);
  const contracts = (await game.get('/contracts')).body;
  await turn(false);

  const reported = await game.post('/hiscores', { players: [hiscoreRow('Late Buyer', 1000)] });
  expect(reported.json(), reported.body).toMatchObject({ accepted: 1 });
  expect((await site.app.inject({ url: '/api/hiscores/skills' })).statusCode).toBe(200);
  expect((await game.get('/contracts')).body).toBe(contracts);

  const claim = { player: 'Late Buyer', session: 'one', limit: 1 };
  const claimed = await game.post('/deliveries/claim', claim);
  const { items } = claimed.json<{ items: { id: string }[] }>();
  expect(items, claimed.body).toHaveLength(1);
  const applied = await game.post(`/deliveries/${items[0]?.id}/ack`, { status: 'applied' });
  expect(applied.statusCode, applied.body).toBe(200);

  expect(await read('/api/shop/purchases', buyer)).toMatchObject({ total: 2 });
  expect(await read('/api/wallet/statement', buyer)).toMatchObject({ total: 3 });
  const { purchases } = (await read('/api/admin/purchases?username=Late%20Buyer', admin)) as {
    purchases: { id: string; deliveryState: string }[];
  };
  const waiting = purchases.find(({ deliveryState }) => deliveryState === 'queued');
  const refund = json('POST', `/api/admin/purchases/${waiting?.id}/refund`, undefined, admin);
  expect((await site.app.inject(refund)).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(1000 - item.price);
  const webhook = await site.app.inject(json('POST', '/api/shop/webhook', {}));
  expect(webhook.json()).toMatchObject({ code: 'payments/signature-refused' });

  await turn(true);
  expect(await read('/api/hiscores/user/late%20buyer')).toMatchObject({ username: 'Late Buyer' });
});

test('only admins switch features, every switch is audited once, and each has its words', async () => {
  const list = (await read('/api/admin/features', admin)) as unknown as FeatureSwitch[];
  expect(list.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  for (const { label, whenOff, isOn } of list) {
    expect(label).not.toBe('');
    expect(whenOff).toMatch(/\.$/);
    expect(isOn).toBe(true);
  }
  const staff = await site.addPlayer('Helper', 2);
  for (const caller of [undefined, player, staff]) {
    const request = json('PUT', '/api/admin/features/polls', { isOn: false }, caller);
    expect([401, 403]).toContain((await site.app.inject(request)).statusCode);
  }
  const unknown = json('PUT', '/api/admin/features/news', { isOn: false }, admin);
  expect((await site.app.inject(unknown)).statusCode).toBe(400);
  await turn(false, ['contracts', 'contracts']);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'before', 'after'])
    .where('subject', '=', 'features.contracts')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries[0]).toEqual({
    actor_name: 'Keeper',
    action: 'site/setting-changed',
    before: { value: true },
    after: { value: false },
  });
  expect(entries[1]?.after).not.toEqual({ value: false });
});
