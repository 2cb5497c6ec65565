import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { purchaseIdOf } from '#server/db/expressions.ts';
import { addDelivery, addTestServer } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { removeServer } from '#server/features/game-servers/servers.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';

import { deliveries } from './deliveries.feature.ts';
import { countWaitingDeliveries, resendDelivery } from './deliveries.service.ts';

let site: TestApp;
let players = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function addBuyer() {
  players += 1;
  return site.addPlayer(`Buyer ${players}`);
}

type Claimed = {
  leaseId: string | null;
  leaseUntil: string | null;
  items: { id: string; itemId: number; itemName: string; quantity: number }[];
};

async function claim(server: TestServer, player: string, session = 'session-1'): Promise<Claimed> {
  const answer = await server.post('/deliveries/claim', { player, session, limit: 20 });
  expect(answer.statusCode).toBe(200);
  return answer.json<Claimed>();
}

function ack(server: TestServer, id: string, result: object = { status: 'applied' }) {
  return server.post(`/deliveries/${id}/ack`, result);
}

async function readDelivery(id: string) {
  return site.deps.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', purchaseIdOf(id))
    .executeTakeFirstOrThrow();
}

async function endLease(id: string): Promise<void> {
  await site.deps.db
    .updateTable('purchases')
    .set({ lease_until: new Date(Date.now() - 1_000) })
    .where('id', '=', purchaseIdOf(id))
    .execute();
  await runJob();
}

/** Gives back the leases that have ended. */
const runJob = () => deliveries.jobs?.(site.deps, [])[0]?.run();

/** Ends the pause after a failure. */
async function endPause(id: string): Promise<void> {
  await site.deps.db
    .updateTable('purchases')
    .set({ retry_at: new Date(0) })
    .where('id', '=', purchaseIdOf(id))
    .execute();
}

async function timelineOf(id: string): Promise<string[]> {
  const events = await site.deps.db
    .selectFrom('delivery_events')
    .select('state')
    .where('purchase_id', '=', purchaseIdOf(id))
    .orderBy('id')
    .execute();
  return events.map(({ state }) => state);
}

test('a purchase is claimed under a lease of two minutes, in order, and delivered once', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const ids = [
    await addDelivery(site, buyer.id, { itemId: 1042, quantity: 1 }),
    await addDelivery(site, buyer.id, { itemId: 995, quantity: 500 }),
  ];
  const claimed = await claim(server, buyer.username.toUpperCase().replace(' ', '_'));
  expect(claimed.items.map(({ id }) => id)).toEqual(ids);
  expect(claimed.items[0]).toMatchObject({ itemId: 1042, itemName: 'Coins', quantity: 1 });
  const seconds = (new Date(claimed.leaseUntil ?? 0).getTime() - Date.now()) / 1000;
  expect(Math.round(seconds / 10) * 10).toBe(bridgeLimits.leaseSeconds);

  for (const id of ids) {
    expect((await ack(server, id)).json()).toEqual({ id, state: 'delivered' });
    expect((await ack(server, id)).json()).toEqual({ id, state: 'delivered' });
    expect(await timelineOf(id)).toEqual(['claimed', 'delivered']);
  }
  expect((await claim(server, buyer.username)).items).toEqual([]);
});

test('a claim is empty if there is nothing to deliver or the player is unknown', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const nothing = { leaseId: null, leaseUntil: null, items: [] };
  expect(await claim(server, buyer.username)).toEqual({ ...nothing, hasAccount: true });
  expect(await claim(server, 'Nobody Here')).toEqual({ ...nothing, hasAccount: false });
});

test('the same game session gets its items again; another one waits until the lease ends', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  await claim(server, buyer.username, 'first');
  expect((await claim(server, buyer.username, 'second')).items).toEqual([]);
  expect((await claim(server, buyer.username, 'first')).items).toMatchObject([{ id }]);
  expect(await timelineOf(id)).toEqual(['claimed']);
  await endLease(id);
  expect((await claim(server, buyer.username, 'second')).items).toMatchObject([{ id }]);
});

