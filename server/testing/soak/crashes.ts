import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';
import { sql } from 'kysely';

import { parseConfig } from '#server/config.ts';
import type { Db } from '#server/db/schema.ts';
import { hookOwner } from '#server/features/discord/messages.service.ts';
import { hookAddress, startFakeDiscord } from '#server/features/discord/testing/fake-discord.ts';
import { ensureDeliverer } from '#server/features/shop/testing/deliverer.ts';
import { toStored } from '#server/lib/secrets/stored-secret.ts';
import { openDeps } from '#server/open-deps.ts';
import { readWebhookAddress } from '#shared/rules/discord.ts';
import { startPostgres } from '#tooling/find-postgres.ts';
import { serveBuiltApp } from '#tooling/serve-app.ts';

import { addClient, findLedgerBreaches, liftPaymentLimits } from './soak-site.ts';
import type { Client } from './soak-site.ts';

// npm run soak -- crashes [embedded | postgres] [ROUNDS]
// Kills the built server with -9 at random times while clients top up, buy, refund and vote. A client repeats
// every request with its key until it gets an answer. At the end the ledger must be correct, and every
// payment, purchase and vote that was confirmed must be in the database, votes with their reward. Every second kill is
// while a purchase is announced on a fake Discord: no message may be there twice, or be missing without a mark.

const [engine = 'embedded', roundsText = '60'] = process.argv.slice(2);
const rounds = Number(roundsText);
const workers = 8;
const players = 20;
const firstCoins = 20_000;
const price = 70;
/** A player votes once on each. */
const voteLists = 150;

type ClientRequest = { key: string; client: Client };

const dataDir = await mkdtemp(join(tmpdir(), 'wynhold-soak-'));
const postgres = engine === 'postgres' ? await startPostgres() : undefined;
const port = await getPort({ host: '127.0.0.1' });
const url = `http://127.0.0.1:${port}`;
const discord = await startFakeDiscord();
const settings = {
  NODE_ENV: 'development',
  DEMO: 'off',
  DATA_DIR: dataDir,
  PORT: String(port),
  SITE_URL: url,
  LOG_LEVEL: 'fatal',
  DISCORD_API_URL: discord.url,
  ...(postgres && { DATABASE_URL: postgres.url }),
};
const config = parseConfig(settings);

const { clients, admin, items, lists } = await prepare();
const seen = {
  topUps: new Map<string, number>(),
  purchases: new Map<string, string>(),
  refunds: 0,
  /** By list and player. */
  votes: new Set<string>(),
};
let repeats = 0;
const over = new AbortController();
let server: ChildProcess | undefined;

const begun = performance.now();
const working = Promise.all(Array.from({ length: workers }, () => work()));
working.catch((error: unknown) => {
  console.error(error);
  server?.kill('SIGKILL');
  process.exit(1);
});
for (let round = 1; round <= rounds; round += 1) {
  server = await serveBuiltApp(settings);
  // Sometimes at the first request, sometimes in the middle of many, sometimes before Discord answers.
  const announced = round % 2 === 0 ? nextAnnouncement() : undefined;
  await Promise.race([announced ?? sleep(Math.random() ** 2 * 3000), sleep(20_000)]);
  await kill(server);
  if (round % 10 === 0) {
    const figures = `${seen.topUps.size} paid, ${seen.purchases.size} bought, ${seen.refunds} refunded, ${seen.votes.size} voted`;
    console.log(`  ${round} kills: ${figures}, ${repeats} requests repeated`);
  }
}
over.abort();
server = await serveBuiltApp(settings);
await working;
await waitUntilSettled();
server.kill('SIGTERM');
await once(server, 'exit');
const problems = await findProblems();
await discord.close();
await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
await postgres?.stop();
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${engine}: ${rounds} kills in ${seconds} s, ${repeats} requests repeated; ${seen.topUps.size} top-ups paid, ${seen.purchases.size} purchases confirmed, ${seen.refunds} refunds confirmed, ${seen.votes.size} votes confirmed; ${problems.length} problems.`,
);
for (const problem of problems) console.error(`  ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

