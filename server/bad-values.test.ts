import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addTestServer, heartbeat } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { readApiDocument } from '#server/testing/fuzz-site.ts';
import { listRequestsWithText } from '#server/testing/requests-with-text.ts';
import type { TextRequest } from '#server/testing/requests-with-text.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

// Numbers, dates and characters that the database cannot store must be answered with 400, never 500.

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
let game: TestServer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Overseer', 3);
  player = await site.addPlayer('Plain Jane');
  game = await addTestServer(site);
});
afterAll(() => site.close());

const post = {
  title: 'A post',
  category: 'Community',
  displayImage: null,
  content: '<p>Hello</p>',
  state: 'draft',
  publishAt: null,
};
const item = {
  name: 'Sword',
  description: '',
  image: null,
  price: 5,
  itemId: 1,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
};
const reason = 'Because.';
const jane = '/api/admin/users/Plain%20Jane';

describe.each([2 ** 31, 1e300, -1, 1.5, Number.MAX_SAFE_INTEGER])('the version %d', (version) => {
  test.each([
    ['PUT', `${jane}/rights`, { rights: 1 }],
    ['POST', `${jane}/teleport`, { x: 1, y: 1, height: 0 }],
    ['POST', `${jane}/infractions`, { note: reason }],
    ['POST', `${jane}/kick`, {}],
    ['PUT', `${jane}/community-manager`, { communityManager: true }],
    ['PUT', `${jane}/sanctions/mute`, { reason, expiresAt: null }],
    ['POST', `${jane}/coins`, { amount: 5, reason, key: '6f0c3a4e-3c1b-4a7e-9d43-0d3b8c0f5a11' }],
    ['PUT', '/api/admin/news/1', post],
    ['PUT', '/api/admin/shop/items/1', item],
    ['PATCH', '/api/users/Overseer', { email: 'overseer@example.test' }],
  ] as const)('is refused by %s %s', async (method, url, body) => {
    const answer = await site.app.inject(json(method, url, { ...body, version }, admin));
    expect(answer.statusCode, answer.body).toBe(400);
  });
});

test('a player’s own version is checked as well', async () => {
  const body = { email: player.email, version: 2 ** 31 };
  const answer = await site.app.inject(json('PATCH', '/api/users/Plain%20Jane', body, player));
  expect(answer.statusCode).toBe(400);
});

test.each([
  '/api/admin/audit?from=0000-01-01',
  '/api/admin/audit.csv?from=0000-01-01',
  '/api/admin/audit?to=9999-12-31',
  '/api/admin/audit?from=2026-02-30',
  '/api/admin/purchases?from=0000-01-01',
  '/api/admin/purchases.csv?until=9999-12-31',
  '/api/admin/orders?until=9999-12-31',
  '/api/admin/orders.csv?from=0000-01-01',
  '/api/admin/news?page=9007199254740991',
])('%s is refused', async (url) => {
  const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(answer.statusCode, answer.body).toBe(400);
});

test.each([1.5, 1e300, 0, -1])('a command for the server %d is refused', async (serverId) => {
  const body = { type: 'broadcast', args: { message: 'Hi' }, serverId };
  const answer = await site.app.inject(json('POST', '/api/admin/commands', body, admin));
  expect(answer.statusCode, answer.body).toBe(400);
});

test.each([
  ['POST', '/api/admin/commands', { type: 'broadcast', args: { message: 'a\ud800' } }],
  ['PATCH', '/api/admin/settings', { banner: { text: 'a\udfff', tone: 'info' } }],
  [
    'PUT',
    '/api/admin/pages/terms',
    { title: 'a\ud800b', description: '', content: 'x', version: 0, isPublished: false },
  ],
  ['POST', '/api/admin/news', { ...post, title: '\udc00\ud800' }],
] as const)('a lone surrogate is refused by %s %s', async (method, url, body) => {
  const answer = await site.app.inject(json(method, url, body, admin));
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({
    error: 'The text contains characters that cannot be stored.',
  });
});