test('an applied delivery counts as delivered even after its lease has ended', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  await claim(server, buyer.username);
  await endLease(id);
  expect((await readDelivery(id)).state).toBe('queued');
  expect((await ack(server, id)).json()).toEqual({ id, state: 'delivered' });
});

test('a delivery that one server may have applied is never given to another', async () => {
  const first = await addTestServer(site);
  const second = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  await claim(first, buyer.username);
  await endLease(id);
  expect((await claim(second, buyer.username)).items).toEqual([]);
  const refused = await ack(second, id);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'bridge/delivery-not-yours' });
  expect((await readDelivery(id)).state).toBe('queued');

  await claim(first, buyer.username);
  await ack(first, id, { status: 'failed', reason: 'The bank is full.', retryable: true });
  // Only the server that reported the failure may repeat its report.
  const other = { status: 'failed', reason: 'No such item.', retryable: false };
  expect((await ack(second, id, other)).json()).toMatchObject({
    code: 'bridge/delivery-not-yours',
  });
  expect(await readDelivery(id)).toMatchObject({ state: 'queued', failures: 1 });
  await endPause(id);
  expect((await claim(second, buyer.username)).items).toMatchObject([{ id }]);
});

test('a retryable failure is retried after a pause, and ten of them need attention', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  const failure = (n: number) => ({
    status: 'failed',
    reason: `The bank is full (${n}).`,
    retryable: true,
  });
  for (let n = 1; n <= bridgeLimits.maxFailures; n++) {
    expect((await claim(server, buyer.username)).items, `attempt ${n}`).toHaveLength(1);
    const answer = await ack(server, id, failure(n));
    const isLast = n === bridgeLimits.maxFailures;
    expect(answer.json()).toEqual({ id, state: isLast ? 'attention' : 'queued' });
    expect((await claim(server, buyer.username)).items).toEqual([]);
    // If the answer was lost and the game repeats the report, it counts once.
    expect((await ack(server, id, failure(n))).statusCode).toBe(200);
    const row = await readDelivery(id);
    expect(row).toMatchObject({
      failures: n,
      last_failure: `The bank is full (${n}).`,
      server_id: null,
      lease_id: null,
      lease_until: null,
      lease_session: null,
    });
    // The pause doubles from five seconds up to ten minutes.
    const seconds = (row.retry_at!.getTime() - Date.now()) / 1000;
    const pause = [5, 10, 20, 40, 80, 160, 320, 600, 600, 600][n - 1]!;
    expect(seconds).toBeLessThanOrEqual(pause);
    expect(seconds).toBeGreaterThan(pause / 2);
    await endPause(id);
  }
  expect((await claim(server, buyer.username)).items).toEqual([]);
  const events = await site.deps.db
    .selectFrom('delivery_events')
    .select(['state', 'detail'])
    .where('purchase_id', '=', purchaseIdOf(id))
    .orderBy('id')
    .execute();
  expect(events.slice(0, 2)).toEqual([
    { state: 'claimed', detail: null },
    { state: 'failed', detail: 'The bank is full (1).' },
  ]);
  expect(events.slice(-2)).toEqual([
    { state: 'claimed', detail: null },
    { state: 'attention', detail: 'The bank is full (10).' },
  ]);
});

test('a failure that is not retryable needs attention at once; an admin resends it', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  const untouched = await readDelivery(id);
  await claim(server, buyer.username);
  await ack(server, id, { status: 'failed', reason: 'No such item.', retryable: false });
  expect(await readDelivery(id)).toMatchObject({
    state: 'attention',
    last_failure: 'No such item.',
  });
  await resendDelivery(site.deps, commandLine, id);
  // Everything is as before the first claim, except what an admin may want to look at.
  expect(await readDelivery(id)).toEqual({
    ...untouched,
    claimed_at: expect.any(Date) as Date,
    last_failure: 'No such item.',
  });
  expect((await claim(server, buyer.username)).items).toMatchObject([{ id }]);
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', id)
    .execute();
  expect(audited).toEqual([
    {
      action: 'deliveries/resent',
      before: { state: 'attention', failures: 1, reason: 'No such item.' },
      after: { state: 'queued' },
    },
  ]);
});

