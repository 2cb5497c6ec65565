import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startSession } from '#server/features/accounts/sessions.service.ts';
import {
  addDelivery,
  addTestServer,
  heartbeat,
  hiscoreRow,
} from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { discordApp } from '#server/features/discord/discord.settings.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { beginCheckout } from '#server/features/payments/testing/payments.ts';
import { playerSettings } from '#server/features/players/players.settings.ts';
import { addItem, giveCoins } from '#server/features/shop/testing/shop.ts';
import { addVoteList } from '#server/features/votes/testing/votes.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

/**
 * The topics that writes of players and games publish, so that open pages fetch them again; `me` is for the player
 * it is about. A new route that is missing here fails the first test. The writes of admins are in audit-walk.test.ts.
 */
type Write = [topics: string, prepare: (player: TestPlayer) => Promise<Request> | Request];
type Request = InjectOptions | (() => Promise<LightMyRequestResponse>);

const playerWrites: Record<string, Write> = {
  'POST /api/account/deletion': ['me', (player) => json('POST', url.deletion, undefined, player)],
  'DELETE /api/account/deletion': [
    'me',
    async (player) => {
      await send(json('POST', url.deletion, undefined, player));
      return json('DELETE', url.deletion, undefined, player);
    },
  ],
  'POST /api/account/email-confirmation': [
    '',
    async (player) => {
      await site.deps.db
        .updateTable('accounts')
        .set({ email_verified_at: null })
        .where('id', '=', player.id)
        .execute();
      return json('POST', '/api/account/email-confirmation', undefined, player);
    },
  ],
  'POST /api/account/export': [
    '',
    (player) => json('POST', '/api/account/export', undefined, player),
  ],
  'PUT /api/account/game-password': ['me', (player) => setGamePassword(player)],
  'DELETE /api/account/game-password': [
    'me',
    async (player) => {
      await send(setGamePassword(player));
      return json('DELETE', url.gamePassword, undefined, player);
    },
  ],
  'PUT /api/account/followed/:username': ['me', (player) => follow('PUT', player)],
  'DELETE /api/account/followed/:username': [
    'me',
    async (player) => {
      await send(await follow('PUT', player));
      return follow('DELETE', player);
    },
  ],
  'POST /api/account/name': [
    'admin hiscores me',
    (player) => json('POST', '/api/account/name', { username: 'Walked On' }, player),
  ],
  'POST /api/account/visit': [
    '',
    (player) => json('POST', '/api/account/visit', undefined, player),
  ],
  'PATCH /api/account/visibility': [
    'me server',
    (player) => json('PATCH', '/api/account/visibility', { isShownOnline: false }, player),
  ],
  'PATCH /api/account/notifications': [
    'me',
    (player) => json('PATCH', '/api/account/notifications', { eventReminders: false }, player),
  ],
  'DELETE /api/account/sessions': [
    'me',
    (player) => json('DELETE', '/api/account/sessions', undefined, player),
  ],
  'DELETE /api/account/sessions/:id': [
    'me',
    async (player) => {
      const visitor = { ip: '127.0.0.1', userAgent: 'other', signedInAt: new Date() };
      await startSession(site.deps.db, player.id, visitor);
      const sessions = await send({
        url: '/api/account/sessions',
        headers: { cookie: player.cookie },
      });
      const other = sessions
        .json<{ id: string; isCurrent: boolean }[]>()
        .find(({ isCurrent }) => !isCurrent);
      return json('DELETE', `/api/account/sessions/${other?.id}`, undefined, player);
    },
  ],
  'POST /api/account/two-factor': ['', (player) => json('POST', url.twoFactor, undefined, player)],
  'PUT /api/account/two-factor': ['me', (player) => turnOnTwoFactor(player)],
  'DELETE /api/account/two-factor': [
    'me',
    async (player) => {
      const { secret, ...request } = await turnOnTwoFactor(player);
      await send(request);
      return json('DELETE', url.twoFactor, { code: codeOf(secret, 1) }, player);
    },
  ],
  'POST /api/events': ['events', () => json('POST', '/api/events', event, staff)],
  'PUT /api/events/:id': [
    'events',
    async () => json('PUT', await addEvent(), { ...event, title: 'Fair' }, staff),
  ],
  'DELETE /api/events/:id': ['events', async () => json('DELETE', await addEvent(), {}, staff)],
  'PATCH /api/events/:id/going': [
    'events',
    async (player) => json('PATCH', `${await addEvent()}/going`, {}, player),
  ],
  'PATCH /api/events/:id/interested': [
    'events',
    async (player) => json('PATCH', `${await addEvent()}/interested`, {}, player),
  ],
  'PATCH /api/events/:id/unmark': [
    'events',
    async (player) => {
      const address = await addEvent();
      await send(json('PATCH', `${address}/going`, {}, player));
      return json('PATCH', `${address}/unmark`, {}, player);
    },
  ],
  'POST /api/polls/:id/vote': [
    'me polls',
    async (player) => {
      const { id } = (await send(json('POST', '/api/admin/polls', poll, staff))).json<{
        id: string;
      }>();
      return json('POST', `/api/polls/${id}/vote`, { answers: [0] }, player);
    },
  ],
  'POST /api/shop/buy': [
    'me shop',
    async (player) => {
      const { id } = await addItem(site, staff, { stock: 5 });
      await giveCoins(site, player, 1000);
      return json('POST', '/api/shop/buy', { itemId: id }, player);
    },
  ],
  'POST /api/shop/codes/redeem': [
    'admin me',
    async (player) => {
      const draft = { ...codeDraft, word: `GIFT${player.id}` };
      await send(json('POST', '/api/admin/shop/codes', draft, staff));
      return json('POST', '/api/shop/codes/redeem', { code: draft.word }, player);
    },
  ],
  'PUT /api/shop/gift-mails': [
    'me',
    (player) => json('PUT', '/api/shop/gift-mails', { isOn: true }, player),
  ],
  'POST /api/shop/purchases/:id/report': [
    'admin me',
    async (player) => {
      const giver = await site.addPlayer(`Giver${player.id}`);
      const { id: itemId } = await addItem(site, staff);
      await giveCoins(site, giver, 1000);
      const gift = { itemId, giftTo: player.username, note: 'Boo' };
      const bought = await send(json('POST', '/api/shop/buy', gift, giver));
      const { purchaseId } = bought.json<{ purchaseId: string }>();
      return json('POST', `/api/shop/purchases/${purchaseId}/report`, undefined, player);
    },
  ],
  'PUT /api/shop/pinned': [
    'me',
    async (player) => {
      const { id } = await addItem(site, staff);
      return json('PUT', '/api/shop/pinned', { itemId: Number(id) }, player);
    },
  ],
  'POST /api/support/threads': [
    'admin me',
    (player) => json('POST', '/api/support/threads', question, player),
  ],
  'POST /api/support/threads/:id/messages': [
    'admin me',
    async (player) =>
      json('POST', `${await addThread(player)}/messages`, { text: 'And more' }, player),
  ],
  'PUT /api/support/threads/:id/read': [
    'me',
    async (player) => json('PUT', `${await addThread(player)}/read`, undefined, player),
  ],
  'POST /api/support/pictures': [
    '',
    async ({ cookie }) => ({
      method: 'POST',
      url: '/api/support/pictures',
      headers: { cookie, 'content-type': 'image/png' },
      payload: await sharp({ create: { width: 4, height: 4, channels: 3, background: '#a87722' } })
        .png()
        .toBuffer(),
    }),
  ],
  'POST /api/support/appeals': [
    'admin me',
    async (player) => json('POST', '/api/support/appeals', await appealOf(player), player),
  ],
  'POST /api/support/appeals/:id/messages': [
    'admin me',
    async (player) => {
      const appeal = json('POST', '/api/support/appeals', await appealOf(player), player);
      const { id } = (await send(appeal)).json<{ id: number }>();
      return json('POST', `/api/support/appeals/${id}/messages`, { text: 'Please' }, player);
    },
  ],
  'PUT /api/supporters/mine': [
    'shop',
    (player) => json('PUT', '/api/supporters/mine', { isNamed: true }, player),
  ],
  'POST /api/shop/create-checkout-session': [
    '',
    (player) =>
      json('POST', '/api/shop/create-checkout-session', { amount: 1000, price: 1000 }, player),
  ],
  'POST /api/shop/orders/:id/cancel': [
    'me',
    async (player) => {
      const { orderId } = await beginCheckout(site, player);
      return json('POST', `/api/shop/orders/${orderId}/cancel`, undefined, player);
    },
  ],
  'POST /api/discord/link': [
    '',
    async (player) => {
      const value = { ...discordApp.initial, clientId: '1', clientSecret: 'secret' };
      await setSetting(site.deps, discordApp, { value, by: null });
      return json('POST', '/api/discord/link', undefined, player);
    },
  ],
  'DELETE /api/discord/link': [
    'me',
    (player) => json('DELETE', '/api/discord/link', undefined, player),
  ],
  'POST /api/votes/lists/:id/start': [
    '',
    async (player) => {
      const { id } = await addVoteList(site, await site.addPlayer(`Keeper${player.id}`, 3));
      return json('POST', `/api/votes/lists/${id}/start`, undefined, player);
    },
  ],
  'PATCH /api/users/:username': [
    'me',
    (player) =>
      json('PATCH', `/api/users/${player.username}`, { email: 'moved@example.test' }, player),
  ],
  'POST /auth/reauthenticate': [
    '',
    async (player) => {
      const idToken = await fetchIdToken(site.app, player.email);
      return json('POST', '/auth/reauthenticate', { idToken }, player);
    },
  ],
};

