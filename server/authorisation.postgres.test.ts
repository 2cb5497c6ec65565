import { randomUUID } from 'node:crypto';

import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  changeCommunityManager,
  setRights,
} from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { pages } from '#shared/pages.ts';
import { staffPermissions } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

/**
 * Who may call what: every route of the app with every kind of caller. A route that is missing here
 * fails the first test. On one engine only: the guards are the same code on both.
 *
 * public: everyone. login, admin: as the guard says. news … server, any: admins, and staff with one of
 * these permissions. host: staff from rights 2, staff with the permission for events, and community
 * managers. game: only game servers, by their token. signed: the payment provider, by its signature.
 * stream: never ends; see plugins/live-stream.test.ts.
 */
type Rule =
  | 'public'
  | 'login'
  | 'admin'
  | StaffPermission
  | 'news shop'
  | 'any'
  | 'host'
  | 'game'
  | 'signed'
  | 'stream';

const rules: Record<Rule, string> = {
  public: `
    GET /api/dev/mail
    GET /api/dev/mail/:id/html
    GET /api/events
    GET /api/events/settings
    GET /api/hiscores
    GET /api/hiscores/compare
    GET /api/hiscores/gains
    GET /api/hiscores/lists
    GET /api/hiscores/milestones
    GET /api/hiscores/rank-changes
    GET /api/hiscores/search
    GET /api/hiscores/seasons
    GET /api/hiscores/seasons/:id
    GET /api/hiscores/skills
    GET /api/hiscores/user/:username
    GET /api/hiscores/user/:username/activity
    GET /api/hiscores/user/:username/gains
    GET /api/hiscores/user/:username/history
    GET /api/hiscores/user/:username/milestones
    GET /api/hiscores/user/:username/records
    GET /api/launcher
    GET /api/news
    GET /api/news/:id
    GET /api/openapi.json
    GET /api/pages/:slug
    GET /api/polls
    GET /api/polls/:id
    GET /api/search
    GET /api/server/clock
    GET /api/server/players
    GET /api/server/status
    GET /api/shop/payments
    GET /api/shop/on-home
    GET /api/site
    GET /api/discord/callback
    GET /api/votes
    GET /api/votes/callback/:id/:secret
    POST /api/votes/callback/:id/:secret
    POST /auth/finish-registration
    POST /auth/logout
    POST /auth/name-claims
    POST /auth/name-claims/check
    POST /auth/name-claims/email
    POST /auth/register
    POST /auth/setup
    POST /auth/setup/check
    POST /auth/two-factor
    POST /auth/web-login
    GET /download/launcher
    GET /download/launcher/:kind
    GET /events.ics
    GET /events/:id(^\\d{1,15}).ics
    GET /feed.xml
    GET /healthz
    GET /icons/:name
    GET /idp/.well-known/jwks.json
    POST /idp/v1/accounts::delete
    POST /idp/v1/accounts::lookup
    POST /idp/v1/accounts::resetPassword
    POST /idp/v1/accounts::sendOobCode
    POST /idp/v1/accounts::signInWithPassword
    POST /idp/v1/accounts::signUp
    POST /idp/v1/accounts::update
    POST /idp/v1/token
    GET /m=hiscore_oldschool/hiscorepersonal
    GET /m=hiscore_oldschool/index_lite.json
    GET /m=hiscore_oldschool/index_lite.ws
    GET /m=hiscore_oldschool/overall
    GET /m=hiscore_oldschool/overall.ws
    GET /m=hiscore_oldschool_:mode/index_lite.json
    GET /m=hiscore_oldschool_:mode/index_lite.ws
    GET /m=hiscore_oldschool_:mode/overall.ws
    GET /manifest.webmanifest
    GET /media/:name
    GET /metrics
    GET /og/events/:id(^\\d{1,15}).png
    GET /og/news/:id.png
    GET /og/pages/:slug.png
    GET /og/player/:name.png
    GET /og/site.png
    GET /readyz
    GET /robots.txt
    GET /sandbox/checkout.css
    GET /sandbox/checkout/:id
    POST /sandbox/checkout/:id
    GET /sandbox/toplist.css
    GET /sandbox/toplist/:id
    POST /sandbox/toplist/:id
    GET /sitemap.xml
    GET /theme/:name`,
  login: `
    GET /api/account/deletion
    POST /api/account/deletion
    DELETE /api/account/deletion
    GET /api/account/email-confirmation
    POST /api/account/email-confirmation
    POST /api/account/export
    GET /api/account/followed
    PUT /api/account/followed/:username
    DELETE /api/account/followed/:username
    GET /api/account/game-password
    PUT /api/account/game-password
    DELETE /api/account/game-password
    GET /api/account/name
    POST /api/account/name
    GET /api/account/news
    GET /api/account/notifications
    PATCH /api/account/notifications
    GET /api/account/sessions
    DELETE /api/account/sessions
    DELETE /api/account/sessions/:id
    GET /api/account/two-factor
    POST /api/account/two-factor
    PUT /api/account/two-factor
    DELETE /api/account/two-factor
    POST /api/account/visit
    GET /api/account/visibility
    PATCH /api/account/visibility
    PUT /api/events/:id
    DELETE /api/events/:id
    PATCH /api/events/:id/going
    PATCH /api/events/:id/interested
    PATCH /api/events/:id/unmark
    GET /api/hiscores/followed
    GET /api/hiscores/followed/gains
    GET /api/polls/:id/vote
    POST /api/polls/:id/vote
    POST /api/shop/buy
    POST /api/shop/codes/redeem
    PUT /api/shop/gift-mails
    POST /api/shop/purchases/:id/report
    POST /api/shop/create-checkout-session
    GET /api/shop/items
    GET /api/shop/mine
    GET /api/shop/orders
    GET /api/shop/orders/:id
    POST /api/shop/orders/:id/cancel
    GET /api/shop/purchases
    GET /api/shop/shelves
    GET /api/users/:username
    PATCH /api/users/:username
    GET /api/discord/link
    POST /api/discord/link
    DELETE /api/discord/link
    POST /api/votes/lists/:id/start
    GET /api/votes/own
    GET /api/support
    GET /api/support/appeals
    POST /api/support/appeals
    POST /api/support/appeals/:id/messages
    POST /api/support/pictures
    POST /api/support/threads
    GET /api/support/threads/:id
    POST /api/support/threads/:id/messages
    PUT /api/support/threads/:id/read
    GET /api/supporters/mine
    PUT /api/supporters/mine
    PUT /api/shop/pinned
    GET /api/wallet/statement
    POST /auth/reauthenticate
    GET /auth/verify`,
  admin: `
    PUT /api/admin/inbox/settings
    GET /api/admin/discord
    PUT /api/admin/discord/app
    PUT /api/admin/discord/hooks/:kind
    POST /api/admin/discord/hooks/:kind/test
    GET /api/admin/discord/messages
    POST /api/admin/discord/messages/:id/retry
    GET /api/admin/appearance
    PUT /api/admin/appearance
    POST /api/admin/appearance/preview
    GET /api/admin/appearance/versions
    POST /api/admin/appearance/versions/:id/restore
    GET /api/admin/audit
    GET /api/admin/audit.csv
    GET /api/admin/audit/actions
    GET /api/admin/features
    PUT /api/admin/features/:name
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
    GET /api/admin/launcher
    PATCH /api/admin/launcher/:kind
    DELETE /api/admin/launcher/:kind
    POST /api/admin/launcher/file
    PUT /api/admin/launcher/link
    GET /api/admin/ledger-check
    POST /api/admin/ledger-check
    GET /api/admin/mail-texts
    PUT /api/admin/mail-texts/:kind
    POST /api/admin/mail-texts/:kind/reset
    POST /api/admin/mail-texts/:kind/test-mail
    GET /api/admin/mail-texts/:kind/versions
    GET /api/admin/orders
    GET /api/admin/orders.csv
    POST /api/admin/orders/:id/refund
    POST /api/admin/orders/:id/resolve
    POST /api/admin/orders/refund
    GET /api/admin/shop/codes
    POST /api/admin/shop/codes
    PATCH /api/admin/shop/codes/:id
    GET /api/admin/shop/codes/uses
    GET /api/admin/pages
    POST /api/admin/pages
    DELETE /api/admin/pages/:id
    GET /api/admin/pages/:id
    PUT /api/admin/pages/:id
    PUT /api/admin/pages/:id/place
    POST /api/admin/pages/:id/unpublish
    GET /api/admin/pages/:id/versions
    GET /api/admin/pages/:id/versions/:version
    POST /api/admin/pages/:id/versions/:version/restore
    PUT /api/admin/pages/order
    POST /api/admin/sandbox/orders/:id/dispute
    POST /api/admin/servers
    DELETE /api/admin/servers/:id
    GET /api/admin/servers/:id/hiscores
    PATCH /api/admin/servers/:id/hiscores
    DELETE /api/admin/servers/:id/hiscores
    POST /api/admin/servers/:id/tokens
    DELETE /api/admin/servers/:id/tokens/:tokenId
    POST /api/admin/servers/:id/tokens/:tokenId/rotate
    GET /api/admin/backups
    POST /api/admin/backups
    GET /api/admin/backups/:name
    GET /api/admin/backups/:name/file
    DELETE /api/admin/restore-report
    GET /api/admin/settings
    PATCH /api/admin/settings
    GET /api/admin/setup
    PATCH /api/admin/setup
    GET /api/admin/setup/payments
    PUT /api/admin/setup/steps/:name
    POST /api/admin/setup/test-mail
    GET /api/admin/supporters
    PUT /api/admin/supporters
    GET /api/admin/top-ups
    PUT /api/admin/top-ups
    POST /api/admin/unknown-payments/:id/handle
    POST /api/admin/users/:username/coins
    PUT /api/admin/users/:username/community-manager
    PUT /api/admin/users/:username/name
    POST /api/admin/users/:username/deletion
    DELETE /api/admin/users/:username/deletion
    POST /api/admin/users/:username/export
    PUT /api/admin/users/:username/rights
    DELETE /api/admin/users/:username/sessions
    DELETE /api/admin/users/:username/sessions/:id
    GET /api/admin/users/:username/statement
    GET /api/admin/users/:username/votes
    PUT /api/events/settings`,
  news: `
    GET /api/admin/news
    POST /api/admin/news
    GET /api/admin/news/:id
    PUT /api/admin/news/:id
    DELETE /api/admin/news/:id
    GET /api/admin/news/categories
    PUT /api/admin/news/categories`,
  events: `
    GET /api/admin/events/types
    PUT /api/admin/events/types`,
  polls: `
    GET /api/admin/polls
    POST /api/admin/polls
    PUT /api/admin/polls/:id
    DELETE /api/admin/polls/:id
    POST /api/admin/polls/:id/end
    GET /api/admin/polls/:id/results.csv
    GET /api/admin/polls/:id/turnout`,
  shop: `
    POST /api/admin/deliveries/:id/resend
    GET /api/admin/purchases
    GET /api/admin/purchases.csv
    POST /api/admin/purchases/:id/note
    POST /api/admin/purchases/:id/refund
    POST /api/admin/purchases/:id/refund-bundle
    POST /api/admin/purchases/refund
    GET /api/admin/servers/deliverers
    GET /api/admin/servers/items
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
    GET /api/admin/shop/items
    POST /api/admin/shop/items
    PUT /api/admin/shop/items/:id
    DELETE /api/admin/shop/items/:id
    PATCH /api/admin/shop/items/:id/enabled
    GET /api/admin/shop/revenue
    GET /api/admin/shop/revenue.csv
    PUT /api/admin/shop/order`,
  players: `
    POST /api/admin/sanctions/:kind
    GET /api/admin/users
    GET /api/admin/users.csv
    GET /api/admin/users/:username
    POST /api/admin/users/:username/infractions
    DELETE /api/admin/users/:username/infractions/:id
    POST /api/admin/users/:username/kick
    PUT /api/admin/users/:username/sanctions/:kind
    DELETE /api/admin/users/:username/sanctions/:kind
    POST /api/admin/users/:username/teleport`,
  server: `
    GET /api/admin/commands
    POST /api/admin/commands
    GET /api/admin/contracts
    POST /api/admin/contracts
    PUT /api/admin/contracts/:id
    PATCH /api/admin/contracts/:id
    DELETE /api/admin/contracts/:id
    GET /api/admin/contracts/export.json
    POST /api/admin/contracts/import
    GET /api/admin/servers
    PATCH /api/admin/servers/:id
    GET /api/admin/servers/history`,
  votes: `
    GET /api/admin/votes
    GET /api/admin/votes/callbacks
    POST /api/admin/votes/callbacks/:id/retry
    POST /api/admin/votes/lists
    PUT /api/admin/votes/lists/:id
    DELETE /api/admin/votes/lists/:id
    POST /api/admin/votes/lists/:id/secret
    POST /api/admin/votes/lists/:id/test
    PUT /api/admin/votes/rules`,
  inbox: `
    GET /api/admin/inbox
    GET /api/admin/inbox/:id
    PATCH /api/admin/inbox/:id
    PUT /api/admin/inbox/:id/block
    POST /api/admin/inbox/:id/decision
    POST /api/admin/inbox/:id/merge
    POST /api/admin/inbox/:id/messages
    PUT /api/admin/inbox/:id/read
    GET /api/admin/inbox/settings`,
  'news shop': `
    POST /api/admin/media`,
  any: `
    GET /api/admin/charts
    GET /api/admin/overview
    GET /api/admin/search`,
  host: `
    POST /api/events`,
  game: `
    GET /api/bridge/v1/commands
    POST /api/bridge/v1/commands/:id/result
    GET /api/bridge/v1/contracts
    PUT /api/bridge/v1/counters
    POST /api/bridge/v1/deliveries/:id/ack
    POST /api/bridge/v1/deliveries/claim
    POST /api/bridge/v1/heartbeat
    POST /api/bridge/v1/hiscores
    PUT /api/bridge/v1/items
    POST /api/bridge/v1/login
    POST /api/bridge/v1/moderation-events
    POST /api/bridge/v1/name-claims
    GET /api/bridge/v1/sanctions`,
  signed: `
    POST /api/shop/webhook`,
  stream: `
    GET /api/live`,
};