test('only a delivery that needs attention can be resent', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  const code = 'bridge/nothing-to-resend';
  const inProgress =
    'This delivery is still in progress: the player receives it at the next login.';
  const resending = () => resendDelivery(site.deps, commandLine, id);
  await expect(resending()).rejects.toMatchObject({ code, message: inProgress });
  await claim(server, buyer.username);
  await expect(resending()).rejects.toMatchObject({ code, message: inProgress });
  await ack(server, id);
  const arrived = 'This item has already arrived in the game.';
  await expect(resending()).rejects.toMatchObject({ code, message: arrived });
  const canceled = await addDelivery(site, buyer.id);
  await site.deps.db
    .updateTable('purchases')
    .set({ state: 'canceled', canceled_at: new Date() })
    .where('id', '=', purchaseIdOf(canceled))
    .execute();
  await expect(resendDelivery(site.deps, commandLine, canceled)).rejects.toMatchObject({
    code,
    message: 'This purchase was canceled.',
  });
  await expect(resendDelivery(site.deps, commandLine, randomUUID())).rejects.toMatchObject({
    code: 'bridge/delivery-not-found',
  });
});

test('a delivered purchase cannot be reported as failed, nor a canceled one as applied', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const delivered = await addDelivery(site, buyer.id);
  await claim(server, buyer.username);
  await ack(server, delivered);
  const failed = { status: 'failed', reason: 'Changed my mind.', retryable: true };
  expect((await ack(server, delivered, failed)).json()).toMatchObject({
    code: 'bridge/delivery-settled',
  });
  const never = await addDelivery(site, buyer.id);
  expect((await ack(server, never)).json()).toMatchObject({ code: 'bridge/delivery-not-yours' });
  await site.deps.db
    .updateTable('purchases')
    .set({ state: 'canceled', canceled_at: new Date() })
    .where('id', '=', purchaseIdOf(never))
    .execute();
  expect((await ack(server, never)).statusCode).toBe(409);
  expect((await readDelivery(never)).state).toBe('canceled');
});

test('deliveries claimed by a removed server need attention', async () => {
  const server = await addTestServer(site);
  const [buyer, absent] = [await addBuyer(), await addBuyer()];
  // Its lease has ended, but the game may have applied it.
  const returned = await addDelivery(site, absent.id);
  await claim(server, absent.username);
  await endLease(returned);
  const held = await addDelivery(site, buyer.id);
  await claim(server, buyer.username);
  const untouched = await addDelivery(site, buyer.id);
  const elsewhere = await addTestServer(site);
  const other = await addBuyer();
  const [ofOther, arrived] = [
    await addDelivery(site, other.id),
    await addDelivery(site, other.id, { itemId: 7 }),
  ];
  await claim(elsewhere, other.username);
  await ack(elsewhere, arrived);
  await removeServer(site.deps, commandLine, server.id);
  const reason = 'Its game server was removed. Check in the game whether it arrived.';
  const flagged = { state: 'attention', failures: 1, last_failure: reason, lease_until: null };
  expect(await readDelivery(held)).toMatchObject(flagged);
  expect(await readDelivery(returned)).toMatchObject(flagged);
  expect(await readDelivery(untouched)).toMatchObject({ state: 'queued', failures: 0 });
  expect(await readDelivery(ofOther)).toMatchObject({ state: 'claimed', failures: 0 });
  expect(await readDelivery(arrived)).toMatchObject({ state: 'delivered', failures: 0 });
});