const gameWrites: Record<string, Write> = {
  'POST /api/bridge/v1/heartbeat': [
    'admin server',
    () => () => game.post('/heartbeat', heartbeat()),
  ],
  'POST /api/bridge/v1/hiscores': [
    'hiscores me',
    ({ username }) =>
      () =>
        game.post('/hiscores', { players: [hiscoreRow(username, 5_000)] }),
  ],
  'PUT /api/bridge/v1/counters': [
    'admin site',
    () => () =>
      game.put('/counters', { counters: [{ key: 'zulrah', name: 'Zulrah', group: 'Bosses' }] }),
  ],
  'PUT /api/bridge/v1/items': [
    'admin shop',
    () => () => game.put('/items', { items: [{ id: 995, name: 'Coins' }] }),
  ],
  'POST /api/bridge/v1/deliveries/claim': [
    'admin me',
    async (player) => {
      await addDelivery(site, player.id);
      return () => claim(player);
    },
  ],
  'POST /api/bridge/v1/deliveries/:id/ack': [
    'admin me',
    async (player) => {
      const id = await addDelivery(site, player.id);
      await claim(player);
      return () => game.post(`/deliveries/${id}/ack`, { status: 'applied' });
    },
  ],
  'POST /api/bridge/v1/commands/:id/result': [
    'admin',
    async () => {
      const args = { message: 'Hear, hear!' };
      const command = { type: 'broadcast', args, actor: commandLine, serverId: game.id } as const;
      const [id] = await queueCommand(site.deps, site.deps.db, command);
      return () => game.post(`/commands/${id}/result`, { status: 'done' });
    },
  ],
  'POST /api/bridge/v1/moderation-events': [
    'admin me',
    ({ username: player }) =>
      () =>
        game.post('/moderation-events', { events: [{ kind: 'mute', player, staff: 'Al' }] }),
  ],
  'POST /api/bridge/v1/name-claims': [
    '',
    () => () => game.post('/name-claims', { player: 'Ada', code: 'claim2222222' }),
  ],
  'POST /api/bridge/v1/login': [
    '',
    ({ username: name }) =>
      () =>
        game.post('/login', { name, password: 'wrong', ip: '192.0.2.9' }),
  ],
};