async function prepare() {
  const deps = await openDeps(config);
  const { db } = deps;
  const admin = await addClient(deps, { name: 'keeper', coins: firstCoins, rights: 3 });
  const clients: Client[] = [];
  for (let n = 0; n < players; n += 1) {
    clients.push(await addClient(deps, { name: `soak${n}`, coins: firstCoins }));
  }
  await liftPaymentLimits(deps);
  await ensureDeliverer(db);
  // With and without a stock, because they are bought through different SQL functions.
  const item = { description: '', price, item_id: 1 };
  const items = await db
    .insertInto('shop_items')
    .values([
      { ...item, name: 'Cape', stock: 1_000_000 },
      { ...item, name: 'Torch', stock: null },
    ])
    .returning(['id', 'stock'])
    .execute();
  const lists = await db
    .insertInto('vote_lists')
    .values(
      Array.from({ length: voteLists }, (_, at) => ({
        name: `List ${at}`,
        link: 'https://lists.example.test/?t={token}',
        token_alphabet: 'mixed' as const,
        token_length: 22,
        interval_hours: 12,
        coins: 5,
        shop_item_id: at % 2 === 0 ? items[0]!.id : null,
        secret: `secret ${at}`,
        position: at,
      })),
    )
    .returning(['id', 'secret'])
    .execute();
  const webhook = readWebhookAddress(hookAddress(1))!;
  await db
    .insertInto('discord_hooks')
    .values({
      kind: 'purchases',
      webhook_id: webhook.id,
      token: toStored(config, hookOwner('purchases'), webhook.token),
      hint: webhook.token.slice(-4),
      is_on: true,
      amount: price,
    })
    .execute();
  await deps.close();
  return { clients, admin, items, lists };
}

async function work(): Promise<void> {
  while (!over.signal.aborted) {
    const client = clients[Math.floor(Math.random() * clients.length)]!;
    const chance = Math.random();
    if (chance < 0.2) await vote(client);
    else if (chance < 0.45) await topUp({ key: randomUUID(), client });
    else if (chance < 0.92) await buy({ key: randomUUID(), client });
    else await refund();
  }
}

/** Repeated requests must return the same checkout, and repeated payments must be the same payment. */
async function topUp({ key, client }: ClientRequest): Promise<void> {
  const amount = 500 + Math.floor(Math.random() * 500);
  const checkout = await call('/api/shop/create-checkout-session', client, { amount }, key);
  // Rate limit, or an earlier payment is disputed.
  if (checkout.status === 429 || checkout.status === 403) return;
  if (checkout.status !== 200) throw new Error(`checkout: ${checkout.status} ${checkout.text}`);
  const { url: address, orderId } = JSON.parse(checkout.text) as { url: string; orderId: string };
  const chance = Math.random();
  const number =
    chance < 0.02 ? '4000000000000259' : chance < 0.2 ? '4000000000005126' : '4242424242424242';
  for (;;) {
    const answer = await tryFetch(address, {
      method: 'POST',
      body: new URLSearchParams({ number }),
      redirect: 'manual',
    });
    if (answer?.status === 303) break;
    if (answer && answer.status < 500) throw new Error(`paying: ${answer.status}`);
  }
  seen.topUps.set(orderId, amount);
}

async function buy({ key, client }: ClientRequest): Promise<void> {
  const { id } = items[Math.floor(Math.random() * items.length)]!;
  const answer = await call('/api/shop/buy', client, { itemId: String(id), price }, key);
  if (answer.status === 200) {
    const { purchaseId } = JSON.parse(answer.text) as { purchaseId: string };
    seen.purchases.set(key, purchaseId);
    return;
  }
  const { code } = JSON.parse(answer.text) as { code: string };
  const isExpected = /not-enough|frozen|rate-limited/.test(code);
  if (!isExpected) throw new Error(`buying: ${answer.text}`);
}

/** The list sends its callback until it is answered, and then once more. */
async function vote(client: Client): Promise<void> {
  const { id, secret } = lists[Math.floor(Math.random() * lists.length)]!;
  const started = await call(`/api/votes/lists/${id}/start`, client, {});
  // Rate limit, or voted before.
  if (started.status === 429 || started.status === 409) return;
  if (started.status !== 200) throw new Error(`voting: ${started.status} ${started.text}`);
  const { search } = new URL((JSON.parse(started.text) as { url: string }).url);
  const address = `${url}/api/votes/callback/${id}/${encodeURIComponent(secret)}${search}`;
  for (let answers = 0; answers < 2;) {
    const answer = await tryFetch(address, {});
    if (answer?.status === 200) answers += 1;
    else if (answer && answer.status < 500) throw new Error(`callback: ${answer.status}`);
  }
  seen.votes.add(`${id} ${client.id}`);
}

