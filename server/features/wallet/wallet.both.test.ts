import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommandLine } from '#server/commands/run-command-line.ts';
import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Statement } from '#shared/endpoints/wallet.ts';

import { findLedgerCheck, runLedgerCheck } from './ledger-check.service.ts';
import { openBalances } from './opening-balances.service.ts';
import type { OpeningBalance } from './wallet.db.ts';
import { walletJobs } from './wallet.jobs.ts';
import { adjustCoins, moveCoins } from './wallet.service.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());

async function addOwner(): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Owner ${count}`);
}

function actor() {
  return { id: admin.id, name: admin.username, ip: null };
}

async function read(url: string, player: TestPlayer): Promise<Statement> {
  const answer = await site.app.inject({ url, headers: { cookie: player.cookie } });
  return answer.json<Statement>();
}

describe('an adjustment', () => {
  test('moves coins once per key, audited once', async () => {
    const owner = await addOwner();
    const adjustment = { accountId: owner.id, amount: 300, reason: 'Event prize', key: 'prize-1' };
    const results = await Promise.all(
      [1, 2, 3].map(() => adjustCoins(site.deps, actor(), adjustment)),
    );
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(results.every(({ balance }) => balance === 300)).toBe(true);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'wallet/adjusted')
      .where('subject', '=', String(owner.id))
      .execute();
    expect(entries).toEqual([
      { after: { accountId: owner.id, amount: 300, reason: 'Event prize', balance: 300 } },
    ]);
    await expect(
      adjustCoins(site.deps, actor(), { ...adjustment, amount: 301 }),
    ).rejects.toMatchObject({
      code: 'wallet/key-reused',
    });
  });

  test('never takes more than the balance', async () => {
    const owner = await addOwner();
    const adjustment = { accountId: owner.id, amount: -1, reason: 'Mistake', key: 'too-much' };
    await expect(adjustCoins(site.deps, actor(), adjustment)).rejects.toMatchObject({
      code: 'wallet/insufficient',
    });
    const give = { accountId: owner.id, amount: 70, reason: 'Prize', key: `give ${owner.id}` };
    await adjustCoins(site.deps, actor(), give);
    const take = { ...give, amount: -71, key: `take ${owner.id}` };
    await expect(adjustCoins(site.deps, actor(), take)).rejects.toMatchObject({
      code: 'wallet/insufficient',
    });
    // The refused key is free, and all coins can be taken.
    expect(await adjustCoins(site.deps, actor(), { ...take, amount: -70 })).toEqual({
      balance: 0,
      isNew: true,
    });
    expect(await read('/api/wallet/statement', owner)).toMatchObject({ balance: 0, total: 2 });
  });

  test('is that of one player: its key is refused for another, whose balance stays', async () => {
    const [owner, other] = [await addOwner(), await addOwner()];
    const topics = recordTopics(site.deps.live);
    const gift = { accountId: owner.id, amount: 9, reason: 'Prize', key: `one ${owner.id}` };
    await adjustCoins(site.deps, actor(), gift);
    expect(topics.take(owner)).toBe('me');
    expect(await adjustCoins(site.deps, actor(), gift)).toEqual({ balance: 9, isNew: false });
    expect(topics.take(owner)).toBe('');
    await expect(
      adjustCoins(site.deps, actor(), { ...gift, accountId: other.id }),
    ).rejects.toMatchObject({ code: 'wallet/key-reused' });
    expect(await read('/api/wallet/statement', other)).toEqual({
      balance: 0,
      frozen: false,
      entries: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const { entries } = await read('/api/wallet/statement', owner);
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: expect.any(String),
        kind: 'adjustment',
        ref: gift.key,
        memo: 'Prize',
        amount: 9,
        balance: 9,
      },
    ]);
  });
});

describe('a statement', () => {
  test('lists every movement with its balance, newest first, in pages', async () => {
    const owner = await addOwner();
    for (let n = 1; n <= 30; n += 1) {
      const adjustment = { accountId: owner.id, amount: n, reason: `Gift ${n}`, key: `gift-${n}` };
      await adjustCoins(site.deps, actor(), adjustment);
    }
    const first = await read('/api/wallet/statement', owner);
    expect(first).toMatchObject({ balance: 465, frozen: false, page: 1, pages: 2, total: 30 });
    expect(first.entries[0]).toMatchObject({
      kind: 'adjustment',
      memo: 'Gift 30',
      amount: 30,
      balance: 465,
    });
    const second = await read('/api/wallet/statement?page=2', owner);
    expect(second.entries.map(({ memo }) => memo)).toEqual([5, 4, 3, 2, 1].map((n) => `Gift ${n}`));
    const name = encodeURIComponent(owner.username);
    expect(await read(`/api/admin/users/${name}/statement?page=2`, admin)).toEqual(second);
    const other = await read(`/api/admin/users/${name}/statement`, owner);
    expect(other).toMatchObject({ code: 'access/admin-only' });
    expect(await read('/api/admin/users/Ghost/statement', admin)).toMatchObject({
      code: 'accounts/not-found',
    });
  });
});

describe('the entries of one transaction', () => {
  test('are listed in the order of their balances, newest first', async () => {
    const owner = await addOwner();
    await transaction(site.deps.db, async (trx) => {
      for (const [at, amount] of [50, 7, 20, 3].entries()) {
        await moveCoins(site.deps, trx, {
          accountId: owner.id,
          kind: 'adjustment',
          ref: `${owner.id}:${at}`,
          amount,
          book: 'adjustments',
          memo: `Gift ${at}`,
        });
      }
    });
    const { entries } = await read('/api/wallet/statement', owner);
    expect(entries.map(({ balance }) => balance)).toEqual([80, 77, 57, 50]);
  });
});

test('coins of another site are credited once, even if a repeated import has other figures', async () => {
  const [first, second] = [await addOwner(), await addOwner()];
  const open = (balances: OpeningBalance[]) =>
    transaction(site.deps.db, (trx) => openBalances(trx, balances, 'From the old site'));
  const known = { accountId: first.id, ref: 'old:first', amount: 7 };
  expect(await open([known])).toEqual({ players: 1, coins: 7 });
  const added = { accountId: second.id, ref: 'old:second', amount: 30 };
  expect(await open([added, { ...known, amount: 9 }])).toEqual({ players: 1, coins: 30 });
  const balanceOf = async (owner: TestPlayer) =>
    (await read('/api/wallet/statement', owner)).balance;
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([7, 30]);
});

describe('the ledger', () => {
  test('refuses updates, deletes and truncation', async () => {
    const owner = await addOwner();
    const adjustment = {
      accountId: owner.id,
      amount: 5,
      reason: 'Gift',
      key: `gift of ${owner.id}`,
    };
    await adjustCoins(site.deps, actor(), adjustment);
    for (const statement of [
      'update ledger set amount = amount * 2',
      'update ledger set memo = $$forged$$',
      'delete from ledger',
      'truncate ledger',
      'update purchases set price = 1',
      'update purchases set balance_after = 1000000',
      'delete from purchases',
      'truncate purchases cascade',
      `update wallets set balance = 1000000 where account_id = ${owner.id}`,
      `update wallets set open_disputes = 0 where account_id = ${owner.id}`,
      `insert into wallets (account_id, balance) values (${admin.id}, 1000000)`,
      'delete from wallets',
      'truncate wallets cascade',
    ]) {
      const work = sql.raw(statement).execute(site.deps.db);
      await expect(work, statement).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('a row of the ledger or of purchases', () => {
  const entry = (accountId: number, ref: string, amount: number, kind = 'adjustment') =>
    sql`insert into ledger (account_id, book, kind, ref, memo, amount)
      values (${accountId}, ${kind === 'clawback' ? 'topups' : 'adjustments'}, ${kind}, ${ref}, '', ${amount})`.execute(
      site.deps.db,
    );
  const purchase = (accountId: number, price: number, key: string | null = null) =>
    site.deps.db
      .insertInto('purchases')
      .values({
        account_id: accountId,
        shop_item_id: 0,
        item_name: 'Lamp',
        item_id: 1,
        quantity: 1,
        price,
        took_stock: false,
        key,
      })
      .returning('balance_after')
      .executeTakeFirst();

  test('moves the balance by trigger, and only a clawback takes it below zero', async () => {
    const owner = await addOwner();
    await entry(owner.id, `row ${owner.id}`, 100);
    expect(await purchase(owner.id, 60)).toEqual({ balance_after: 40 });
    expect(await purchase(owner.id, 41)).toBeUndefined();
    await expect(entry(owner.id, `short ${owner.id}`, -41)).rejects.toMatchObject({
      code: '23514',
      constraint: 'ledger_covered',
    });
    expect(await read('/api/wallet/statement', owner)).toMatchObject({ balance: 40, total: 2 });
    await entry(owner.id, `owed ${owner.id}`, -50, 'clawback');
    const { balance, frozen, entries } = await read('/api/wallet/statement', owner);
    expect({ balance, frozen }).toEqual({ balance: -10, frozen: true });
    expect(entries.map(({ kind, amount, balance: left }) => [kind, amount, left])).toEqual([
      ['clawback', -50, -10],
      ['purchase', -60, 40],
      ['adjustment', 100, 100],
    ]);
  });

  test('is written once, even with on conflict do nothing', async () => {
    const owner = await addOwner();
    await entry(owner.id, `once ${owner.id}`, 100);
    const again = sql`insert into ledger (account_id, book, kind, ref, memo, amount)
      values (${owner.id}, 'adjustments', 'adjustment', ${`once ${owner.id}`}, '', 100)
      on conflict do nothing`.execute(site.deps.db);
    await expect(again).rejects.toMatchObject({ code: '23505' });
    await purchase(owner.id, 1, 'key');
    await expect(purchase(owner.id, 1, 'key')).rejects.toMatchObject({ code: '23505' });
    expect(await read('/api/wallet/statement', owner)).toMatchObject({ balance: 99, total: 2 });
  });

  test('has a wallet to pay from, unless it is a gift, which moves no coins', async () => {
    const owner = await addOwner();
    expect(await purchase(owner.id, 1)).toBeUndefined();
    expect(await purchase(owner.id, 0)).toEqual({ balance_after: 0 });
    await entry(owner.id, `free ${owner.id}`, 5);
    expect(await purchase(owner.id, 0)).toEqual({ balance_after: 5 });
    expect(await read('/api/wallet/statement', owner)).toMatchObject({ balance: 5, total: 1 });
    await expect(purchase(owner.id, -5)).rejects.toMatchObject({ code: '23514' });
    await expect(entry(987_654, 'nobody', 5)).rejects.toMatchObject({ code: '23503' });
  });
});

describe('the ledger check', () => {
  test('finds no errors, stores the result and shows it to admins', async () => {
    const check = await runLedgerCheck(site.deps);
    expect(check.rules.filter(({ breaches }) => breaches > 0)).toEqual([]);
    expect(check.isSound).toBe(true);
    expect(await findLedgerCheck(site.deps.db)).toEqual(check);
    const headers = { cookie: admin.cookie };
    const answer = await site.app.inject({ url: '/api/admin/ledger-check', headers });
    expect(answer.json()).toEqual({ check });
  });

  test('is null before the first one, and says what was checked; the audit log has who ran it', async () => {
    const { db } = site.deps;
    const headers = { cookie: admin.cookie };
    await sql`delete from settings where key = 'wallet.ledger_check'`.execute(db);
    const url = '/api/admin/ledger-check';
    expect((await site.app.inject({ url, headers })).json()).toEqual({ check: null });
    const { id } = await addOwner();
    await sql`
      insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin)
      values (${id}, 'failed', 500, 500, 'usd', 'live', now(), '')`.execute(db);
    const count = async (table: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)}`.execute(db);
      return rows[0]?.n;
    };
    const ran = await site.app.inject(json('POST', url, undefined, admin));
    const { check } = ran.json<{ check: object }>();
    expect(check).toMatchObject({
      isSound: true,
      accounts: await count('accounts'),
      transactions: await count('ledger_entries'),
      orders: await count('orders'),
      purchases: await count('purchases'),
    });
    expect(await findLedgerCheck(db)).toEqual(check);
    const entries = await db
      .selectFrom('audit_log')
      .select(['actor_name as actor', 'subject', 'after'])
      .where('action', '=', 'wallet/verified')
      .execute();
    expect(entries).toEqual([{ actor: 'Keeper', subject: 'ledger', after: { isSound: true } }]);
  });

  test('counts every breach of a rule and gives five examples', async () => {
    const owners: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { id } = await addOwner();
      owners.push(id);
      const gift = { accountId: id, amount: 5, reason: 'Gift', key: `example ${id}` };
      await adjustCoins(site.deps, actor(), gift);
    }
    await rollBackAfter(async (trx) => {
      await sql`alter table wallets disable trigger user`.execute(trx);
      await sql`
        update wallets set balance = 8 where account_id = any (${owners}::bigint[])`.execute(trx);
      const { isSound, rules } = await runLedgerCheck({ db: trx });
      expect(isSound).toBe(false);
      const rule = rules.find(({ breaches }) => breaches > 0);
      expect(rule).toMatchObject({
        name: 'Every balance is the sum of its movements',
        breaches: 6,
      });
      expect(rule!.examples).toHaveLength(5);
      for (const text of rule!.examples) {
        expect(text).toMatch(/^Owner \d+ has 8, the movements say 5$/);
      }
    });
  });

  const lamp = (columns: string, values: string) => `
    insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, took_stock, ${columns})
    values ($id, 0, 'Lamp', 1, 1, false, ${values});`;
  const code = `
    with batch as (
      insert into code_batches (name, kind, value, player_limit) values ('Coins', 'coins', 5, 9) returning id
    ) insert into codes (batch_id, hash, label, max_uses) select id, 'x'::bytea, 'x', 9 from batch;`;

  // Each case breaks a rule with the triggers disabled, in a transaction that is rolled back.
  test.each([
    [
      'Every balance is the sum of its movements',
      'update wallets set balance = balance + 1 where account_id = $id',
    ],
    [
      'Every movement has two sides: a player with a wallet, and a book',
      'delete from wallets where account_id = $id',
    ],
    [
      'Every running balance is the one before plus the movement',
      'update ledger set balance_after = 77 where account_id = $id',
    ],
    [
      'Only refunds and disputes take a balance below zero',
      `alter table ledger drop constraint ledger_covered;
       update ledger set amount = -5, balance_after = -5 where account_id = $id`,
    ],
    [
      'Every wallet counts the open disputes of its orders',
      'update wallets set open_disputes = 1 where account_id = $id',
    ],
    [
      'Every paid order is credited once, with its coins, to its buyer',
      `insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at)
       values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now())`,
    ],
    [
      'Every paid order is credited once, with its coins, to its buyer',
      `with paid as (
           insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at)
           values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now()) returning id
         ) select move_coins($other, 'topup', id::text, 500, 'topups', '') from paid`,
    ],
    [
      'Every credit belongs to a paid order',
      `with failed as (
           insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin)
           values ($id, 'failed', 500, 500, 'usd', 'live', now(), '') returning id
         ) select move_coins($id, 'topup', id::text, 500, 'topups', '') from failed`,
    ],
    [
      'Every credit belongs to a paid order',
      "select move_coins($id, 'topup', 'no such order', 5, 'topups', '')",
    ],
    [
      'Coins taken back match the refunds and disputes',
      `insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at, refunded)
       values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now(), 100)`,
    ],
    [
      'Every canceled purchase is refunded once, and no other',
      `insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock,
         state, canceled_at)
       values ($id, 0, 'Lamp', 1, 1, 2, false, 'canceled', now())`,
    ],
    [
      'Every refund belongs to a purchase',
      "select move_coins($id, 'refund', 'nothing', 1, 'shop', '')",
    ],
    [
      'Coins taken back match the refunds and disputes',
      `with paid as (
           insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at, refunded, clawed)
           values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now(), 100, 100) returning id
         ) select move_coins($id, 'clawback', id || ':1', -99, 'topups', '') from paid`,
    ],
    [
      'Every canceled purchase is refunded once, and no other',
      `${lamp('price', '2')} select move_coins($id, 'refund', max(id)::text, 2, 'shop', '') from purchases`,
    ],
    [
      'Every canceled purchase is refunded once, and no other',
      `${lamp('price, state, canceled_at', "2, 'canceled', now()")}
       select move_coins($other, 'refund', max(id)::text, 2, 'shop', '') from purchases`,
    ],
    [
      'Every bundle is bought as a whole, by one player at one price',
      lamp('price, bundle_id', '2, 1'),
    ],
    ['Every lower price has its sale or its discount', lamp('price, full_price', '2, 3')],
    [
      'Every discount is used once, by its own player',
      `insert into shop_discounts (account_id, percent, label) values ($other, 5, 'Code');
       ${lamp('price, full_price, discount_id', '1, 2, (select max(id) from shop_discounts)')}
       update shop_discounts set purchase_id = (select max(id) from purchases)
       where id = (select max(id) from shop_discounts)`,
    ],
    [
      'Every discount is used once, by its own player',
      `insert into shop_discounts (account_id, percent, label) values ($id, 5, 'Code');
       ${lamp('price, full_price, discount_id', '1, 2, (select max(id) from shop_discounts)')}
       ${lamp('price, full_price, discount_id', '1, 2, (select max(id) from shop_discounts)')}`,
    ],
    [
      'Every discount is used once, by its own player',
      `${lamp('price', '1')} insert into shop_discounts (account_id, percent, label, purchase_id)
       select $id, 5, 'Code', max(id) from purchases`,
    ],
    [
      'Every total limit counts its purchases',
      `insert into shop_items (name, description, price, item_id, position, total_limit, sold_of_limit)
       values ('Lamp', '', 1, 1, 1, 5, 1)`,
    ],
    [
      'Every end of a rank or membership is sent once, for one that ended',
      `${lamp('price, kind, payload', `1, 'rank', '{"value":"x"}'`)}
       ${lamp('price, ends_id', '1, (select max(id) from purchases)')}`,
    ],
    [
      'Every use of a code gave its coins once, to its player',
      `${code} insert into code_uses (code_id, batch_id, account_id, turn)
       select id, batch_id, $id, 1 from codes`,
    ],
    [
      'Every use of a code gave its coins once, to its player',
      "select move_coins($id, 'code', 'nothing', 1, 'codes', '')",
    ],
    [
      'Every use of a code gave its coins once, to its player',
      `${code} with used as (
           insert into code_uses (code_id, batch_id, account_id, turn)
           select id, batch_id, $id, 1 from codes returning id
         ) select move_coins($other, 'code', id::text, 5, 'codes', '') from used`,
    ],
    ['Every code counts its uses', `${code} update codes set uses = 1`],
  ])('finds a breach of: %s', async (name, breach) => {
    const owner = await addOwner();
    const adjustment = {
      accountId: owner.id,
      amount: 5,
      reason: 'Gift',
      key: `gift of ${owner.id}`,
    };
    await adjustCoins(site.deps, actor(), adjustment);
    await rollBackAfter(async (trx) => {
      await sql`alter table wallets disable trigger user`.execute(trx);
      await sql`alter table ledger disable trigger ledger_append_only`.execute(trx);
      const ids = { $id: String(owner.id), $other: String(admin.id) };
      await sql.raw(breach.replaceAll(/\$id|\$other/g, (name) => ids[name as '$id'])).execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      const { rules } = await runLedgerCheck({ db: trx });
      const broken = rules.filter(({ breaches }) => breaches > 0).map((rule) => rule.name);
      expect(broken).toContain(name);
    });
  });

  test('makes the job throw and the command exit with 1 when a rule is broken', async () => {
    const owner = await addOwner();
    const movement = {
      accountId: owner.id,
      kind: 'topup' as const,
      ref: 'out of nowhere',
      amount: 500,
      book: 'topups' as const,
      memo: 'Forged',
    };
    await rollBackAfter(async (trx) => {
      const deps = { ...site.deps, db: trx };
      await moveCoins(deps, trx, movement);
      await expect(walletJobs(deps)[0]!.run()).rejects.toThrow(
        'The ledger does not add up: Every credit belongs to a paid order.',
      );
      const printed: string[] = [];
      const terminal = {
        isInteractive: false,
        print: (line: string) => void printed.push(line),
        printError: (line: string) => void printed.push(line),
        ask: async () => '',
        askHidden: async () => '',
        readAll: async () => '',
      };
      const openDeps = async () => ({ ...deps, close: async () => {} });
      const surroundings = { terminal, openDeps, loadConfig: () => deps.config };
      expect(await runCommandLine(['verify-ledger'], surroundings)).toBe(1);
      expect(printed.join('\n')).toContain('BROKEN Every credit belongs to a paid order');
      expect(printed.join('\n')).toContain('top-up out of nowhere: the order is missing');
    });
  });

  /** Runs the work in a transaction that is rolled back at the end. */
  async function rollBackAfter(work: (trx: Trx) => Promise<void>): Promise<void> {
    const rollback = new Error('rollback');
    const attempt = transaction(site.deps.db, async (trx) => {
      await work(trx);
      throw rollback;
    });
    await expect(attempt).rejects.toBe(rollback);
  }
});