/** Routes to things that have an owner, and the error code for everyone else. */
const ownedThings: Record<string, (owner: TestPlayer) => Promise<Owned>> = {
  'GET /api/users/:username': async (owner) => ({
    request: { url: `/api/users/${encodeURIComponent(owner.username)}` },
    others: 'access/not-yours',
    alsoFor: ['admin'],
  }),
  'PATCH /api/users/:username': async (owner) => ({
    request: json('PATCH', `/api/users/${encodeURIComponent(owner.username)}`, {
      email: owner.email,
    }),
    others: 'access/not-yours',
    alsoFor: ['admin'],
  }),
  'PUT /api/events/:id': async (owner) => ({
    request: json('PUT', `/api/events/${await addEvent(owner)}`, draft),
    others: 'access/not-yours',
    alsoFor: ['events holder', 'staff', 'admin'],
  }),
  'DELETE /api/events/:id': async (owner) => ({
    request: json('DELETE', `/api/events/${await addEvent(owner)}`),
    others: 'access/not-yours',
    alsoFor: ['events holder', 'staff', 'admin'],
  }),
  'DELETE /api/account/sessions/:id': async (owner) => ({
    request: json('DELETE', `/api/account/sessions/${await addSession(owner)}`),
    others: 'accounts/session-not-found',
    alsoFor: [],
  }),
  'GET /api/support/threads/:id': async (owner) => ({
    request: { url: `/api/support/threads/${await addThread(owner)}` },
    others: 'inbox/not-found',
    alsoFor: [],
  }),
  'PUT /api/support/threads/:id/read': async (owner) => ({
    request: json('PUT', `/api/support/threads/${await addThread(owner)}/read`),
    others: 'inbox/not-found',
    alsoFor: [],
  }),
  'POST /api/support/threads/:id/messages': async (owner) => ({
    request: json('POST', `/api/support/threads/${await addThread(owner)}/messages`, {
      text: 'Hi',
    }),
    others: 'inbox/not-found',
    alsoFor: [],
  }),
  'POST /api/support/appeals/:id/messages': async (owner) => ({
    request: json('POST', `/api/support/appeals/${await addThread(owner, 'appeal')}/messages`, {
      text: 'Hi',
    }),
    others: 'inbox/not-found',
    alsoFor: [],
  }),
  'GET /api/shop/orders/:id': async (owner) => ({
    request: { url: `/api/shop/orders/${await addOrder(owner)}` },
    others: 'payments/not-found',
    alsoFor: [],
  }),
  'POST /api/shop/orders/:id/cancel': async (owner) => ({
    request: json('POST', `/api/shop/orders/${await addOrder(owner)}/cancel`),
    others: 'payments/not-found',
    alsoFor: [],
  }),
};