async function refund(): Promise<void> {
  const orders = [...seen.topUps.keys()];
  const orderId = orders[Math.floor(Math.random() * orders.length)];
  if (!orderId) return;
  const body = { amount: 1 + Math.floor(Math.random() * 300), key: randomUUID() };
  const answer = await call(`/api/admin/orders/${orderId}/refund`, admin, body);
  if (answer.status === 200) seen.refunds += 1;
  else if (answer.status !== 409) throw new Error(`refunding: ${answer.status} ${answer.text}`);
}

type Answer = { status: number; text: string };

/** Repeats the request until a running server answers. */
async function call(path: string, client: Client, body: unknown, key?: string): Promise<Answer> {
  for (;;) {
    const answer = await tryFetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        cookie: client.cookie,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    });
    if (answer && answer.status < 500) return answer;
  }
}

async function tryFetch(address: string, init: RequestInit): Promise<Answer | undefined> {
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(10_000) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    repeats += 1;
    await sleep(100 + Math.random() * 200);
    return undefined;
  }
}

/** Waits until payments are credited, failing refunds have failed, and killed jobs have run again. */
async function waitUntilSettled(): Promise<void> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await fetch(`${url}/api/admin/orders?state=pending`, {
      headers: { cookie: admin.cookie },
    });
    const { orders, total } = (await answer.json()) as { orders: { id: string }[]; total: number };
    const isWaiting = orders.some(({ id }) => seen.topUps.has(id));
    if (!isWaiting || total === 0) break;
    if (Date.now() > deadline) throw new Error(`${total} orders are still not settled.`);
    await sleep(500);
  }
  await sleep(30_000);
  await waitUntilAnnounced();
}

/** A message whose sender was killed holds its channel for a minute, and a look takes a hundred purchases. */
async function waitUntilAnnounced(): Promise<void> {
  const deadline = Date.now() + 600_000;
  for (;;) {
    const answer = await fetch(`${url}/api/admin/discord/messages`, {
      headers: { cookie: admin.cookie },
    });
    const { messages, total } = (await answer.json()) as {
      messages: { state: string }[];
      total: number;
    };
    // They are sent in their order, so the newest is the last.
    const isSending = ['waiting', 'sending'].includes(messages[0]?.state ?? '');
    if (total >= seen.purchases.size && !isSending) return;
    // The check says which are missing.
    if (Date.now() > deadline) return;
    await sleep(2000);
  }
}

async function findProblems(): Promise<string[]> {
  const deps = await openDeps(config);
  const { db } = deps;
  const found = await findLedgerBreaches(deps);
  const orders = await db.selectFrom('orders').select(['id', 'state', 'coins']).execute();
  const byId = new Map(orders.map((order) => [order.id, order]));
  for (const [id, coins] of seen.topUps) {
    const order = byId.get(id);
    if (order?.state !== 'paid' || order.coins !== coins) {
      found.push(`order ${id} was paid, but it is ${order?.state ?? 'missing'}`);
    }
  }
  const purchases = await db
    .selectFrom('purchases')
    .select(['id', 'key', 'shop_item_id'])
    .where('price', '>', 0)
    .execute();
  const keys = new Map(purchases.map(({ id, key }) => [key, String(id)]));
  for (const [key, id] of seen.purchases) {
    if (keys.get(key) !== id) found.push(`purchase ${id} was confirmed, but it is missing`);
  }
  if (keys.size !== purchases.length) found.push('one key was used for two purchases');
  const unconfirmed = purchases.length - seen.purchases.size;
  if (unconfirmed !== 0) found.push(`${unconfirmed} purchases were made but not confirmed`);
  found.push(...(await findVoteProblems(db)), ...(await findMessageProblems(db)));
  const { waiting } = await db
    .selectFrom('sandbox_events')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (waiting > 0) found.push(`${waiting} sandbox events were not delivered`);
  const stuck = await db
    .selectFrom('job_runs')
    .select('name')
    .where('lease_id', 'is not', null)
    .execute();
  for (const { name } of stuck) found.push(`the job ${name} was killed and did not run again`);
  const withStock = items.find(({ stock }) => stock !== null)!;
  const { stock } = await db
    .selectFrom('shop_items')
    .select('stock')
    .where('id', '=', withStock.id)
    .executeTakeFirstOrThrow();
  const sold = purchases.filter(({ shop_item_id: id }) => id === withStock.id).length;
  if (1_000_000 - (stock ?? 0) !== sold) found.push('the stock does not match the purchases');
  console.log(`  ${orders.length} orders and ${purchases.length} purchases checked`);
  await deps.close();
  return found;
}