test('a claim takes at most as many as the game asks for, the oldest first, of this player only', async () => {
  const server = await addTestServer(site);
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push(await addDelivery(site, buyer.id, { itemId: n + 1 }));
  const ofOther = await addDelivery(site, other.id);
  const body = { player: buyer.username, session: 'small', limit: 2 };
  const claimed = (await server.post('/deliveries/claim', body)).json<Claimed>();
  expect(claimed.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const first = await readDelivery(ids[0]!);
  expect(first).toMatchObject({
    state: 'claimed',
    server_id: server.id,
    lease_id: claimed.leaseId,
    lease_session: 'small',
  });
  expect(first.lease_until?.toISOString()).toBe(claimed.leaseUntil);
  expect(await readDelivery(ids[2]!)).toMatchObject({ state: 'queued', server_id: null });
  expect(await readDelivery(ofOther)).toMatchObject({ state: 'queued', server_id: null });
  // A repeated claim has a new lease, but the time of the first claim.
  const again = (await server.post('/deliveries/claim', body)).json<Claimed>();
  expect(again.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(again.leaseId).not.toBe(claimed.leaseId);
  expect((await readDelivery(ids[0]!)).claimed_at).toEqual(first.claimed_at);
});

test('only leases that have ended are given back, and only their players are told', async () => {
  const server = await addTestServer(site);
  const [late, early] = [await addBuyer(), await addBuyer()];
  const [ended, running] = [await addDelivery(site, late.id), await addDelivery(site, early.id)];
  for (const { username } of [late, early]) await claim(server, username);
  await site.deps.db
    .updateTable('purchases')
    .set({ lease_until: new Date(Date.now() - 1) })
    .where('id', '=', purchaseIdOf(ended))
    .execute();
  const topics = recordTopics(site.deps.live);
  await runJob();
  expect(topics.take(late)).toBe('admin me');
  await runJob();
  expect(topics.take(late)).toBe('');
  expect(await readDelivery(ended)).toMatchObject({
    state: 'queued',
    server_id: server.id,
    lease_id: null,
    lease_session: null,
    lease_until: null,
  });
  expect((await readDelivery(running)).state).toBe('claimed');
});

test('a report about an unknown delivery, and one about that of another server, change nothing', async () => {
  const [server, other] = [await addTestServer(site), await addTestServer(site)];
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  const unknown = await ack(server, randomUUID());
  expect(unknown.statusCode).toBe(404);
  expect(unknown.json()).toMatchObject({ code: 'bridge/delivery-not-found' });
  await claim(server, buyer.username);
  const before = await readDelivery(id);
  const failed = { status: 'failed', reason: 'No.', retryable: false };
  for (const result of [undefined, failed]) {
    expect((await ack(other, id, result)).json()).toMatchObject({
      code: 'bridge/delivery-not-yours',
    });
  }
  expect(await readDelivery(id)).toEqual(before);
});

test('every step is published to the buyer', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  const notified: (number | undefined)[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: ({ topic, accountId }) => void (topic === 'me' && notified.push(accountId)),
    onResync() {},
  });
  await claim(server, buyer.username);
  await endLease(id);
  await claim(server, buyer.username);
  await ack(server, id);
  unsubscribe();
  expect(notified).toEqual([buyer.id, buyer.id, buyer.id, buyer.id]);
});

test('every step of a gift is told to the player who gets it, and to admins', async () => {
  const server = await addTestServer(site);
  const [giver, receiver] = [await addBuyer(), await addBuyer()];
  const id = await addDelivery(site, giver.id, { columns: { receiver_id: receiver.id } });
  const topics = recordTopics(site.deps.live);
  const told: [string, string][] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    topics.take();
    await work();
    told.push([name, topics.take(receiver)]);
  };
  await step('claim', () => claim(server, receiver.username));
  await step('claim again', () => claim(server, receiver.username));
  await step('end of the lease', () => endLease(id));
  await claim(server, receiver.username);
  const failed = { status: 'failed', reason: 'No such item.', retryable: false };
  await step('failure', () => ack(server, id, failed));
  await step('failure again', () => ack(server, id, failed));
  await step('resend', () => resendDelivery(site.deps, commandLine, id));
  await claim(server, receiver.username);
  await step('arrival', () => ack(server, id));
  await step('arrival again', () => ack(server, id));
  expect(told).toEqual([
    ['claim', 'admin me'],
    ['claim again', ''],
    ['end of the lease', 'admin me'],
    ['failure', 'admin me'],
    ['failure again', ''],
    ['resend', 'admin me'],
    ['arrival', 'admin me'],
    ['arrival again', ''],
  ]);
  const lost = await addDelivery(site, giver.id, { columns: { receiver_id: receiver.id } });
  await claim(server, receiver.username);
  topics.take();
  await removeServer(site.deps, commandLine, server.id);
  const afterRemoval = topics.take(receiver).split(' ');
  expect(afterRemoval).toEqual(expect.arrayContaining(['admin', 'me']));
  expect(afterRemoval).not.toContain('of');
  expect(await readDelivery(lost)).toMatchObject({ state: 'attention' });
});