/** The parameter names nothing that has an owner; the session decides whose data is changed. */
const bySession = [
  'PUT /api/account/followed/:username',
  'DELETE /api/account/followed/:username',
  'PATCH /api/events/:id/going',
  'PATCH /api/events/:id/interested',
  'PATCH /api/events/:id/unmark',
  'GET /api/polls/:id/vote',
  'POST /api/polls/:id/vote',
  'POST /api/shop/purchases/:id/report',
  'POST /api/votes/lists/:id/start',
];

type Owned = { request: InjectOptions; others: string; alsoFor: Caller[] };

const ranks = { player: 0, moderator: 1, staff: 2, admin: 3 } as const;
/**
 * A holder is a player moderator with one permission. Unproven: signed in without the second factor that
 * this site requires from staff and holders.
 */
const callers = [
  'visitor',
  'player',
  'community manager',
  'moderator',
  'news holder',
  'events holder',
  'polls holder',
  'shop holder',
  'players holder',
  'server holder',
  'votes holder',
  'inbox holder',
  'unproven shop holder',
  'unproven staff',
  'staff',
  'unproven admin',
  'admin',
] as const;
type Caller = (typeof callers)[number];

let site: TestApp;
const players = new Map<Caller, TestPlayer>();
beforeAll(async () => {
  site = await openTestApp({ settings: { DEMO: '1', STAFF_TWO_FACTOR: 'on' } });
  for (const [caller, rights] of Object.entries(ranks)) {
    players.set(caller as Caller, await site.addPlayer(`A ${caller}`, rights));
  }
  for (const rank of ['staff', 'admin'] as const) {
    players.set(`unproven ${rank}`, players.get(rank)!);
  }
  for (const permission of staffPermissions) {
    const holder = await site.addPlayer(`${permission} has`, 1);
    const change = { actor: commandLine, rights: 1, permissions: [permission] };
    await setRights(site.deps, holder.username, change);
    players.set(`${permission} holder`, holder);
  }
  players.set('unproven shop holder', players.get('shop holder')!);
  const manager = await site.addPlayer('A manager');
  const { db, live } = site.deps;
  const request = { username: manager.username, actor: commandLine };
  await changeCommunityManager({ db, live }, request, true);
  players.set('community manager', manager);
});
afterAll(() => site.close());

