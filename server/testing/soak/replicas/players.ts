import { pick, upTo } from '#server/testing/random.ts';

import { reportUnexpected, runActor } from './actor.ts';
import type { Stage, Turn } from './actor.ts';
import type { Player } from './prepare.ts';

// The players: they top up, buy, vote and say whether they come to events. Each belongs to one actor,
// so that the order of their presses is known; some requests are sent to both replicas at once.

const actorCount = 8;

const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
  refundFails: '4000000000005126',
};

export function runPlayers(stage: Stage): Promise<void>[] {
  return Array.from({ length: actorCount }, (_, at) => {
    const own = stage.world.players.filter((_player, index) => index % actorCount === at);
    const options = { name: `players${at}`, isOver: () => stage.phase.isOver };
    return runActor(stage, options, (turn) => act(stage, turn, pick(turn.random, own)));
  });
}

async function act(stage: Stage, turn: Turn, player: Player): Promise<void> {
  const chance = turn.random();
  if (chance < 0.16) await topUp(stage, turn, player);
  else if (chance < 0.55) await buy(stage, turn, player);
  else if (chance < 0.7) await vote(stage, turn, player);
  else if (chance < 0.88) await attend(stage, turn, player);
  else await readOwn(stage, turn, player);
}

async function topUp(stage: Stage, turn: Turn, player: Player): Promise<void> {
  const { send, random } = turn;
  const coins = 500 + upTo(random, 500);
  const path = '/api/shop/create-checkout-session';
  const request = { path, cookie: player.cookie, key: turn.nextKey(), body: { amount: coins } };
  const answers = await sendMaybeTwice(turn, request);
  for (const answer of answers) {
    if (answer.status === 200 || answer.status === 429) continue;
    if (answer.code !== 'payments/disputed') reportUnexpected(stage, 'A checkout', answer);
  }
  const opened = answers
    .filter(({ status }) => status === 200)
    .map(({ text }) => readCheckout(text));
  const [first] = opened;
  if (!first) return;
  const { orderId, path: checkout } = first;
  if (opened.some((one) => one.orderId !== orderId)) {
    stage.breaches.add(`One key opened two orders: ${opened.map((one) => one.orderId).join(', ')}`);
  }
  stage.records.orders.set(orderId, { accountId: player.id, coins });
  const choice = random();
  // Leaves the checkout open.
  if (choice < 0.08) return;
  if (choice < 0.14) await send({ path: checkout, form: { number: cards.declined } });
  const card = choice < 0.17 ? cards.disputed : choice < 0.35 ? cards.refundFails : cards.pays;
  const payments = await sendMaybeTwice(turn, { path: checkout, form: { number: card } });
  for (const answer of payments) {
    if (answer.status === 303) stage.records.paid.add(orderId);
    else reportUnexpected(stage, 'A payment', answer);
  }
}

function readCheckout(text: string): { orderId: string; path: string } {
  const { url, orderId } = JSON.parse(text) as { url: string; orderId: string };
  return { orderId, path: new URL(url).pathname };
}

const expectedRefusals = new Set([
  'shop/not-enough-coins',
  'shop/wallet-frozen',
  'shop/sold-out',
  'shop/limit-reached',
  'request/rate-limited',
]);

async function buy(stage: Stage, turn: Turn, player: Player): Promise<void> {
  const item = pick(turn.random, stage.world.items);
  const { price } = item;
  const key = turn.nextKey();
  const body = { itemId: String(item.id), price };
  const request = { path: '/api/shop/buy', cookie: player.cookie, key, body };
  for (const answer of await sendMaybeTwice(turn, request)) {
    if (answer.status !== 200) {
      if (!expectedRefusals.has(answer.code)) reportUnexpected(stage, 'A purchase', answer);
      continue;
    }
    const { purchaseId } = JSON.parse(answer.text) as { purchaseId: string };
    const known = stage.records.purchases.get(key);
    if (known && known.purchaseId !== purchaseId) {
      stage.breaches.add(`The key ${key} bought twice: ${known.purchaseId} and ${purchaseId}`);
    }
    const { id: itemId } = item;
    stage.records.purchases.set(key, { accountId: player.id, purchaseId, itemId, price });
  }
}

async function vote(stage: Stage, turn: Turn, player: Player): Promise<void> {
  const { random } = turn;
  const open = [...stage.records.polls].filter(([, { isEnded }]) => !isEnded);
  if (open.length === 0) return readOwn(stage, turn, player);
  const [pollId, poll] = pick(random, open);
  const answers = [upTo(random, 2), upTo(random, 1)];
  const earlier = poll.sent.get(player.id);
  poll.sent.set(player.id, new Set(earlier).add(answers.join(',')));
  const path = `/api/polls/${pollId}/vote`;
  const results = await sendMaybeTwice(turn, { path, cookie: player.cookie, body: { answers } });
  const isRepeated = results.length > 1 || results.some(({ attempts }) => attempts > 1);
  const accepted = results.filter(({ status }) => status === 200).length;
  if (accepted + (poll.voted.has(player.id) ? 1 : 0) > 1) {
    stage.breaches.add(`${player.name} voted twice in poll ${pollId}`);
  }
  for (const answer of results) {
    if (answer.status === 200) poll.voted.add(player.id);
    else if (answer.code === 'polls/already-voted') {
      if (!earlier && !isRepeated) reportUnexpected(stage, 'A first vote', answer);
      poll.voted.add(player.id);
    } else if (answer.code === 'polls/closed') {
      if (isRepeated) poll.unsure.add(player.id);
    } else if (answer.status !== 429) reportUnexpected(stage, 'A vote', answer);
  }
}

const presses = { interested: 'interested', going: 'going', unmark: 'none' } as const;

async function attend(stage: Stage, turn: Turn, player: Player): Promise<void> {
  const eventId = pick(turn.random, stage.world.eventIds);
  const press = pick(turn.random, ['interested', 'going', 'unmark'] as const);
  const path = `/api/events/${eventId}/${press}`;
  const answer = await turn.send({ method: 'PATCH', path, cookie: player.cookie, body: {} });
  if (answer.status === 200) {
    stage.records.attendance.set(`${eventId} ${player.id}`, presses[press]);
  } else if (answer.status !== 429) reportUnexpected(stage, 'A press at an event', answer);
}

const ownPages = ['/api/shop/items', '/api/shop/mine', '/api/shop/purchases', '/api/shop/orders'];
const publicPages = ['/api/news', '/api/polls', '/api/events', '/api/hiscores?page=1', '/api/site'];

async function readOwn(stage: Stage, { send, random }: Turn, { cookie }: Player): Promise<void> {
  const answer = await send({ path: pick(random, [...ownPages, ...publicPages]), cookie });
  if (answer.status !== 200) reportUnexpected(stage, 'Reading a page', answer);
}

/** Now and then the same request is sent twice at once, often to both replicas. */
function sendMaybeTwice({ send, random }: Turn, request: Parameters<Turn['send']>[0]) {
  const isTwice = random() < 0.12;
  return Promise.all(isTwice ? [send(request), send(request)] : [send(request)]);
}
