import * as fc from 'fast-check';
import { sql } from 'kysely';

import { selectBalance } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import { ensureDeliverer } from '#server/features/shop/testing/deliverer.ts';
import { countClawed } from '#shared/endpoints/payments.ts';
import { priceAfter } from '#shared/rules/prices.ts';

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
  | { kind: 'purchase'; player: number; ref: number; amount: number; style: Style }
  | { kind: 'refund'; player: number; ref: number }
  | { kind: 'adjustment'; player: number; ref: number; amount: number };

/** How it is bought: as it is, as a gift for another player, as a bundle of two, with a discount, or in a sale. */
const styles = ['plain', 'gift', 'bundle', 'discount', 'sale'] as const;
type Style = (typeof styles)[number];
const percent = 15;

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
  fc.record({
    kind: fc.constant('purchase'),
    player,
    ref,
    amount: whole(2, 4000),
    style: fc.constantFrom(...styles),
  }),
  fc.record({ kind: fc.constant('refund'), player, ref }),
  fc.record({ kind: fc.constant('adjustment'), player, ref, amount: whole(-2000, 2000) }),
);

/** Each step with the number of times it is run. */
export const sequences = fc.array(fc.tuple(steps, fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 12,
});

type Bought = { style: Style; listPrice: number };
type PastMovement = { player: number; amount: number; bought?: Bought | undefined };
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
  bought?: Bought;
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
    const { style, amount: listPrice } = step;
    const isReduced = style === 'discount' || style === 'sale';
    const amount = isReduced ? -priceAfter(listPrice, percent) : -listPrice;
    const bought = { style, listPrice };
    return [{ player: step.player, kind: 'purchase', ref: own, amount, bought }];
  }
  return [{ player: step.player, kind: step.kind, ref: name, amount: step.amount }];
}

const books = {
  topup: 'topups',
  clawback: 'topups',
  refund: 'shop',
  adjustment: 'adjustments',
  vote: 'votes',
  code: 'codes',
} as const;

async function move(
  db: Db,
  accounts: number[],
  model: Model,
  { player, kind, ref: name, amount, bought }: ModelMovement,
): Promise<void> {
  const accountId = accounts[player] ?? 0;
  const receiverId = accounts[(player + 1) % players] ?? 0;
  const answer =
    kind === 'purchase'
      ? await buy(db, { accountId, receiverId, key: name, ...bought! })
      : await wallet
          .moveCoins(db, { accountId, kind, ref: name, amount, book: books[kind], memo: 'model' })
          .then(
            ({ balance, isNew }) => `${isNew ? 'moved' : 'known'} ${balance}`,
            (error: unknown) => `refused ${(error as { code?: string }).code}`,
          );
  const expected = predict(model, { player, kind, ref: name, amount, ...(bought && { bought }) });
  if (answer !== expected) {
    throw new Error(`${kind} ${name} of ${amount}: got ${answer}, expected ${expected}.`);
  }
}

type Purchase = Bought & { accountId: number; receiverId: number; key: string };

async function buy(db: Db, purchase: Purchase): Promise<string> {
  const { accountId, style, key } = purchase;
  const itemId = await ensureItem(db, purchase);
  if (style === 'discount') {
    await sql`
      insert into shop_discounts (account_id, percent, label)
      values (${accountId}, ${percent}, 'Model')`.execute(db);
  }
  const receiverId = style === 'gift' ? purchase.receiverId : null;
  const call = (name: 'buy_item' | 'buy_item_carefully') =>
    sql<{ outcome: string; balance: number }>`
      select outcome, balance
      from ${sql.ref(name)}(${accountId}, ${itemId}, ${key}, null, null, null, ${receiverId})`.execute(
      db,
    );
  const { rows: answers } = await call('buy_item').catch(() => call('buy_item_carefully'));
  await sql`
    delete from shop_discounts where account_id = ${accountId} and purchase_id is null`.execute(db);
  const { outcome, balance } = answers[0]!;
  if (outcome === 'bought') return `moved ${balance}`;
  return outcome === 'repeated' ? `known ${balance}` : `refused ${outcome}`;
}

async function ensureItem(db: Db, { style, listPrice }: Bought): Promise<number> {
  const name = `Model ${style}`;
  const { rows: found } = await sql<{ id: number }>`
    select id from shop_items where name = ${name} and price = ${listPrice}::bigint`.execute(db);
  if (found[0]) return found[0].id;
  const isBundle = style === 'bundle';
  const { rows } = await sql<{ id: number }>`
    insert into shop_items (name, description, price, item_id, kind, least_price)
    values (${name}, '', ${listPrice}, ${isBundle ? 0 : 1}, ${isBundle ? 'bundle' : 'item'},
      ${isBundle ? 2 : 1})
    returning id`.execute(db);
  const { id } = rows[0]!;
  if (isBundle) {
    await sql`
      with parts as (
        insert into shop_items (name, description, price, item_id, stock)
        values ('Model part', '', 7, 1, 1000000), ('Model part', '', 3, 1, null) returning id
      )
      insert into bundle_items (bundle_id, item_id, count, position)
      select ${id}::bigint, id, 3, 1 from parts`.execute(db);
  }
  if (style === 'sale') {
    await sql`
      with sale as (
        insert into shop_sales (name, percent, scope, starts_at, ends_at)
        values ('Model', ${percent}, 'items', now() - interval '1 day', now() + interval '1 day')
        returning id
      )
      insert into shop_sale_items (sale_id, item_id) select id, ${id}::bigint from sale`.execute(
      db,
    );
  }
  return id;
}

function predict(model: Model, { player, kind, ref: name, amount, bought }: ModelMovement): string {
  const earlier = model.moved.get(`${kind} ${name}`);
  const balance = model.balances[player] ?? 0;
  if (earlier) {
    const isSame =
      earlier.player === player &&
      earlier.amount === amount &&
      earlier.bought?.style === bought?.style &&
      earlier.bought?.listPrice === bought?.listPrice;
    if (isSame) return `known ${balance}`;
    return kind === 'purchase' ? 'refused key-reused' : 'refused 23505';
  }
  if (kind === 'purchase' && balance < 0) return 'refused frozen';
  if (amount < 0 && kind !== 'clawback' && balance + amount < 0) {
    return kind === 'purchase' ? 'refused too-poor' : 'refused WY001';
  }
  model.moved.set(`${kind} ${name}`, { player, amount, bought });
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
