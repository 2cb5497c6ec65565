import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runCommandLine } from '#server/commands/run-command-line.ts';
import { transaction } from '#server/db/transaction.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Statement } from '#shared/wallet.ts';

import { findLedgerCheck, verifyLedger } from './verify.service.ts';
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
    const wish = { accountId: owner.id, amount: 300, reason: 'Event prize', key: 'prize-1' };
    const results = await Promise.all([1, 2, 3].map(() => adjustCoins(site.deps, actor(), wish)));
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
    await expect(adjustCoins(site.deps, actor(), { ...wish, amount: 301 })).rejects.toMatchObject({
      code: 'wallet/key-reused',
    });
  });

  test('never takes more than there is', async () => {
    const owner = await addOwner();
    const wish = { accountId: owner.id, amount: -1, reason: 'Mistake', key: 'too-much' };
    await expect(adjustCoins(site.deps, actor(), wish)).rejects.toMatchObject({
      code: 'wallet/insufficient',
    });
  });
});

describe('a statement', () => {
  test('tells every movement with what was left, newest first, by pages', async () => {
    const owner = await addOwner();
    for (let n = 1; n <= 30; n += 1) {
      const wish = { accountId: owner.id, amount: n, reason: `Gift ${n}`, key: `gift-${n}` };
      await adjustCoins(site.deps, actor(), wish);
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
    expect(second.entries).toHaveLength(5);
    const name = encodeURIComponent(owner.username);
    expect(await read(`/api/admin/users/${name}/statement?page=2`, admin)).toEqual(second);
    const other = await read(`/api/admin/users/${name}/statement`, owner);
    expect(other).toMatchObject({ code: 'access/admin-only' });
  });
});

describe('the ledger', () => {
  test('refuses to be changed, deleted and emptied', async () => {
    const owner = await addOwner();
    const wish = { accountId: owner.id, amount: 5, reason: 'Gift', key: `gift of ${owner.id}` };
    await adjustCoins(site.deps, actor(), wish);
    for (const statement of [
      'update ledger_postings set amount = amount * 2',
      'update ledger_transactions set memo = $$forged$$',
      'delete from ledger_postings',
      'delete from ledger_transactions',
      'truncate ledger_postings, ledger_transactions cascade',
      `update accounts set wyncoins = 1000000 where id = ${owner.id}`,
    ]) {
      const work = sql.raw(statement).execute(site.deps.db);
      await expect(work, statement).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('the check of the books', () => {
  test('finds sound books sound, keeps that, and shows it to admins', async () => {
    const check = await verifyLedger(site.deps);
    expect(check.rules.filter(({ breaches }) => breaches > 0)).toEqual([]);
    expect(check.isSound).toBe(true);
    expect(await findLedgerCheck(site.deps.db)).toEqual(check);
    const headers = { cookie: admin.cookie };
    const answer = await site.app.inject({ url: '/api/admin/ledger-check', headers });
    expect(answer.json()).toEqual({ check });
  });

  // Each breaks a rule behind the database's back, in a transaction that is then undone.
  test.each([
    [
      'Every balance is the sum of its postings',
      'update accounts set wyncoins = wyncoins + 1 where id = $id',
    ],
    [
      'Every transaction has two sides that sum to zero',
      "insert into ledger_transactions (kind, ref, memo) values ('adjustment', 'lonely', '')",
    ],
    [
      'Running balances follow from posting to posting',
      'update ledger_postings set balance_after = 77 where account_id = $id',
    ],
    [
      'A balance goes below zero by refunds and disputes alone',
      'update ledger_postings set amount = -5, balance_after = -5 where account_id = $id',
    ],
    [
      'Every paid order is credited once, with its coins, to its buyer',
      `insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at)
       values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now())`,
    ],
    [
      'Every credit belongs to a paid order',
      "select move_coins($id, 'topup', 'no such order', 5, 'topups', '')",
    ],
    [
      'What was taken back is what the refunds and disputes say',
      `insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at, refunded)
       values ($id, 'paid', 500, 500, 'usd', 'live', now(), '', now(), 100)`,
    ],
    [
      'Every charge belongs to a purchase',
      "select move_coins($id, 'purchase', 'nothing', -1, 'shop', '')",
    ],
  ])('finds a breach of: %s', async (name, breach) => {
    const owner = await addOwner();
    const wish = { accountId: owner.id, amount: 5, reason: 'Gift', key: `gift of ${owner.id}` };
    await adjustCoins(site.deps, actor(), wish);
    const undo = new Error('undo');
    let broken: string[] = [];
    const work = transaction(site.deps.db, async (trx) => {
      await sql`alter table accounts disable trigger user`.execute(trx);
      await sql`alter table ledger_postings disable trigger ledger_postings_append_only`.execute(
        trx,
      );
      await sql.raw(breach.replaceAll('$id', String(owner.id))).execute(trx);
      await sql`set constraints all immediate`.execute(trx);
      const { rules } = await verifyLedger({ db: trx });
      broken = rules.filter(({ breaches }) => breaches > 0).map((rule) => rule.name);
      throw undo;
    });
    await expect(work).rejects.toBe(undo);
    expect(broken).toContain(name);
  });

  test('as a job fails loudly, as a command ends with 1', async () => {
    const owner = await addOwner();
    const { deps } = site;
    await transaction(deps.db, (trx) =>
      moveCoins(deps, trx, {
        accountId: owner.id,
        kind: 'topup',
        ref: 'out of nowhere',
        amount: 500,
        book: 'topups',
        memo: 'Forged',
      }),
    );
    await expect(walletJobs(deps)[0]!.run()).rejects.toThrow('not sound');
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
    expect(await runCommandLine(['verify-ledger'], { terminal, openDeps })).toBe(1);
    expect(printed.join('\n')).toContain('BROKEN Every credit belongs to a paid order');
    expect(printed.join('\n')).toContain('top-off out of nowhere: the order is missing');
  });
});
