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
import { toStored } from '#server/lib/secrets/stored-secret.ts';
import { openDeps } from '#server/open-deps.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import type { OwnShop, ShopItem } from '#shared/endpoints/shop.ts';
import { readWebhookAddress } from '#shared/rules/discord.ts';
import { priceAfter } from '#shared/rules/prices.ts';
import { startPostgres } from '#tooling/find-postgres.ts';
import { serveBuiltApp } from '#tooling/serve-app.ts';

import { announcedFrom, findShopProblems, openStore } from './crash-shop.ts';
import type { Bought, Given, Product } from './crash-shop.ts';
import { addClient, findLedgerBreaches, liftPaymentLimits } from './soak-site.ts';
import type { Client } from './soak-site.ts';

// npm run soak -- crashes [embedded | postgres] [ROUNDS]
// Kills the built server with -9 at random times while clients top up, buy for themselves and others, redeem
// codes, refund and vote, and a game delivers. A client repeats
// every request with its key until it gets an answer. At the end the ledger must be correct, and every
// payment, purchase, code and vote that was confirmed must be in the database, votes with their reward, and the game
// must have given every delivery once. Every second kill is
// while a purchase is announced on a fake Discord: no message may be there twice, or be missing without a mark.

const [engine = 'embedded', roundsText = '60'] = process.argv.slice(2);
const rounds = Number(roundsText);
const workers = 8;
const players = 20;
const firstCoins = 20_000;
/** A player votes once on each. */
const voteLists = 150;
const codeCoins = 25;
const codePercent = 40;

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

const { clients, admin, products, token, lists } = await prepare();
const seen = {
  topUps: new Map<string, number>(),
  /** By key. */
  purchases: new Map<string, Bought>(),
  returns: 0,
  codes: new Set<string>(),
  refunds: 0,
  /** By list and player. */
  votes: new Set<string>(),
};
const given: Given = { deliveries: new Map(), members: new Set() };
/** Codes that were not tried yet. */
const codes: string[] = [];
/** Players whom a worker plays: deliveries are applied in the order of the answer. */
const playing = new Set<Client>();
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
    const figures = `${seen.topUps.size} paid, ${seen.purchases.size} bought, ${seen.returns} returned, ${given.deliveries.size} delivered, ${seen.codes.size} codes, ${seen.refunds} refunded, ${seen.votes.size} voted`;
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
  `${engine}: ${rounds} kills in ${seconds} s, ${repeats} requests repeated; ${seen.topUps.size} top-ups paid, ${seen.purchases.size} purchases confirmed (${giftCount()} gifts), ${seen.returns} of them returned, ${given.deliveries.size} deliveries, ${seen.codes.size} codes, ${seen.refunds} refunds confirmed, ${seen.votes.size} votes confirmed; ${problems.length} problems.`,
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
  const { products, token } = await openStore(deps);
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
        shop_item_id: at % 2 === 0 ? products[0]!.id : null,
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
      amount: announcedFrom,
    })
    .execute();
  await deps.close();
  return { clients, admin, products, token, lists };
}