const ruleOf = new Map(
  Object.entries(rules).flatMap(([rule, lines]) =>
    lines
      .trim()
      .split(/\n\s*/)
      .map((line) => [line, rule as Rule] as const),
  ),
);

/** The first HTML of pages contains no private data; the app's guard and the endpoints check access. */
const pageRoutes = new Set(Object.keys(pages).map((path) => `GET ${path.replaceAll('$', ':')}`));

function listRoutes(): string[] {
  const routes = site.app.knownRoutes.filter(({ method }) => method !== 'HEAD');
  return routes.map(({ method, url }) => `${method} ${url}`);
}

it('every route has a row, and every row a route', () => {
  const known = listRoutes().filter((route) => !pageRoutes.has(route));
  expect([...known].toSorted()).toEqual([...ruleOf.keys()].toSorted());
});

it('every player route with a parameter is in ownedThings or bySession', () => {
  const wanted = [...ruleOf].filter(([route, rule]) => rule === 'login' && route.includes('/:'));
  expect(wanted.map(([route]) => route).toSorted()).toEqual(
    [...Object.keys(ownedThings), ...bySession].toSorted(),
  );
});

it('an endpoint says the same as its row', () => {
  const otherRules = new Set<Rule | undefined>(['game', 'host', 'stream']);
  for (const { method, url, endpoint } of site.app.knownRoutes) {
    const rule = ruleOf.get(`${method} ${url}`);
    if (!endpoint || method === 'HEAD' || otherRules.has(rule)) continue;
    const { access, permissions } = endpoint;
    const isOpen = permissions && permissions.length === staffPermissions.length;
    const said = isOpen ? 'any' : (permissions?.join(' ') ?? access);
    expect(said, `${method} ${url}`).toBe(rule);
    expect(!permissions || access === 'admin', `${method} ${url}`).toBe(true);
  }
});