const question = { about: null, category: 'The game', subject: 'A well', text: 'It is dry.' };

async function addThread(player: TestPlayer): Promise<string> {
  const opened = await send(json('POST', '/api/support/threads', question, player));
  return `/api/support/threads/${opened.json<{ id: number }>().id}`;
}

async function appealOf({ id }: TestPlayer) {
  const values = { account_id: id, kind: 'mute', reason: 'Spam', source: 'site' } as const;
  const sanction = await site.deps.db
    .insertInto('sanctions')
    .values({ ...values, issued_by: 'Warden' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sanctionId: sanction.id, text: 'Sorry' };
}

let site: TestApp;
let staff: TestPlayer;
let game: TestServer;
let published: ReturnType<typeof recordTopics>;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  published = recordTopics(site.deps.live);
  staff = await site.addPlayer('The Staff', 3);
  game = await addTestServer(site);
  await setSetting(site.deps, playerSettings.renameDays, { value: 30, by: null });
});
afterAll(() => site.close());

it('every write of players and games is in a table', () => {
  const writes = site.app.knownRoutes.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const routesOf = (isWanted: (url: string, access: unknown) => boolean) =>
    writes
      .filter(({ url: path, endpoint }) => isWanted(path, endpoint?.access))
      .map(({ method, url: path }) => `${method} ${path}`)
      .toSorted();
  expect(Object.keys(playerWrites).toSorted()).toEqual(
    routesOf((_path, access) => access === 'login'),
  );
  expect(Object.keys(gameWrites).toSorted()).toEqual(
    routesOf((path) => path.startsWith('/api/bridge/')),
  );
});