async function work(): Promise<void> {
  while (!over.signal.aborted) {
    const client = clients[Math.floor(Math.random() * clients.length)]!;
    const chance = Math.random();
    if (chance < 0.2) await vote(client);
    else if (chance < 0.4) await topUp({ key: randomUUID(), client });
    else if (chance < 0.75) await buy({ key: randomUUID(), client });
    else if (chance < 0.85) await play(client);
    else if (chance < 0.9) await redeem();
    else if (chance < 0.95) await returnPurchase();
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
  const product = products[Math.floor(Math.random() * products.length)]!;
  const other = clients[Math.floor(Math.random() * clients.length)]!;
  const receiver = Math.random() < 0.3 && other !== client ? other : null;
  const gift = receiver && { giftTo: receiver.name, note: 'For you' };
  for (let { price } = product; ; price = await readPrice(client, product)) {
    const body = { itemId: String(product.id), price, ...gift };
    const answer = await call('/api/shop/buy', client, body, key);
    if (answer.status === 200) {
      const { purchaseId: id } = JSON.parse(answer.text) as { purchaseId: string };
      seen.purchases.set(key, { id, product, price, receiver });
      return;
    }
    const { code } = JSON.parse(answer.text) as { code: string };
    if (/not-enough|frozen|rate-limited/.test(code)) return;
    // A code has made it cheaper, or another purchase has used the code.
    if (code !== 'shop/price-changed') throw new Error(`buying: ${answer.text}`);
  }
}

async function readPrice(client: Client, { id }: Product): Promise<number> {
  const items = await read<ShopItem[]>('/api/shop/items', client);
  const { discount } = await read<OwnShop>('/api/shop/mine', client);
  const { price, leastPrice } = items.find((item) => item.id === String(id))!;
  return discount ? priceAfter(price, discount.percent, leastPrice) : price;
}

/** Two players try the same code: one gets what it gives. */
async function redeem(): Promise<void> {
  const code = codes.pop() ?? (await makeCodes());
  const tries = [0, 1].map(() => clients[Math.floor(Math.random() * clients.length)]!);
  const answers = await Promise.all(
    tries.map((client) => call('/api/shop/codes/redeem', client, { code })),
  );
  for (const { status, text } of answers) {
    if (![200, 409, 429].includes(status)) throw new Error(`redeeming: ${status} ${text}`);
  }
  const times = answers.filter(({ status }) => status === 200).length;
  if (times > 1) throw new Error('A code for one use was used twice.');
  if (answers.every(({ status }) => status !== 429)) seen.codes.add(code);
}

async function makeCodes(): Promise<string> {
  const rules = { word: null, count: 100, uses: 1, perPlayer: 1_000_000, expiresAt: null };
  const coins = { ...rules, name: 'Coins', kind: 'coins', value: codeCoins };
  const percent = { ...rules, name: 'Percent', kind: 'percent', value: codePercent };
  for (const body of [coins, percent]) {
    const answer = await call('/api/admin/shop/codes', admin, body);
    if (answer.status !== 200) throw new Error(`codes: ${answer.status} ${answer.text}`);
    codes.push(...(JSON.parse(answer.text) as { codes: string[] }).codes);
  }
  codes.sort(() => Math.random() - 0.5);
  return codes.pop()!;
}

/** Claims and applies what the player has bought, like a game that never crashes. */
async function play(client: Client): Promise<void> {
  if (playing.has(client)) return;
  playing.add(client);
  const game = { ...client, token };
  const body = { player: client.name, session: `soak ${client.name}`, limit: 50 };
  const claimed = await call('/api/bridge/v1/deliveries/claim', game, body);
  if (claimed.status !== 200) throw new Error(`claiming: ${claimed.status} ${claimed.text}`);
  for (const item of (JSON.parse(claimed.text) as { items: BridgeDelivery[] }).items) {
    if (!given.deliveries.has(item.id)) apply(client, item);
    const path = `/api/bridge/v1/deliveries/${item.id}/ack`;
    const answer = await call(path, game, { status: 'applied' });
    if (answer.status !== 200) throw new Error(`acknowledging: ${answer.status} ${answer.text}`);
  }
  playing.delete(client);
}

function apply(client: Client, { id, kind, isEnd }: BridgeDelivery): void {
  given.deliveries.set(id, client);
  if (kind !== 'membership') return;
  if (isEnd) given.members.delete(client.id);
  else given.members.add(client.id);
}

/** An admin refunds a purchase that Discord is not told of, as a whole if it is a bundle. */
async function returnPurchase(): Promise<void> {
  const all = [...seen.purchases.values()].filter(({ price }) => price < announcedFrom);
  const one = all[Math.floor(Math.random() * all.length)];
  if (!one) return;
  const path = one.product.rows > 1 ? 'refund-bundle' : 'refund';
  const answer = await call(`/api/admin/purchases/${one.id}/${path}`, admin, {});
  if (answer.status === 200) seen.returns += 1;
  else if (answer.status !== 409) throw new Error(`returning: ${answer.status} ${answer.text}`);
}

function giftCount(): number {
  return [...seen.purchases.values()].filter(({ receiver }) => receiver).length;
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
async function call(
  path: string,
  { cookie, token: bearer }: { cookie: string; token?: string },
  body?: object,
  key?: string,
): Promise<Answer> {
  for (;;) {
    const answer = await tryFetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : { cookie }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer && answer.status < 500) return answer;
  }
}

async function read<T>(path: string, client: Client): Promise<T> {
  for (;;) {
    const { status, text } = await call(path, client);
    if (status === 200) return JSON.parse(text) as T;
    if (status !== 429) throw new Error(`${path}: ${status} ${text}`);
    await sleep(1000);
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
  // Ends of memberships come after what was bought.
  for (const client of [...clients, ...clients]) await play(client);
  await sleep(30_000);
  await waitUntilAnnounced();
}

/** A message whose sender was killed holds its channel for a minute, and a look takes a hundred purchases. */
async function waitUntilAnnounced(): Promise<void> {
  const deadline = Date.now() + 600_000;
  const paid = [...seen.purchases.values()];
  const announced = paid.filter(({ price }) => price >= announcedFrom).length;
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
    if (total >= announced && !isSending) return;
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
  found.push(...(await findShopProblems(db, { products, bought: seen.purchases, given })));
  found.push(...(await findCodeProblems(db)));
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
  console.log(`  ${orders.length} orders checked`);
  await deps.close();
  return found;
}

/** Whether each use gave its coins once is a rule of the ledger. */
async function findCodeProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ uses: number }>`
    select count(*) as uses from codes where uses > 0`.execute(db);
  const uses = rows[0]!.uses;
  console.log(`  ${uses} used codes checked`);
  return uses >= seen.codes.size ? [] : [`${seen.codes.size} codes were used, but ${uses} count`];
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
    .where('ends_id', 'is', null)
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
    .where('price', '>=', announcedFrom)
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