test('surrogate pairs and literal escapes are accepted', async () => {
  const body = { ...post, title: '😀 \\ud800 \u{10ffff}' };
  const payload = JSON.stringify(body).replace('😀', '\\ud83d\\ude00');
  const request = json('POST', '/api/admin/news', body, admin);
  const answer = await site.app.inject({ ...request, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({ title: body.title });
});

describe('NUL in any text of any endpoint', () => {
  const known = { names: ['Plain Jane'], ids: ['1'], uuids: [randomUUID()], versions: [0] };

  async function send({ access, method, url, body, place }: TextRequest): Promise<string> {
    const answer = await site.app.inject({
      method: method as 'POST',
      url,
      headers: {
        ...(access === 'game server'
          ? { authorization: `Bearer ${game.token}` }
          : access !== 'public' && { cookie: admin.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return `${method} ${url} ${place}: ${answer.statusCode}`;
  }

  test('is never a server error and never fails the request of another visitor', async () => {
    const requests = listRequestsWithText(await readApiDocument(site.app), known, 'a\0b');
    expect(requests.length).toBeGreaterThan(300);
    const answers: string[] = [];
    for (let at = 0; at < requests.length; at += 10) {
      await site.deps.db.deleteFrom('rate_limits').execute();
      const right = { name: 'Plain Jane', password: testPassword, ip: '198.51.100.7' };
      const [login, ...others] = await Promise.all([
        game.post('/login', right),
        ...requests.slice(at, at + 10).map(send),
      ]);
      expect(login.json()).toMatchObject({ ok: true });
      answers.push(...others);
    }
    expect(answers.filter((answer) => !/: [234]\d\d$/.test(answer))).toEqual([]);
    // Otherwise the requests did not get as far as the texts.
    expect(answers.filter((answer) => answer.endsWith(': 400')).length).toBeGreaterThan(200);
  });

  test.each([
    ['/login', { name: 'a\0b', password: 'x', ip: '198.51.100.8' }, 'name'],
    ['/login', { name: 'a\tb', password: 'x', ip: '198.51.100.8' }, 'name'],
    ['/login', { name: 'a', password: 'x', ip: '1.2\0' }, 'ip'],
    ['/login', { name: 'a', password: 'x', ip: 'unknown' }, 'ip'],
    ['/login', { name: 'a', password: 'x', ip: '198.51.100.8:4711' }, 'ip'],
    ['/name-claims', { player: 'a\nb', code: 'claim4k7m2x9' }, 'player'],
    ['/deliveries/claim', { player: 'a\x7fb', session: 's' }, 'player'],
    ['/deliveries/claim', { player: 'a', session: 's\0' }, 'session'],
    ['/heartbeat', heartbeat({ bootId: 'b\0' }), 'bootId'],
    ['/heartbeat', heartbeat({ players: ['a\0b'] }), 'players.0'],
  ])('is refused by %s with the name of the field: %j', async (path, body, field) => {
    const answer = await game.post(path, body);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test.each(['198.51.100.8', '::ffff:198.51.100.8', '2001:DB8::1', ' fe80::1%eth0 ', '0.0.0.0'])(
    'is no problem of the address %j',
    async (ip) => {
      const answer = await game.post('/login', { name: 'Nobody', password: 'x', ip });
      expect(answer.json()).toMatchObject({ code: 'wrong-credentials' });
    },
  );
});

describe('a game', () => {
  test.each([
    '/commands?wait=0&after=1.5',
    '/commands?wait=0&after=1e300',
    '/commands?wait=0&after=9223372036854775807',
    '/sanctions?since=0000-01-01T00:00:00Z',
    '/sanctions?since=0001-01-01T00:00:00%2B14:00',
  ])('gets 400 for %s', async (path) => {
    const answer = await game.get(path);
    expect(answer.statusCode, answer.body).toBe(400);
  });

  test.each(['1.5', '1e300', '9223372036854775807', '9223372036854775808', '-1', 'x'])(
    'gets 400 for the result of command %s',
    async (id) => {
      const answer = await game.post(`/commands/${id}/result`, { status: 'done' });
      expect(answer.statusCode, answer.body).toBe(400);
    },
  );

  test.each(['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'x'])(
    'gets 400 for a ban until %s',
    async (until) => {
      const event = { kind: 'ban', player: 'Plain Jane', staff: 'Mod', until };
      const answer = await game.post('/moderation-events', { events: [event] });
      expect(answer.statusCode, answer.body).toBe(400);
    },
  );

  test('may ban until the end of the calendar', async () => {
    const event = {
      kind: 'ban',
      player: 'Plain Jane',
      staff: 'Mod',
      until: '9999-12-31T23:59:59Z',
    };
    const answer = await game.post('/moderation-events', { events: [event] });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});