describe.each(callers)('as %s', (caller) => {
  it('every route allows or refuses as its row says', async () => {
    const wrong: string[] = [];
    for (const [route, rule] of ruleOf) {
      if (rule === 'stream' || !isWorthCalling(rule, caller)) continue;
      const expected = judge(rule, caller);
      const found = readVerdict(await callAs(caller, requestFor(route)));
      if (found !== expected) wrong.push(`${route}: ${found} instead of ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('things of another player cannot be used', async () => {
    const owner = await addOwner(`Owner ${callers.indexOf(caller)}`);
    for (const [route, prepare] of Object.entries(ownedThings)) {
      const { request, others, alsoFor } = await prepare(owner);
      const answer = await callAs(caller, request);
      const mayDo = alsoFor.includes(caller);
      const expected = isSignedOut(caller) ? 'access/login-required' : mayDo ? 'in' : others;
      expect(readCode(answer), `${route} ${answer.body}`).toBe(expected);
      // If the caller was refused, the owner can still do it.
      const cookie = mayDo ? undefined : owner.cookie;
      const again = cookie ? await site.app.inject(signed(request, cookie)) : answer;
      expect(readCode(again), `${route} by its owner: ${again.body}`).toBe('in');
    }
  });
});

const needingFreshSignIn = [
  'DELETE /api/admin/hiscores/:username',
  'DELETE /api/admin/hiscores/counters/:id',
  'DELETE /api/admin/hiscores/seasons/:id',
  'DELETE /api/admin/launcher/:kind',
  'DELETE /api/admin/servers/:id/hiscores',
  'GET /api/admin/backups/:name',
  'GET /api/admin/backups/:name/file',
  'PATCH /api/admin/launcher/:kind',
  'POST /api/admin/launcher/file',
  'POST /api/admin/orders/:id/refund',
  'POST /api/admin/orders/:id/resolve',
  'POST /api/admin/orders/refund',
  'POST /api/admin/purchases/:id/refund',
  'POST /api/admin/purchases/:id/refund-bundle',
  'POST /api/admin/purchases/refund',
  'POST /api/admin/servers/:id/tokens',
  'POST /api/admin/servers/:id/tokens/:tokenId/rotate',
  'POST /api/admin/shop/codes',
  'POST /api/admin/unknown-payments/:id/handle',
  'POST /api/admin/users/:username/coins',
  'POST /api/admin/users/:username/deletion',
  'POST /api/admin/users/:username/export',
  'PUT /api/admin/launcher/link',
  'PUT /api/admin/supporters',
  'PUT /api/admin/top-ups',
  'PUT /api/admin/users/:username/community-manager',
  'PUT /api/admin/users/:username/name',
  'PUT /api/admin/users/:username/rights',
];

it('the most dangerous admin actions need a sign-in within the last hour', async () => {
  const admin = players.get('admin')!;
  const signInAgo = (minutes: number) =>
    openSession(admin, { signedInAt: new Date(Date.now() - minutes * 60_000) });
  const [old, recent] = [await signInAgo(61), await signInAgo(59)];
  const found: string[] = [];
  for (const [route, rule] of ruleOf) {
    if (judge(rule, 'player') !== 'admin-only') continue;
    const answer = await site.app.inject(signed(requestFor(route), old));
    if (readCode(answer) !== 'accounts/reauthentication-required') continue;
    found.push(route);
    const again = await site.app.inject(signed(requestFor(route), recent));
    expect(readCode(again), route).not.toBe('accounts/reauthentication-required');
  }
  expect(found.toSorted()).toEqual(needingFreshSignIn);
});

it('private fields of a public record are for the player and admins', async () => {
  const { db } = site.deps;
  await db
    .insertInto('players')
    .values({
      name: 'A player',
      name_key: 'a player',
      experience: Array.from({ length: 21 }, () => 0),
      total_level: 30,
      total_tenths: 0,
      observed_at: new Date(),
    })
    .execute();
  for (const caller of callers) {
    const answer = await callAs(caller, { url: '/api/hiscores/user/a%20player' });
    const isShown = 'email' in answer.json<object>();
    expect(isShown, caller).toBe(caller === 'player' || caller === 'admin');
  }
});

type Verdict =
  | 'in'
  | 'login-required'
  | 'admin-only'
  | 'may-not-host'
  | 'unknown-game'
  | 'unsigned';

function judge(rule: Rule, caller: Caller): Verdict {
  if (rule === 'public') return 'in';
  if (rule === 'game') return 'unknown-game';
  if (rule === 'signed') return 'unsigned';
  if (isSignedOut(caller)) return 'login-required';
  if (rule === 'login') return 'in';
  if (rule === 'host') return hosts.has(caller) ? 'in' : 'may-not-host';
  if (caller === 'admin') return 'in';
  const [permission = '', kind] = caller.split(' ');
  const opens = rule === 'any' || rule.split(' ').includes(permission);
  return kind === 'holder' && opens ? 'in' : 'admin-only';
}

/** Routes that ask no session are called by a few kinds of caller only; they are the slow ones. */
function isWorthCalling(rule: Rule, caller: Caller): boolean {
  const asksSession = !['public', 'game', 'signed'].includes(rule);
  return asksSession || ['visitor', 'player', 'unproven admin', 'admin'].includes(caller);
}

const hosts = new Set<Caller>(['community manager', 'events holder', 'staff', 'admin']);

/** A staff session without the required second factor counts as signed out. */
function isSignedOut(caller: Caller): boolean {
  return caller === 'visitor' || caller.startsWith('unproven');
}

const verdicts: Record<string, Verdict> = {
  'access/login-required': 'login-required',
  'access/admin-only': 'admin-only',
  'events/may-not-host': 'may-not-host',
  'bridge/token-required': 'unknown-game',
  'payments/signature-refused': 'unsigned',
};

/** Other errors, such as not found or invalid input, mean that access was allowed. */
function readVerdict(answer: LightMyRequestResponse): Verdict {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  return verdicts[readCode(answer)] ?? 'in';
}

function readCode(answer: LightMyRequestResponse): string {
  if (answer.statusCode < 400) return 'in';
  try {
    return answer.json<{ code?: string }>().code ?? 'in';
  } catch {
    return 'in';
  }
}

/** Opens a new session after each successful write, because some writes end it. */
async function callAs(caller: Caller, request: InjectOptions): Promise<LightMyRequestResponse> {
  const player = players.get(caller);
  if (!player) return site.app.inject(request);
  const kind = { hasSecondFactor: !caller.startsWith('unproven') };
  const cookie = sessions.get(caller) ?? (await openSession(player, kind));
  sessions.set(caller, cookie);
  const answer = await site.app.inject(signed(request, cookie));
  const isWrite = request.method !== undefined && request.method !== 'GET';
  if (isWrite && answer.statusCode < 400) sessions.delete(caller);
  return answer;
}

const sessions = new Map<Caller, string>();

type SessionKind = { hasSecondFactor?: boolean; signedInAt?: Date };

async function openSession({ id }: TestPlayer, kind: SessionKind = {}): Promise<string> {
  const { hasSecondFactor = true, signedInAt = new Date() } = kind;
  const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt, hasSecondFactor };
  return `session=${await startSession(site.deps.db, id, { ...visitor, validSince: new Date() })}`;
}

async function addOwner(username: string): Promise<TestPlayer> {
  const owner = await site.addPlayer(username, 2);
  return { ...owner, cookie: await openSession(owner) };
}

function signed(request: InjectOptions, cookie: string): InjectOptions {
  return { ...request, headers: { ...request.headers, cookie } };
}

/** Refers to nothing that exists. A valid body is needed if access is checked after validation. */
function requestFor(route: string): InjectOptions {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const url = pattern
    .replaceAll(/\(\^[^)]*\)/g, '')
    .replace(':username', 'nobody')
    .replace(':kind', 'ban')
    .replace(':permission', 'news')
    .replaceAll(/(?<!:):\w+/g, '999999999999')
    .replaceAll('::', ':');
  if (method === 'GET') return { url };
  if (method === 'DELETE') return json(method, url);
  const body = route === 'POST /api/events' ? draft : {};
  return json(method as 'POST' | 'PUT' | 'PATCH', url, body);
}

const draft = {
  title: 'Market day',
  description: 'Bring something to trade.',
  type: 'Community Game',
  dateTime: new Date(Date.now() + 86_400_000).toISOString(),
};

async function addEvent(owner: TestPlayer): Promise<string> {
  const answer = await site.app.inject(json('POST', '/api/events', draft, owner));
  return answer.json<{ id: string }>().id;
}

async function addSession(owner: TestPlayer): Promise<string> {
  const visitor = { ip: '127.0.0.1', userAgent: 'other', signedInAt: new Date() };
  await startSession(site.deps.db, owner.id, visitor);
  const answer = await site.app.inject({
    url: '/api/account/sessions',
    headers: { cookie: owner.cookie },
  });
  return answer.json<{ id: string; isCurrent: boolean }[]>().find((one) => !one.isCurrent)!.id;
}

async function addThread(
  { id }: TestPlayer,
  kind: 'question' | 'appeal' = 'question',
): Promise<number> {
  const thread = await site.deps.db
    .insertInto('inbox_threads')
    .values({ account_id: id, kind, subject: 'Hi' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return thread.id;
}

async function addOrder(owner: TestPlayer): Promise<string> {
  const id = randomUUID();
  await site.deps.db
    .insertInto('orders')
    .values({
      id,
      account_id: owner.id,
      state: 'expired',
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'sandbox',
      origin: 'http://localhost',
      expires_at: new Date(),
    })
    .execute();
  return id;
}
