import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { listPersonalData } from '#server/features.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { releaseName } from '#server/features/accounts/reserved-names.service.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { outboxFolder, writeToOutbox } from '#server/lib/mail/mail-outbox.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

import { findReasonToWait } from './delete-accounts.db.ts';
import { deleteDueAccounts } from './delete-accounts.service.ts';
import { personalData } from './personal-data.feature.ts';
import { fillAccount } from './testing/fill-account.ts';

let site: TestApp;
let admin: TestPlayer;
/** Has something of everything, and so brings the game server and the shop item that other tests use. */
let filled: TestPlayer;
let folder: string;
let logged: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wynhold-deletion-'));
  const testLog = await createTestLog('info');
  logged = testLog.logged;
  site = await openTestApp({
    settings: { DATA_DIR: folder },
    replace: () => ({ log: testLog.log }),
  });
  admin = await site.addPlayer('Warden', 3);
  filled = await site.addPlayer('Iron Ada');
  await fillAccount(site, filled, admin);
}, 600_000);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const url = '/api/account/deletion';
const send = (request: ReturnType<typeof json>) => site.app.inject(request);
const requestDeletion = (player: TestPlayer) => send(json('POST', url, undefined, player));
const keep = (player: TestPlayer) => send(json('DELETE', url, undefined, player));
const runJob = async () => personalData.jobs?.(site.deps, listPersonalData())[0]?.run();