it.each(Object.entries({ ...playerWrites, ...gameWrites }))(
  '%s publishes its topics',
  async (_route, [topics, prepare]) => {
    count += 1;
    const player = await site.addPlayer(`Player${count}`);
    const request = await prepare(player);
    published.take();
    const answer = await (typeof request === 'function' ? request() : site.app.inject(request));
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    expect(published.take(player)).toBe(topics);
  },
);

const url = {
  deletion: '/api/account/deletion',
  gamePassword: '/api/account/game-password',
  twoFactor: '/api/account/two-factor',
};

const event = {
  title: 'Market day',
  description: 'Bring something.',
  type: 'PvP',
  dateTime: new Date(Date.now() + 86_400_000).toISOString(),
};

const codeDraft = {
  name: 'Thanks',
  kind: 'percent',
  value: 10,
  count: 1,
  uses: 1,
  perPlayer: 1,
  expiresAt: null,
};

const poll = {
  title: 'Bridge or ferry?',
  endTime: new Date(Date.now() + 86_400_000).toISOString(),
  questions: [{ question: 'Which?', answers: ['Bridge', 'Ferry'] }],
  minAccountAgeDays: 0,
  minTotalLevel: 0,
};

async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
  const answer = await site.app.inject(request);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

async function addEvent(): Promise<string> {
  const answer = await send(json('POST', '/api/events', event, staff));
  return `/api/events/${answer.json<{ id: string }>().id}`;
}

async function follow(method: 'PUT' | 'DELETE', player: TestPlayer): Promise<InjectOptions> {
  await game.post('/hiscores', { players: [hiscoreRow('Followed', 5_000)] });
  return json(method, '/api/account/followed/Followed', undefined, player);
}

function setGamePassword(player: TestPlayer): InjectOptions {
  return json('PUT', url.gamePassword, { password: 'for the game' }, player);
}

async function turnOnTwoFactor(player: TestPlayer) {
  const answer = await send(json('POST', url.twoFactor, undefined, player));
  const { secret } = answer.json<{ secret: string }>();
  return { ...json('PUT', url.twoFactor, { code: codeOf(secret) }, player), secret };
}

/** The code `steps` periods from now, because each code works only once. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

function claim({ username: player }: TestPlayer): Promise<LightMyRequestResponse> {
  return game.post('/deliveries/claim', { player, session: 'session-1', limit: 20 });
}