/** Every confirmed vote is there once, with its coins and, on every second list, its delivery. */
async function findVoteProblems(db: Db): Promise<string[]> {
  const found: string[] = [];
  const votes = await db
    .selectFrom('votes')
    .leftJoin('purchases', 'purchases.id', 'votes.purchase_id')
    .leftJoin('vote_lists', 'vote_lists.id', 'votes.list_id')
    .select(['votes.id', 'votes.list_id', 'votes.account_id', 'vote_lists.shop_item_id as itemId'])
    .select(['purchases.account_id as receiver', 'purchases.price'])
    .execute();
  const known = new Set(votes.map((one) => `${one.list_id} ${one.account_id}`));
  if (known.size !== votes.length) found.push('a vote was rewarded twice');
  for (const key of seen.votes) if (!known.has(key)) found.push(`the vote ${key} is missing`);
  for (const { id, account_id: voter, itemId, receiver, price: paid } of votes) {
    const isGiven = receiver === voter && paid === 0;
    if (itemId !== null && !isGiven) found.push(`vote ${id} has no delivery`);
  }
  const { coins } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.countAll<number>().as('coins'))
    .where('kind', '=', 'vote')
    .executeTakeFirstOrThrow();
  const { gifts } = await db
    .selectFrom('purchases')
    .select(({ fn }) => fn.countAll<number>().as('gifts'))
    .where('price', '=', 0)
    .executeTakeFirstOrThrow();
  if (coins !== votes.length) found.push(`${votes.length} votes, but ${coins} rewards in coins`);
  const expected = votes.filter(({ itemId }) => itemId !== null).length;
  if (gifts !== expected) found.push(`${expected} items to give, but ${gifts} deliveries`);
  console.log(`  ${votes.length} votes checked`);
  return found;
}

/** Resolves when Discord has got a message and has not answered. */
function nextAnnouncement(): Promise<void> {
  return new Promise((resolve) => {
    discord.beforeAnswer = () => {
      discord.beforeAnswer = undefined;
      // Sometimes the answer is faster than the kill.
      setTimeout(resolve, Math.random() * 4);
    };
  });
}

/** Each purchase has a message. One that counts as sent arrived once; one that may have arrived is marked and was not repeated. */
async function findMessageProblems(db: Db): Promise<string[]> {
  const found: string[] = [];
  const arrived = new Map<string, number>();
  for (const { body } of discord.messages) {
    const at = String(body.embeds[0]?.timestamp);
    arrived.set(at, (arrived.get(at) ?? 0) + 1);
  }
  const messages = await db
    .selectFrom('purchases')
    .leftJoin('discord_messages', (join) =>
      join.on(sql`discord_messages.thing`, '=', sql`purchases.id::text`),
    )
    .select(['purchases.id', 'discord_messages.state', 'purchases.created_at as at'])
    .where('price', '>=', price)
    .where('canceled_at', 'is', null)
    .execute();
  for (const { id, state } of messages) {
    if (state !== 'sent' && state !== 'unknown') {
      found.push(`the message of purchase ${id} is ${state ?? 'missing'}`);
    }
  }
  // Purchases of the same millisecond have the same time in their messages.
  for (const at of new Set(messages.map((message) => message.at.toISOString()))) {
    const same = messages.filter((message) => message.at.toISOString() === at);
    const times = arrived.get(at) ?? 0;
    const sent = same.filter(({ state }) => state === 'sent').length;
    if (times > same.length) found.push(`${times} messages of ${same.length} purchases at ${at}`);
    if (times < sent) found.push(`${sent - times} messages of purchases at ${at} were lost`);
  }
  const unknown = messages.filter(({ state }) => state === 'unknown').length;
  console.log(`  ${messages.length} messages checked, ${unknown} not confirmed`);
  return found;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}