test('the end of a rank comes first, and stays with the server that gave the rank', async () => {
  const [server, other] = [await addTestServer(site), await addTestServer(site)];
  const buyer = await addBuyer();
  const given = await addDelivery(site, buyer.id);
  await claim(server, buyer.username);
  await ack(server, given);
  const waiting = await addDelivery(site, buyer.id);
  const end = await addDelivery(site, buyer.id, {
    columns: {
      price: 0,
      item_name: 'End of Knight',
      kind: 'rank',
      payload: JSON.stringify({ value: 'knight' }),
      ends_id: (await readDelivery(given)).id,
      server_id: server.id,
    },
  });
  const body = { player: buyer.username, session: 'ends', limit: 1 };
  const first = (await server.post('/deliveries/claim', body)).json<Claimed>();
  expect(first.items).toMatchObject([{ id: end, itemName: 'End of Knight', isEnd: true }]);
  const failure = (retryable: boolean) => ({ status: 'failed', reason: 'Busy.', retryable });
  await ack(server, end, failure(true));
  expect(await readDelivery(end)).toMatchObject({ state: 'queued', server_id: server.id });
  await endPause(end);
  expect((await claim(other, buyer.username)).items).toMatchObject([{ id: waiting }]);
  expect((await claim(server, buyer.username)).items).toMatchObject([{ id: end }]);
  await ack(server, end, { ...failure(false), reason: 'No such player.' });
  await resendDelivery(site.deps, commandLine, end);
  expect(await readDelivery(end)).toMatchObject({ state: 'queued', server_id: server.id });
});

test('what waits for a player is what this server holds or may still get', async () => {
  const [server, other] = [await addTestServer(site), await addTestServer(site)];
  const [buyer, stranger] = [await addBuyer(), await addBuyer()];
  const count = () =>
    countWaitingDeliveries(site.deps.db, { accountId: buyer.id, serverId: server.id });
  const limited = (from: TestServer) =>
    from.post('/deliveries/claim', { player: buyer.username, session: 's', limit: 1 });
  expect(await count()).toBe(0);
  const here = await addDelivery(site, buyer.id);
  await limited(server);
  expect(await count()).toBe(1);
  // With the other server, claimed and then queued again.
  const there = await addDelivery(site, buyer.id);
  await limited(other);
  expect(await count()).toBe(1);
  await endLease(there);
  expect(await count()).toBe(1);
  await addDelivery(site, buyer.id);
  expect(await count()).toBe(2);
  await addDelivery(site, stranger.id);
  const gift = await addDelivery(site, stranger.id, { columns: { receiver_id: buyer.id } });
  await addDelivery(site, buyer.id, { columns: { receiver_id: stranger.id } });
  expect(await count()).toBe(3);
  await endLease(here);
  expect(await count()).toBe(3);
  await ack(server, here);
  expect(await count()).toBe(2);
  await site.deps.db
    .updateTable('purchases')
    .set({ state: 'attention', failures: 1, last_failure: 'Odd.' })
    .where('id', '=', purchaseIdOf(gift))
    .execute();
  expect(await count()).toBe(1);
});
