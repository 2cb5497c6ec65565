import { setTimeout as sleep } from 'node:timers/promises';

import { pick, upTo } from '#server/testing/random.ts';

import { reportUnexpected, runActor } from './actor.ts';
import type { Stage, Turn } from './actor.ts';

// The admins who deal with money, deliveries and the games. editors.ts has those who change pages.

export function runAdmins(stage: Stage): Promise<void>[] {
  const isOver = () => stage.phase.isOver;
  return [
    runActor(stage, { name: 'refunds', isOver }, (turn) => handleMoney(stage, turn)),
    runActor(stage, { name: 'shop', isOver }, (turn) => handlePurchases(stage, turn)),
    runActor(stage, { name: 'commands', isOver }, (turn) => sendCommand(stage, turn)),
  ];
}

async function handleMoney(stage: Stage, turn: Turn): Promise<void> {
  const chance = turn.random();
  if (chance < 0.6) await refundOrder(stage, turn);
  else if (chance < 0.75) await openDispute(stage, turn);
  else await closeDispute(stage, turn);
  await sleep(100 + turn.random() * 300);
}

async function refundOrder(stage: Stage, { send, random, nextKey }: Turn): Promise<void> {
  const orderId = pickFrom(random, stage.records.paid);
  if (!orderId) return;
  const key = `refund-${nextKey()}`;
  const amount = 1 + upTo(random, 300);
  const { cookie } = stage.world.admins.money;
  const request = { path: `/api/admin/orders/${orderId}/refund`, cookie, body: { amount, key } };
  const isTwice = random() < 0.2;
  const sent = isTwice ? [send(request), send(request)] : [send(request)];
  for (const answer of await Promise.all(sent)) {
    if (answer.status === 200) stage.records.refunds.set(key, { orderId, amount });
    else if (answer.code !== 'payments/refund-refused') {
      reportUnexpected(stage, 'A refund', answer);
    }
  }
}

async function openDispute(stage: Stage, { send, random }: Turn): Promise<void> {
  const orderId = pickFrom(random, stage.records.paid);
  if (!orderId) return;
  const path = `/api/admin/sandbox/orders/${orderId}/dispute`;
  const { cookie } = stage.world.admins.money;
  const answer = await send({ path, cookie, body: { outcome: 'opened' } });
  if (isDone(answer.status)) stage.records.disputed.add(orderId);
  // The order does not know its payment before the first event about it.
  else if (answer.code !== 'payments/not-found') reportUnexpected(stage, 'A dispute', answer);
}

/** Also closes disputes that came with a card, and finds none at most orders. */
async function closeDispute(stage: Stage, { send, random }: Turn): Promise<void> {
  const { disputed, paid } = stage.records;
  const orderId = pickFrom(random, disputed) ?? pickFrom(random, paid);
  if (!orderId) return;
  const outcome = random() < 0.6 ? 'won' : 'lost';
  const path = `/api/admin/sandbox/orders/${orderId}/dispute`;
  const { cookie } = stage.world.admins.money;
  const answer = await send({ path, cookie, body: { outcome } });
  if (isDone(answer.status) || answer.code === 'payments/not-found') disputed.delete(orderId);
  else reportUnexpected(stage, 'The end of a dispute', answer);
}

async function handlePurchases(stage: Stage, turn: Turn): Promise<void> {
  if (turn.random() < 0.5) await refundPurchase(stage, turn);
  else await resendFailed(stage, turn);
  await sleep(200 + turn.random() * 400);
}

/** Takes one of the latest purchases, because older ones were delivered. */
async function refundPurchase(stage: Stage, { send, random }: Turn): Promise<void> {
  if (stage.phase.isCatchingUp) return;
  const latest = [...stage.records.purchases.values()].slice(-5);
  if (latest.length === 0) return;
  const { purchaseId } = pick(random, latest);
  const { cookie } = stage.world.admins.shop;
  const path = `/api/admin/purchases/${purchaseId}/refund`;
  const answer = await send({ method: 'POST', path, cookie });
  const { canceled } = stage.records;
  if (answer.status === 200) canceled.sure.add(purchaseId);
  else if (answer.code !== 'shop/not-refundable') {
    reportUnexpected(stage, 'The refund of a purchase', answer);
  } else if (answer.attempts > 1) canceled.unsure.add(purchaseId);
}

/** Also used at the end, until nothing needs attention. */
export async function resendFailed(stage: Stage, { send }: Pick<Turn, 'send'>): Promise<void> {
  const { cookie } = stage.world.admins.shop;
  const list = await send({ path: '/api/admin/purchases?delivery=attention', cookie });
  if (list.status !== 200) return reportUnexpected(stage, 'The list of purchases', list);
  const { purchases } = JSON.parse(list.text) as { purchases: { deliveryId: string }[] };
  for (const { deliveryId } of purchases) {
    const path = `/api/admin/deliveries/${deliveryId}/resend`;
    const answer = await send({ method: 'POST', path, cookie });
    if (!isDone(answer.status) && answer.code !== 'bridge/nothing-to-resend') {
      reportUnexpected(stage, 'A delivery sent again', answer);
    }
  }
}

async function sendCommand(stage: Stage, { send, random, nextKey }: Turn): Promise<void> {
  const { cookie } = stage.world.admins.commands;
  const player = pick(random, stage.world.players).name;
  const body = pick(random, [
    { type: 'broadcast', args: { message: nextKey() } },
    { type: 'kick', args: { player } },
    { type: 'reloadContracts', args: {} },
  ]);
  const answer = await send({ path: '/api/admin/commands', cookie, body });
  if (answer.status !== 200 && answer.status !== 429) {
    reportUnexpected(stage, 'A command', answer);
  }
  await sleep(600 + random() * 800);
}

function pickFrom<T>(random: Turn['random'], values: Set<T>): T | undefined {
  return values.size === 0 ? undefined : pick(random, [...values]);
}

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}