async function makeDue({ id }: TestPlayer): Promise<void> {
  await site.deps.db
    .updateTable('accounts')
    .set({ delete_after: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The first run closes the account, the second removes the data. */
async function deleteNow(player: TestPlayer): Promise<void> {
  expect((await requestDeletion(player)).statusCode).toBe(200);
  await makeDue(player);
  await runJob();
  await site.deps.mailQueue.send();
  await runJob();
}

function readAccount({ id }: TestPlayer) {
  return site.deps.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** If the deletion waits for something, this fails and not the tests of its effects. */
async function expectDeleted(player: TestPlayer): Promise<void> {
  expect(await readAccount(player)).toMatchObject({
    username: 'Deleted player',
    deleted_at: expect.any(Date),
  });
}

async function sumCoins() {
  const { rows } = await sql<{ coins: string; movements: string }>`
    select (select sum(balance) from wallets)::text as coins,
      (select sum(amount) from ledger_entries)::text as movements`.execute(site.deps.db);
  return rows[0];
}

const verify = async ({ cookie }: TestPlayer) =>
  (await send({ url: '/auth/verify', headers: { cookie } })).statusCode;

async function readCommands(key: string) {
  const { rows } = await sql<{ id: number; type: string; actor_name: string }>`
    select id, type, actor_name from game_commands
    where lower(args ->> 'player') = ${key} order by id`.execute(site.deps.db);
  return rows;
}

describe('a filled account', () => {
  let player: TestPlayer;
  let before: Awaited<ReturnType<typeof sumCoins>>;
  let after: typeof before;
  let dump: string;
  let unlistedRows: string[];
  const traces = /iron[ ._-]*ada/i;

  beforeAll(async () => {
    player = filled;
    await writeToOutbox(
      outboxFolder(site.deps.config),
      Buffer.from(`To: ${player.email}\n\nHello`),
    );
    await writeToOutbox(outboxFolder(site.deps.config), Buffer.from(`To: a@b.test\n\nHello`));
    await runUntilWaitsEnd();
    before = await sumCoins();
    await deleteNow(player);
    await expectDeleted(player);
    // Read here, because some tests add players and coins.
    after = await sumCoins();
    unlistedRows = await readUnlistedRows();
    const file = path.join(folder, 'after.wynhold');
    await makeBackup(site.deps, file);
    dump = gunzipSync(await readFile(file)).toString();
  }, 600_000);

  /** The filled rows have a mail that the queue sends, and a command that is open. */
  async function runUntilWaitsEnd(): Promise<void> {
    await sql`delete from mails`.execute(site.deps.db);
    await sql`
      insert into mails (recipient, subject, state, finished_at)
      values (${player.email}, 'Hello Iron Ada', 'sent', now())`.execute(site.deps.db);
    await sql`update game_servers set is_online = false`.execute(site.deps.db);
  }

  /** Rows that a backup leaves out. */
  async function readUnlistedRows(): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      select t::text as line from rate_limits t union all select t::text from job_runs t`.execute(
      site.deps.db,
    );
    return rows.map(({ line }) => line);
  }

  test('is found neither by name nor by address in a backup made afterwards', () => {
    expect(dump).toContain('Deleted player');
    const found = dump.split('\n').filter((line) => traces.test(line));
    expect(found).toEqual([]);
  });

  test('is not found in the log lines written afterwards', async () => {
    const before = logged.length;
    for (const page of ['/', '/hiscores', '/api/admin/users', '/api/admin/audit']) {
      const answer = await site.app.inject({ url: page, headers: { cookie: admin.cookie } });
      expect(answer.statusCode, page).toBe(200);
    }
    await runJob();
    // Requests are logged after their answers, sometimes several at once.
    const readLines = () => logged.slice(before).join('').trim().split('\n');
    await expect.poll(() => readLines().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
    expect(readLines().filter((line) => traces.test(line))).toEqual([]);
  });

  test('is found neither in rate limits nor in job runs nor in the files of the site', async () => {
    expect(unlistedRows.filter((line) => traces.test(line))).toEqual([]);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && !entry.name.endsWith('.wynhold'));
    expect(files).toHaveLength(1);
    for (const { parentPath, name } of files) {
      expect(await readFile(path.join(parentPath, name), 'utf8')).not.toMatch(traces);
    }
  });

  test('leaves all sums as they were, and a ledger without errors', async () => {
    const { rules } = await runLedgerCheck(site.deps);
    expect(rules.filter(({ breaches }) => breaches > 0)).toEqual([]);
    // The lantern for 100 was not delivered: the coins went from the shop to the anonymous wallet.
    expect(Number(after?.coins)).toBe(Number(before?.coins) + 100);
    expect(Number(after?.movements)).toBe(Number(before?.movements) + 100);
    const purchase = await site.deps.db
      .selectFrom('purchases')
      .select('state')
      .where('account_id', '=', player.id)
      .execute();
    expect(purchase).toEqual([{ state: 'canceled' }]);
  });

  test('leaves its rows only in these tables', async () => {
    const { db } = site.deps;
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select k.conrelid::regclass::text as table, a.attname as column
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.confrelid = 'accounts'::regclass
      order by 1, 2`.execute(db);
    const left: string[] = [];
    for (const { table, column } of columns) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${player.id} limit 1`.execute(
        db,
      );
      if (rows.length > 0) left.push(`${table}.${column}`);
    }
    // They say who made something that stays, or belong to sums that stay. The account itself has no name any more.
    expect(left).toEqual([
      'appearance_versions.published_by',
      'event_series.creator_id',
      'events.creator_id',
      'game_commands.actor_id',
      'mail_text_versions.saved_by',
      'media.created_by',
      'news_posts.updated_by',
      'orders.account_id',
      'own_page_versions.saved_by',
      'poll_past_voters.account_id',
      'polls.created_by',
      'settings.updated_by',
      'shop_items.updated_by',
      'shop_sales.updated_by',
      'wallets.account_id',
    ]);
  });

  test('leaves others and their words as they were', async () => {
    expect(dump).toContain('Spam secret');
    expect(dump).toContain('Rude secret');
    expect(dump).toContain('other one secret');
    const { rows } = await sql<{ votes: number; kept: number; going: number }>`
      select (select votes from poll_answers) as votes,
        (select count(*)::int from poll_votes where account_id is null) as kept,
        (select count(*)::int from event_attendance) as going`.execute(site.deps.db);
    expect(rows).toEqual([{ votes: 1, kept: 1, going: 1 }]);
  });

  test('cannot sign in, and its name cannot be taken until an admin releases it', async () => {
    expect(
      (await send({ url: '/auth/verify', headers: { cookie: player.cookie } })).statusCode,
    ).toBe(401);
    const again = { username: 'iron_ada', email: player.email, password: testPassword };
    const refused = await send(json('POST', '/auth/register', again));
    expect(refused.json()).toMatchObject({ code: 'accounts/username-taken' });
    const other = { ...again, username: 'Ada Two' };
    expect((await send(json('POST', '/auth/register', other))).statusCode).toBe(200);
    // The game still has the character, but its levels do not come back.
    await ingestStats(site.deps, { reports: [reportOf('Iron Ada', { Attack: 5000 })] });
    const players = await site.deps.db.selectFrom('players').select('name').execute();
    expect(players).toEqual([]);
    await releaseName(site.deps, commandLine, 'Iron Ada');
    const id = await createAccount(site.deps, {
      ...again,
      email: 'new@example.test',
      isEmailVerified: true,
    });
    expect(id).not.toBe(player.id);
  });

  test('a refund that comes later is taken from the anonymous wallet', async () => {
    const { rows } = await sql<{ balance: number }>`
      select (move_coins(${player.id}, 'clawback', 'late', -5000, 'topups', 'Refund')).balance`.execute(
      site.deps.db,
    );
    expect(rows[0]?.balance).toBeLessThan(0);
  });
});

test('a player asks for the deletion, is told by email, and keeps the account', async () => {
  const player = await site.addPlayer('Undecided');
  const first = await requestDeletion(player);
  const { deleteAfter } = first.json<{ deleteAfter: string }>();
  const days = (Date.parse(deleteAfter) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  // Twice at once is once: same date, one email, one entry.
  const again = await Promise.all([requestDeletion(player), requestDeletion(player)]);
  expect(again.map((answer) => answer.json<{ deleteAfter: string }>().deleteAfter)).toEqual([
    deleteAfter,
    deleteAfter,
  ]);
  await site.deps.mailQueue.send();
  const mails = site.mails.filter(({ to }) => to === player.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Wynhold account will be deleted']);

  for (const [method, path] of [
    ['POST', '/api/shop/buy'],
    ['POST', '/api/shop/create-checkout-session'],
    ['POST', '/api/polls/1/vote'],
    ['POST', '/api/events'],
  ] as const) {
    const answer = await send(json(method, path, {}, player));
    expect(answer.json(), path).toMatchObject({ code: 'accounts/leaving' });
  }
  await runJob();
  const { cookie } = player;
  const read = async () => (await send({ url, headers: { cookie } })).json<object>();
  expect(await read()).toEqual({ deleteAfter });
  expect((await keep(player)).statusCode).toBe(204);
  expect(await read()).toEqual({ deleteAfter: null });
  expect((await keep(player)).json()).toMatchObject({ code: 'accounts/not-leaving' });
  expect((await send(json('POST', '/api/polls/1/vote', {}, player))).json()).not.toMatchObject({
    code: 'accounts/leaving',
  });
  expect((await readAccount(player)).delete_after).toBeNull();
});

test('after the days are over it cannot be kept, and the last email is sent before the data is removed', async () => {
  const player = await site.addPlayer('Gone Soon');
  await sql`
    select move_coins(${player.id}, 'adjustment', 'left', 77, 'adjustments', 'Gift')`.execute(
    site.deps.db,
  );
  await site.deps.db
    .updateTable('accounts')
    .set({ user_rights: 2, community_manager: true, is_named_supporter: true })
    .set({ email_link_sent_at: new Date() })
    .where('id', '=', player.id)
    .execute();
  const neighbour = await site.addPlayer('Gone Soo');
  const unchanged = await readAccount(neighbour);
  const before = await sumCoins();
  // An entry under the name that the account had before.
  await sql`
    insert into reserved_names (username_key, username, account_id, expires_at)
    values ('old self', 'Old Self', ${player.id}, now() + interval '1 day'),
      ('lapsed self', 'Lapsed Self', ${player.id}, now() - interval '1 second')`.execute(
    site.deps.db,
  );
  await sql`
    insert into audit_log (action, actor_name, subject)
    values ('accounts/muted', 'Warden', 'old self'),
      ('accounts/muted', 'Warden', 'lapsed self')`.execute(site.deps.db);
  await requestDeletion(player);
  await makeDue(player);
  await runJob();
  expect((await keep(player)).statusCode).toBe(401);
  expect((await readAccount(player)).username).toBe('Gone Soon');
  await site.deps.mailQueue.send();
  expect(site.mails.findLast(({ to }) => to === player.email)?.subject).toBe(
    'Your Wynhold account is deleted',
  );
  await Promise.all([runJob(), runJob()]);
  expect(await sumCoins()).toEqual(before);
  const key = `deleted:${player.id}`;
  expect(await readAccount(player)).toMatchObject({
    username: 'Deleted player',
    username_key: key,
    email: key,
    email_key: key,
    identity_id: key,
    user_rights: 0,
    community_manager: false,
    is_named_supporter: false,
    email_verified_at: null,
    email_link_sent_at: null,
    deleted_at: expect.any(Date) as Date,
  });
  expect(await readAccount(neighbour)).toEqual(unchanged);
  expect(await verify(neighbour)).toBe(200);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'after'])
    .where('subject', '=', key)
    .orderBy('id')
    .execute();
  const deleteAfter = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
  expect(entries).toEqual([
    { action: 'accounts/muted', actor_name: 'Warden', after: null },
    {
      action: 'accounts/deletion-requested',
      actor_name: 'Deleted player',
      after: { deleteAfter },
    },
    { action: 'accounts/deleted', actor_name: 'the site', after: null },
  ]);
  expect(await readCommands('gone soon')).toEqual([]);
  // Others may have had this name since.
  const ofLapsed = await site.deps.db
    .selectFrom('audit_log')
    .select('actor_name')
    .where('subject', '=', 'lapsed self')
    .execute();
  expect(ofLapsed).toEqual([{ actor_name: 'Warden' }]);
});

test('a payment, a delivery or a game session under way delays the deletion', async () => {
  const player = await site.addPlayer('Busy Bee');
  await requestDeletion(player);
  await makeDue(player);
  const { db } = site.deps;
  const { id } = await db
    .insertInto('orders')
    .values({
      account_id: player.id,
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'sandbox',
      expires_at: new Date(),
      origin: 'http://localhost',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update game_servers set is_online = true, players = array['Busy-Bee']`.execute(db);
  await runJob();
  const commands = await readCommands('busy bee');
  expect(commands).toMatchObject([{ type: 'kick', actor_name: 'the site' }]);
  await sql`
    update game_commands set state = 'done', finished_at = now()
    where id = ${commands[0]!.id}`.execute(db);
  await sql`update game_servers set is_online = false`.execute(db);
  await site.deps.mailQueue.send();
  await runJob();
  expect((await readAccount(player)).deleted_at).toBeNull();
  await db.updateTable('orders').set({ state: 'expired' }).where('id', '=', id).execute();

  await sql`update game_servers set is_online = true, players = array['busy_bee']`.execute(db);
  await runJob();
  expect((await readAccount(player)).deleted_at).toBeNull();
  await sql`update game_servers set is_online = false`.execute(db);
  await runJob();
  expect((await readAccount(player)).deleted_at).not.toBeNull();
});

describe('a deletion', () => {
  const id = 1_000_001;
  const owner = {
    id,
    username: 'Slow Sam',
    usernameKey: 'slow sam',
    email: 'Sam@example.test',
    uid: 'slow',
    closingAt: new Date(),
  };

  const mail = (state: string, recipient = 'sam@Example.test') => [
    sql`insert into mails (recipient, subject, state, content, finished_at)
      select ${recipient}, 'Hello', state, case when state = 'waiting' then '{}'::jsonb end,
        case when state <> 'waiting' then now() end
      from (values (${state}::text)) as given (state)`,
  ];
  const order = (columns: Record<string, RawBuilder<unknown>>) => {
    const given = {
      account_id: sql`${id}::bigint`,
      coins: sql`500`,
      amount: sql`500`,
      currency: sql`'usd'`,
      mode: sql`'sandbox'`,
      expires_at: sql`now()`,
      origin: sql`''`,
      ...columns,
    };
    return [
      sql`insert into orders (${sql.join(Object.keys(given).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(given))})`,
    ];
  };
  const paid = (daysAgo: number) => ({
    state: sql`'paid'`,
    paid_at: sql`now() - make_interval(days => ${daysAgo})`,
  });
  const purchase = (state: string) => [
    sql`select move_coins(${id}, 'adjustment', 'slow', 200, 'adjustments', 'Gift')`,
    sql`insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
      values (${id}, 0, 'Lantern', 4548, 1, 100, false)`,
    ...(state === 'queued'
      ? []
      : [
          sql`update purchases set state = ${state}, server_id = (select id from game_servers where name = 'Slow'),
            lease_id = gen_random_uuid(), lease_until = now() + interval '1 minute'
            where account_id = ${id}`,
        ]),
  ];
  const online = (isOnline: boolean, player: string) => [
    sql`update game_servers set is_online = ${isOnline}, players = array['Ada', ${player}]
      where name = 'Slow'`,
  ];
  const command = (state: string, { player = 'SLOW_sam', seconds = 60 } = {}) => [
    sql`insert into game_commands (server_id, type, args, actor_name, state, finished_at, not_after)
      select id, 'kick', jsonb_build_object('player', ${player}::text), 'Warden', ${state}::text,
        case when ${state}::text = 'done' then now() end, now() + make_interval(secs => ${seconds})
      from game_servers where name = 'Slow'`,
  ];

  test.each<[string, string, RawBuilder<unknown>[], Date?]>([
    ['nothing', 'nothing', []],
    ['an email to be sent', 'an email', mail('waiting')],
    ['an email that was sent', 'nothing', mail('sent')],
    ['an email to someone else', 'nothing', mail('waiting', 'ada@example.test')],
    ['an order without a checkout', 'a payment', order({})],
    ['an open checkout', 'a payment', order({ state: sql`'pending'`, session_id: sql`'cs_slow'` })],
    ['a payment being processed', 'a payment', order({ state: sql`'processing'` })],
    ['a failed payment', 'nothing', order({ state: sql`'failed'` })],
    ['an expired checkout', 'nothing', order({ state: sql`'expired'` })],
    [
      'a payment to be reviewed',
      'nothing',
      order({ state: sql`'review'`, review_reason: sql`'Odd.'` }),
    ],
    [
      'a refund or dispute being settled',
      'a payment',
      order({ ...paid(9), receipt_at: sql`now()`, losses_due: sql`true` }),
    ],
    ['a payment whose receipt is due', 'a payment', order(paid(2))],
    ['a payment with a receipt', 'nothing', order({ ...paid(2), receipt_at: sql`now()` })],
    ['a payment whose receipt was given up', 'nothing', order(paid(4))],
    ['a delivery in the hands of a game', 'a delivery', purchase('claimed')],
    ['a delivery that no game has taken', 'nothing', purchase('queued')],
    ['the player in a game', 'the game', online(true, 'SLOW_SAM')],
    ['the player in a game that went offline', 'nothing', online(false, 'slow sam')],
    ['another player in a game', 'nothing', online(true, 'slow samuel')],
    [
      'a game that ignores the kick for an hour',
      'nothing',
      online(true, 'slow sam'),
      new Date(Date.now() - 3_601_000),
    ],
    ['a command to be fetched', 'a command', command('waiting')],
    ['a command being run', 'a command', command('sent')],
    ['a command that was run', 'nothing', command('done')],
    ['a command that nobody fetched in time', 'nothing', command('sent', { seconds: -1 })],
    ['a command about someone else', 'nothing', command('waiting', { player: 'Ada' })],
  ])('with %s waits for %s', async (_what, reason, statements, closingAt = new Date()) => {
    const undone = new Error('undone');
    const found = transaction(site.deps.db, async (trx) => {
      await sql`
        insert into accounts (id, username, username_key, email, email_key, identity_provider, identity_id)
        overriding system value
        values (${id}, 'Slow Sam', 'slow sam', 'Sam@example.test', 'sam@example.test', 'embedded', 'slow')`.execute(
        trx,
      );
      await sql`insert into game_servers (name) values ('Slow')`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
      expect((await findReasonToWait(trx, { ...owner, closingAt })) ?? 'nothing').toBe(reason);
      throw undone;
    });
    await expect(found).rejects.toBe(undone);
  });
});

test('a deletion that fails in the middle changes nothing, and the next run completes it', async () => {
  const player = await site.addPlayer('Half Way');
  await requestDeletion(player);
  await makeDue(player);
  await runJob();
  await site.deps.mailQueue.send();
  const failing = { erase: () => Promise.reject(new Error('disk full')) };
  await deleteDueAccounts({ ...site.deps, personalData: [...listPersonalData(), failing] });
  expect(await readAccount(player)).toMatchObject({ username: 'Half Way', deleted_at: null });
  await runJob();
  expect((await readAccount(player)).username).toBe('Deleted player');
});

test('an account that cannot be deleted is reported, and does not keep the next one', async () => {
  const [broken, next] = [await site.addPlayer('Stuck Stan'), await site.addPlayer('Next Nora')];
  for (const player of [broken, next]) {
    await requestDeletion(player);
    await makeDue(player);
  }
  const topics = recordTopics(site.deps.live);
  await runJob();
  expect(topics.take(next)).toBe(`me me of ${broken.id}`);
  await site.deps.mailQueue.send();
  const failing = {
    erase: async (_: unknown, { id }: { id: number }) => {
      if (id === broken.id) throw new Error('disk full');
    },
  };
  const problems: unknown[][] = [];
  topics.take();
  await deleteDueAccounts({
    ...site.deps,
    onProblem: (...problem) => void problems.push(problem),
    personalData: [...listPersonalData(), failing],
  });
  expect(problems).toEqual([
    [
      `The account ${broken.id} could not be deleted. The next run tries again.`,
      expect.objectContaining({ message: 'disk full' }),
    ],
  ]);
  expect(topics.take(next).split(' ')).toEqual(
    expect.arrayContaining(['admin', 'events', 'hiscores']),
  );
  expect((await readAccount(broken)).deleted_at).toBeNull();
  await expectDeleted(next);
  await runJob();
  await expectDeleted(broken);
});

test('gifts that no game has taken go back to who paid, and gifts to others stay', async () => {
  const { db } = site.deps;
  const [leaver, friend] = [
    await site.addPlayer('Leaving Lee'),
    await site.addPlayer('Friend Fay'),
  ];
  for (const { id } of [leaver, friend]) {
    await sql`select move_coins(${id}, 'adjustment', ${`gifts ${id}`}, 100, 'adjustments', 'Gift')`.execute(
      db,
    );
  }
  const give = async (from: TestPlayer, to: TestPlayer | null, price: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into purchases (account_id, receiver_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
      values (${from.id}, ${to?.id ?? null}, 0, 'Scarf', 5, 1, ${price}, false) returning id`.execute(
      db,
    );
    return rows[0]!.id;
  };
  const ids = [
    await give(leaver, null, 10),
    await give(friend, leaver, 20),
    await give(leaver, friend, 40),
    await give(friend, null, 70),
  ];
  await deleteNow(leaver);
  await expectDeleted(leaver);
  const purchases = await db
    .selectFrom('purchases')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  expect(purchases.map(({ state }) => state)).toEqual(['canceled', 'canceled', 'queued', 'queued']);
  const { rows: wallets } = await sql<{ balance: number }>`
    select balance from wallets where account_id in (${leaver.id}, ${friend.id}) order by account_id`.execute(
    db,
  );
  expect(wallets.map(({ balance }) => balance)).toEqual([60, 30]);
});

test('the user at Firebase is deleted too; if Firebase refuses for a day, an entry says so', async () => {
  const player = await site.addPlayer('Fire Fly');
  await site.deps.db
    .updateTable('accounts')
    .set({ identity_provider: 'firebase', identity_id: 'uid-7' })
    .where('id', '=', player.id)
    .execute();
  await requestDeletion(player);
  await makeDue(player);
  await runJob();
  await site.deps.mailQueue.send();
  const deleted: string[] = [];
  const refusing = {
    name: 'firebase' as const,
    deleteUser: () => Promise.reject(new Error('403')),
  };
  const run = (identity: object) =>
    deleteDueAccounts({
      ...site.deps,
      identity: { ...site.deps.identity, ...identity },
      personalData: listPersonalData(),
    });
  await run(refusing);
  const closedAgo = (hours: number) =>
    site.deps.db
      .updateTable('accounts')
      .set({ closing_at: sql<Date>`now() - make_interval(hours => ${hours})` })
      .where('id', '=', player.id)
      .execute();
  await closedAgo(23);
  await run(refusing);
  expect((await readAccount(player)).deleted_at).toBeNull();
  await closedAgo(25);
  await run(refusing);
  expect((await readAccount(player)).deleted_at).not.toBeNull();
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'accounts/deleted')
    .where('subject', '=', `deleted:${player.id}`)
    .executeTakeFirstOrThrow();
  expect(entry.after).toEqual({ leftAtProvider: 'uid-7' });

  const second = await site.addPlayer('Fire Ant');
  await site.deps.db
    .updateTable('accounts')
    .set({ identity_provider: 'firebase', identity_id: 'uid-8' })
    .where('id', '=', second.id)
    .execute();
  await requestDeletion(second);
  await makeDue(second);
  await runJob();
  await site.deps.mailQueue.send();
  await run({ name: 'firebase', deleteUser: async (uid: string) => void deleted.push(uid) });
  expect(deleted).toEqual(['uid-8']);
  expect((await readAccount(second)).deleted_at).not.toBeNull();

  // A site that has left Firebase cannot delete the user there.
  const third = await site.addPlayer('Fire Bug');
  await site.deps.db
    .updateTable('accounts')
    .set({ identity_provider: 'firebase', identity_id: 'uid-9' })
    .where('id', '=', third.id)
    .execute();
  await deleteNow(third);
  const entryOfThird = await site.deps.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'accounts/deleted')
    .where('subject', '=', `deleted:${third.id}`)
    .executeTakeFirstOrThrow();
  expect(entryOfThird.after).toEqual({ leftAtProvider: 'uid-9' });
});

test('a purchase that a game took without a report needs attention; a lease delays the deletion', async () => {
  const player = await site.addPlayer('Half Paid');
  const { db } = site.deps;
  await sql`
    select move_coins(${player.id}, 'adjustment', 'lent', 200, 'adjustments', 'Gift')`.execute(db);
  await sql`
    insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
    select ${player.id}, id, name, item_id, 1, price, false from shop_items limit 1`.execute(db);
  await sql`
    update purchases set state = 'claimed', server_id = (select min(id) from game_servers),
      lease_id = gen_random_uuid(), lease_until = now() + interval '1 hour'
    where account_id = ${player.id}`.execute(db);
  await deleteNow(player);
  expect((await readAccount(player)).deleted_at).toBeNull();
  await sql`
    update purchases set state = 'queued', lease_id = null, lease_until = null
    where account_id = ${player.id}`.execute(db);
  // A delivery that takes back a rank of the player is no longer needed.
  await sql`
    insert into purchases (account_id, item_name, item_id, quantity, price, took_stock, kind, payload,
      server_id, ends_id, state, failures, last_failure)
    select account_id, 'End of a rank', 0, 1, 0, false, 'rank', '{"value":"knight"}', server_id, id,
      given.state, 3, 'Busy'
    from purchases, (values ('queued'::delivery_state), ('attention')) as given (state)
    where account_id = ${player.id}`.execute(db);
  await runJob();
  expect((await readAccount(player)).deleted_at).not.toBeNull();
  const purchases = await db
    .selectFrom('purchases')
    .select(['state', 'last_failure'])
    .where('account_id', '=', player.id)
    .orderBy('id')
    .execute();
  expect(purchases).toEqual([
    {
      state: 'attention',
      last_failure: 'The account was deleted. Check in the game whether the item arrived.',
    },
    { state: 'canceled', last_failure: 'Busy' },
    { state: 'canceled', last_failure: 'Busy' },
  ]);
});

test('admins delete and keep accounts of players, with entries, but not the last admin', async () => {
  const player = await site.addPlayer('Someone');
  const path = '/api/admin/users/someone/deletion';
  expect((await send(json('POST', path, { version: 0 }, admin))).statusCode).toBe(204);
  expect((await send(json('POST', path, { version: 1 }, admin))).json()).toMatchObject({
    code: 'accounts/already-leaving',
  });
  expect((await send(json('DELETE', `${path}?version=1`, undefined, admin))).statusCode).toBe(204);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name'])
    .where('subject', '=', 'someone')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'accounts/deletion-requested', actor_name: 'Warden' },
    { action: 'accounts/deletion-canceled', actor_name: 'Warden' },
  ]);
  expect((await requestDeletion(admin)).json()).toMatchObject({ code: 'accounts/last-admin' });
  const second = await site.addPlayer('Second', 3);
  expect((await requestDeletion(second)).statusCode).toBe(200);
  expect((await requestDeletion(admin)).json()).toMatchObject({ code: 'accounts/last-admin' });
  expect((await readAccount(player)).delete_after).toBeNull();
  await site.deps.mailQueue.send();
  const mailsTo = site.mails.filter(({ to }) => to === player.email);
  expect(mailsTo.map(({ subject }) => subject)).toEqual(['Your Wynhold account will be deleted']);
  expect((await send(json('DELETE', `${path}?version=2`, undefined, admin))).json()).toMatchObject({
    code: 'accounts/not-leaving',
  });
  const own = '/api/admin/users/warden/deletion';
  const { version } = await readAccount(admin);
  expect((await send(json('POST', own, { version }, admin))).json()).toMatchObject({
    code: 'admin/own-account',
  });
});

test('an admin who is the last one when the days are over keeps the account', async () => {
  const { db } = site.deps;
  const leaving = await site.addPlayer('Last Left', 3);
  expect((await requestDeletion(leaving)).statusCode).toBe(200);
  const others = await db
    .updateTable('accounts')
    .set({ user_rights: 0 })
    .where('user_rights', '=', 3)
    .where('id', '<>', leaving.id)
    .returning('id')
    .execute();
  await makeDue(leaving);
  await runJob();
  expect(await readAccount(leaving)).toMatchObject({
    username: 'Last Left',
    user_rights: 3,
    delete_after: null,
    closing_at: null,
  });
  expect(await verify(leaving)).toBe(200);
  const entry = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'after'])
    .where('subject', '=', 'last left')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    actor_name: 'the site',
    action: 'accounts/deletion-canceled',
    after: { reason: 'There must always be one admin.' },
  });
  const ids = others.map(({ id }) => id);
  await db.updateTable('accounts').set({ user_rights: 3 }).where('id', 'in', ids).execute();
});

test.each([
  ['an entry of the audit log', sql`update audit_log set subject = 'x'`],
  ['a memo of the ledger', sql`update ledger set memo = 'x'`],
  ['an amount of the ledger', sql`update ledger set amount = amount + 1`],
])('outside of a deletion the database refuses to change %s', async (_, statement) => {
  await expect(statement.execute(site.deps.db)).rejects.toThrow('append-only');
});
