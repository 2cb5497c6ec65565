import * as fc from 'fast-check';
import { sql } from 'kysely';

import { selectBalance } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import { ensureDeliverer } from '#server/features/shop/testing/deliverer.ts';
import { countClawed } from '#shared/endpoints/payments.ts';

import * as wallet from '../wallet.db.ts';
import type { Movement } from '../wallet.db.ts';

/**
 * Compares the ledger with a simple model over random sequences of steps, each possibly repeated. After
 * every step, result and balance must match the model's, including refusals. The test suite runs a few
 * sequences, `npm run soak -- model` ten thousand.
 */
type Step =
  | { kind: 'topup'; player: number; ref: number; amount: number }
  | { kind: 'losses'; ref: number; refunded: number; disputed: number }
  | { kind: 'purchase'; player: number; ref: number; amount: number }
  | { kind: 'refund'; player: number; ref: number }
  | { kind: 'adjustment'; player: number; ref: number; amount: number };

const players = 3;
const player = fc.nat(players - 1);
const ref = fc.nat(4);
const cents = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6000 }));

function whole(min: number, max: number) {
  return fc.integer({ min, max }).filter((amount) => amount !== 0);
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('topup'), player, ref, amount: whole(500, 5000) }),
  fc.record({ kind: fc.constant('losses'), ref, refunded: cents, disputed: cents }),
  fc.record({ kind: fc.constant('purchase'), player, ref, amount: whole(1, 4000) }),
  fc.record({ kind: fc.constant('refund'), player, ref }),
  fc.record({ kind: fc.constant('adjustment'), player, ref, amount: whole(-2000, 2000) }),
);

/** Each step with the number of times it is run. */
export const sequences = fc.array(fc.tuple(steps, fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 12,
});

type PastMovement = { player: number; amount: number };
type Model = {
  balances: number[];
  moved: Map<string, PastMovement>;
  clawed: Map<number, [number, number]>;
};

/** Throws when the database and the model disagree. No other sequence may use these accounts. */
export async function followModel(
  db: Db,
  accounts: number[],
  sequence: [Step, number][],
): Promise<void> {
  const prefix = `model ${accounts[0]}`;
  await ensureDeliverer(db);
  const model: Model = {
    balances: Array.from({ length: players }, () => 0),
    moved: new Map(),
    clawed: new Map(),
  };
  for (const [step, times] of sequence) {
    for (let time = 1; time <= times; time += 1) {
      for (const movement of expand(model, step, prefix)) await move(db, accounts, model, movement);
    }
  }
  const { rows } = await sql<{ balance: number }>`
    select ${selectBalance('accounts.id')} as balance
    from accounts where id = any(${accounts}) order by id`.execute(db);
  const found = rows.map(({ balance }) => balance);
  const [actual, expected] = [String(found), String(model.balances)];
  if (actual !== expected) {
    throw new Error(`Balances are ${actual}, expected ${expected}.`);
  }
}

type ModelMovement = Pick<Movement, 'ref' | 'amount'> & {
  player: number;
  kind: Movement['kind'] | 'purchase';
};

/** The ledger movements that the features would make for this step. */
function expand(model: Model, step: Step, prefix: string): ModelMovement[] {
  const name = `${prefix}:${step.ref}`;
  if (step.kind === 'losses') {
    const bought = model.moved.get(`topup ${name}`);
    if (!bought) return [];
    const order = { coins: bought.amount, amount: bought.amount };
    const [before, n] = model.clawed.get(step.ref) ?? [0, 0];
    const clawed = countClawed(order, step);
    if (clawed === before) return [];
    model.clawed.set(step.ref, [clawed, n + 1]);
    const amount = before - clawed;
    return [{ player: bought.player, kind: 'clawback', ref: `${name}:${n + 1}`, amount }];
  }
  if (step.kind === 'refund') {
    const own = `${name}:${step.player}`;
    const bought = model.moved.get(`purchase ${own}`);
    return bought
      ? [{ player: step.player, kind: 'refund', ref: own, amount: -bought.amount }]
      : [];
  }
  if (step.kind === 'purchase') {
    // Purchase keys are unique per player.
    const own = `${name}:${step.player}`;
    return [{ player: step.player, kind: 'purchase', ref: own, amount: -step.amount }];
  }
  return [{ player: step.player, kind: step.kind, ref: name, amount: step.amount }];
}

const books = {
  topup: 'topups',
  clawback: 'topups',
  refund: 'shop',
  adjustment: 'adjustments',
  vote: 'votes',
} as const;

async function move(
  db: Db,
  accounts: number[],
  model: Model,
  { player, kind, ref: name, amount }: ModelMovement,
): Promise<void> {
  const accountId = accounts[player] ?? 0;
  const answer =
    kind === 'purchase'
      ? await buy(db, accountId, { key: name, price: -amount })
      : await wallet
          .moveCoins(db, { accountId, kind, ref: name, amount, book: books[kind], memo: 'model' })
          .then(
            ({ balance, isNew }) => `${isNew ? 'moved' : 'known'} ${balance}`,
            (error: unknown) => `refused ${(error as { code?: string }).code}`,
          );
  const expected = predict(model, { player, kind, ref: name, amount });
  if (answer !== expected) {
    throw new Error(`${kind} ${name} of ${amount}: got ${answer}, expected ${expected}.`);
  }
}

async function buy(
  db: Db,
  accountId: number,
  { key, price }: { key: string; price: number },
): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    with found as (select id from shop_items where price = ${price}::bigint limit 1),
    made as (
      insert into shop_items (name, description, price, item_id)
      select 'Model', '', ${price}::bigint, 1 where not exists (select from found) returning id
    )
    select id from found union all select id from made`.execute(db);
  const call = (name: 'buy_item' | 'buy_item_carefully') =>
    sql<{ outcome: string; balance: number }>`
      select outcome, balance
      from ${sql.ref(name)}(${accountId}, ${rows[0]?.id}, ${key}, null, null, null)`.execute(db);
  const { rows: answers } = await call('buy_item').catch(() => call('buy_item_carefully'));
  const { outcome, balance } = answers[0]!;
  if (outcome === 'bought') return `moved ${balance}`;
  return outcome === 'repeated' ? `known ${balance}` : `refused ${outcome}`;
}

function predict(model: Model, { player, kind, ref: name, amount }: ModelMovement): string {
  const earlier = model.moved.get(`${kind} ${name}`);
  const balance = model.balances[player] ?? 0;
  if (earlier) {
    const isSame = earlier.player === player && earlier.amount === amount;
    if (isSame) return `known ${balance}`;
    return kind === 'purchase' ? 'refused key-reused' : 'refused 23505';
  }
  if (kind === 'purchase' && balance < 0) return 'refused frozen';
  if (amount < 0 && kind !== 'clawback' && balance + amount < 0) {
    return kind === 'purchase' ? 'refused too-poor' : 'refused WY001';
  }
  model.moved.set(`${kind} ${name}`, { player, amount });
  model.balances[player] = balance + amount;
  return `moved ${balance + amount}`;
}

/** Creates accounts for one sequence; returns their ids in ascending order. */
export async function addModelAccounts(db: Db, name: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    select ${name} || n, ${name} || n, ${name} || n, ${name} || n, 'model', ${name} || n
    from generate_series(1, ${players}) n
    returning id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
