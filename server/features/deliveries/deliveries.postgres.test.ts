import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { purchaseIdOf } from '#server/db/expressions.ts';
import { addDelivery, addTestServer } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { addItem } from '#server/features/shop/testing/shop.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
let players = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function addBuyer() {
  players += 1;
  return site.addPlayer(`Racer ${players}`);
}

type Claimed = { leaseId: string | null; items: { id: string }[] };

async function claim(server: TestServer, player: string, session = 'session-1'): Promise<Claimed> {
  const answer = await server.post('/deliveries/claim', { player, session, limit: 20 });
  expect(answer.statusCode).toBe(200);
  return answer.json<Claimed>();
}

function ack(server: TestServer, id: string) {
  return server.post(`/deliveries/${id}/ack`, { status: 'applied' });
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

test('when many servers claim at once, each delivery goes to one of them', async () => {
  const servers: TestServer[] = [];
  for (let n = 0; n < 5; n++) servers.push(await addTestServer(site));
  const buyer = await addBuyer();
  const ids = [];
  for (let n = 0; n < 20; n++) ids.push(await addDelivery(site, buyer.id));
  const claims = await Promise.all(
    Array.from({ length: 40 }, (_, at) => {
      const server = servers[at % servers.length]!;
      return claim(server, buyer.username, `session ${at}`);
    }),
  );
  const claimed = claims.flatMap(({ items }) => items.map(({ id }) => id));
  expect(claimed.length).toBe(new Set(claimed).size);
  expect(new Set(claimed)).toEqual(new Set(ids));
});

test('an acknowledgement sent fifty times at once counts once', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  const id = await addDelivery(site, buyer.id);
  await claim(server, buyer.username);
  const answers = await Promise.all(Array.from({ length: 50 }, () => ack(server, id)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(await timelineOf(id)).toEqual(['claimed', 'delivered']);
});

test('parallel calls with the same Idempotency-Key act once', async () => {
  const server = await addTestServer(site);
  const buyer = await addBuyer();
  await addDelivery(site, buyer.id);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { player: buyer.username, session: 'twin', limit: 20 };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.post('/deliveries/claim', body, headers)),
  );
  const leases = new Set(answers.map((answer) => answer.json<Claimed>().leaseId));
  expect(leases.size).toBe(1);
});

test('servers that claim at once get only what they may deliver, and each delivery goes to one', async () => {
  const servers: TestServer[] = [];
  for (let n = 0; n < 4; n++) servers.push(await addTestServer(site));
  const allowed = servers.slice(2);
  const admin = await site.addPlayer('Keeper', 3);
  const item = await addItem(site, admin, { serverIds: allowed.map(({ id }) => id) });
  const buyer = await addBuyer();
  const columns = { shop_item_id: Number(item.id) };
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await addDelivery(site, buyer.id, { columns }));
  const claims = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const server = servers[at % servers.length]!;
      const body = { player: buyer.username, session: `session ${at}`, limit: 2 };
      const answer = await server.post('/deliveries/claim', body);
      return { server, ...answer.json<Claimed>() };
    }),
  );
  const claimed = claims.flatMap(({ items }) => items.map(({ id }) => id));
  expect(claimed.toSorted()).toEqual(ids.toSorted());
  const others = claims.filter(({ server }) => !allowed.includes(server));
  expect(others.flatMap(({ items }) => items)).toEqual([]);
});
