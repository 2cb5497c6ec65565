import { expect, test } from 'vitest';

import type { Endpoint } from './endpoint.ts';
import * as groups from './endpoints.ts';

const endpoints = Object.values(groups).flatMap((group) => Object.values(group).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const routesWith = (isWanted: (endpoint: Endpoint) => unknown) =>
  endpoints.filter(isWanted).map(routeOf).toSorted();

/** The calls in the given seconds that one caller has. */
const limits = {
  'PATCH /api/account/notifications': '60 in 60',
  'PATCH /api/account/visibility': '60 in 60',
  'PATCH /api/events/{id}/going': '120 in 60',
  'PATCH /api/events/{id}/interested': '120 in 60',
  'PATCH /api/events/{id}/unmark': '120 in 60',
  'PATCH /api/users/{username}': '20 in 900',
  'POST /api/account/deletion': '10 in 3600',
  'POST /api/account/email-confirmation': '30 in 3600',
  'POST /api/account/export': '5 in 3600',
  'POST /api/account/name': '20 in 3600',
  'POST /api/account/visit': '240 in 60',
  'POST /api/admin/backups': '20 in 3600',
  'POST /api/admin/commands': '60 in 60',
  'POST /api/admin/discord/hooks/{kind}/test': '10 in 60',
  'POST /api/admin/launcher/file': '30 in 600',
  'POST /api/admin/ledger-check': '10 in 60',
  'POST /api/admin/mail-texts/{kind}/test-mail': '20 in 600',
  'POST /api/admin/media': '60 in 600',
  'POST /api/admin/setup/test-mail': '10 in 600',
  'POST /api/admin/users/{username}/export': '30 in 3600',
  'POST /api/discord/link': '10 in 600',
  'POST /api/events': '60 in 3600',
  'POST /api/polls/{id}/vote': '60 in 60',
  'POST /api/shop/buy': '120 in 60',
  'POST /api/shop/codes/redeem': '60 in 60',
  'POST /api/shop/create-checkout-session': '60 in 3600',
  'POST /api/shop/orders/{id}/cancel': '60 in 3600',
  'POST /api/shop/purchases/{id}/report': '30 in 3600',
  'POST /api/support/appeals': '10 in 3600',
  'POST /api/support/appeals/{id}/messages': '30 in 600',
  'POST /api/support/pictures': '20 in 600',
  'POST /api/support/threads': '10 in 3600',
  'POST /api/support/threads/{id}/messages': '30 in 600',
  'POST /api/votes/lists/{id}/start': '30 in 60',
  'POST /auth/finish-registration': '20 in 3600',
  'POST /auth/name-claims': '20 in 3600',
  'POST /auth/name-claims/check': '1200 in 3600',
  'POST /auth/name-claims/email': '20 in 3600',
  'POST /auth/reauthenticate': '30 in 900',
  'POST /auth/register': '20 in 3600',
  'POST /auth/setup': '20 in 900',
  'POST /auth/setup/check': '30 in 900',
  'POST /auth/two-factor': '30 in 900',
  'POST /auth/web-login': '120 in 900',
  'PUT /api/account/followed/{username}': '60 in 60',
  'PUT /api/account/game-password': '20 in 900',
  'PUT /api/account/two-factor': '30 in 900',
  'PUT /api/events/{id}': '120 in 3600',
  'PUT /api/shop/gift-mails': '60 in 60',
  'GET /api/admin/backups/{name}/file': '30 in 3600',
  'GET /api/admin/setup/payments': '20 in 600',
  'GET /api/hiscores/search': '240 in 60',
  'GET /api/search': '240 in 60',
};

test('these endpoints have these limits', () => {
  const found = endpoints.flatMap((endpoint) =>
    endpoint.limit
      ? [[routeOf(endpoint), `${endpoint.limit.max} in ${endpoint.limit.seconds}`]]
      : [],
  );
  expect(Object.fromEntries(found)).toEqual(limits);
});

test('players need a sign-in of the last ten minutes for these, and admins one of the last hour for others', () => {
  expect(routesWith(({ freshMinutes }) => freshMinutes === 10)).toEqual([
    'POST /api/account/deletion',
    'POST /api/account/export',
    'POST /api/account/name',
  ]);
  const others = endpoints.filter(({ freshMinutes = 10 }) => freshMinutes !== 10);
  expect(others.filter((one) => one.freshMinutes !== 60 || one.access !== 'admin')).toEqual([]);
});

test('admins need a sign-in of the last hour for rights, coins, refunds, tokens and what cannot be undone', () => {
  expect(routesWith(({ freshMinutes }) => freshMinutes === 60)).toEqual([
    'DELETE /api/admin/hiscores/counters/{id}',
    'DELETE /api/admin/hiscores/seasons/{id}',
    'DELETE /api/admin/hiscores/{username}',
    'DELETE /api/admin/launcher/{kind}',
    'DELETE /api/admin/servers/{id}/hiscores',
    'GET /api/admin/backups/{name}',
    'GET /api/admin/backups/{name}/file',
    'PATCH /api/admin/launcher/{kind}',
    'POST /api/admin/launcher/file',
    'POST /api/admin/orders/refund',
    'POST /api/admin/orders/{id}/refund',
    'POST /api/admin/orders/{id}/resolve',
    'POST /api/admin/purchases/refund',
    'POST /api/admin/purchases/{id}/refund',
    'POST /api/admin/purchases/{id}/refund-bundle',
    'POST /api/admin/servers/{id}/tokens',
    'POST /api/admin/servers/{id}/tokens/{tokenId}/rotate',
    'POST /api/admin/shop/codes',
    'POST /api/admin/unknown-payments/{id}/handle',
    'POST /api/admin/users/{username}/coins',
    'POST /api/admin/users/{username}/deletion',
    'POST /api/admin/users/{username}/export',
    'PUT /api/admin/launcher/link',
    'PUT /api/admin/supporters',
    'PUT /api/admin/top-ups',
    'PUT /api/admin/users/{username}/community-manager',
    'PUT /api/admin/users/{username}/name',
    'PUT /api/admin/users/{username}/rights',
  ]);
});

test('these calls take effect once for each Idempotency-Key', () => {
  expect(routesWith(({ takesIdempotencyKey }) => takesIdempotencyKey)).toEqual([
    'POST /api/bridge/v1/commands/{id}/result',
    'POST /api/bridge/v1/deliveries/claim',
    'POST /api/bridge/v1/deliveries/{id}/ack',
    'POST /api/bridge/v1/heartbeat',
    'POST /api/bridge/v1/hiscores',
    'POST /api/bridge/v1/moderation-events',
    'POST /api/bridge/v1/name-claims',
    'POST /api/shop/buy',
    'POST /api/shop/create-checkout-session',
    'PUT /api/bridge/v1/counters',
  ]);
});

test('an account that will be deleted cannot do these', () => {
  expect(routesWith(({ isOnlyForStaying }) => isOnlyForStaying)).toEqual([
    'POST /api/discord/link',
    'POST /api/events',
    'POST /api/polls/{id}/vote',
    'POST /api/shop/buy',
    'POST /api/shop/codes/redeem',
    'POST /api/shop/create-checkout-session',
    'POST /api/support/threads',
    'POST /api/votes/lists/{id}/start',
  ]);
});

test('a banned account can only appeal', () => {
  expect(routesWith(({ isForBanned }) => isForBanned)).toEqual([
    'GET /api/support/appeals',
    'POST /api/support/appeals',
    'POST /api/support/appeals/{id}/messages',
    'POST /api/support/pictures',
    'PUT /api/support/threads/{id}/read',
  ]);
});
