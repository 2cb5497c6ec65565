import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { openFreezingProxy } from '#server/testing/frozen-database.ts';
import { patient } from '#server/testing/test-database-options.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { retryWhileAway } from './database-away.ts';
import { openDatabase } from './open-database.ts';
import { prepareQuery, prepareStatement } from './prepared-statement.ts';
import type { ParamOf } from './prepared-statement.ts';
import { runLongWork } from './statement-limit.ts';
import { transaction } from './transaction.ts';

describe('a server that cannot be used', () => {
  test('is named by host and port, without the password, if nothing answers', async () => {
    const port = await findClosedPort();
    const message = await refusal(`postgres://wynhold:s3cret@127.0.0.1:${port}/wynhold`);
    expect(message).toBe(
      `The database at 127.0.0.1:${port} cannot be used: nothing answers there. Is PostgreSQL running?`,
    );
  });

  test('times out if it accepts the connection but sends nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const message = await refusal(`postgres://wynhold:s3cret@127.0.0.1:${port}/wynhold`, {
      ...patient,
      connection: 100,
    });
    expect(message).toContain(`The database at 127.0.0.1:${port} cannot be used: `);
  });

  test('is named if it has no such database', async () => {
    const database = await openTestDatabase();
    const url = new URL(database.databaseUrl ?? '');
    url.pathname = '/nowhere';
    url.password = 's3cret';
    expect(await refusal(url.href)).toBe(
      `The database at ${url.host} cannot be used: it has no database of that name.`,
    );
    await database.close();
  });

  test('an invalid address is not repeated in the error', async () => {
    const message = await refusal('postgres://wynhold:s3cret@host:port/wynhold');
    expect(message).toMatch(/^DATABASE_URL is not a valid address/);
  });
});

describe('a server that is still starting', () => {
  test('is waited for, with one warning', async () => {
    const database = await openTestDatabase();
    const target = new URL(database.databaseUrl ?? '');
    const url = new URL(target);
    url.port = String(await listenAsStarting({ until: 3, target }));
    const { pauses, warnings, open } = openWaiting(url.href);
    const waited = await open();
    expect(await sql`select 1 as one`.execute(waited.db)).toMatchObject({ rows: [{ one: 1 }] });
    expect(pauses).toEqual([1000, 1000, 1000]);
    expect(warnings).toEqual([
      `The database at ${url.host} is not ready yet; waiting up to a minute for it.`,
    ]);
    await waited.close();
    await database.close();
  });

  test('is waited for while it accepts connections and sends nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const pauses: number[] = [];
    const opening = openDatabase({
      databaseUrl: `postgres://wynhold:s3cret@127.0.0.1:${port}/wynhold`,
      dataDir: '',
      onWarning: () => {},
      waitingMs: { ...patient, connection: 50 },
      pauseWhileStarting: async (ms) => {
        if (pauses.push(ms) === 2) throw new Error('enough');
      },
    });
    await expect(opening).rejects.toThrow('enough');
    expect(pauses).toEqual([1000, 1000]);
  });

  test.each([
    ['never finishes starting', () => listenAsStarting(), 'it is still starting or shutting down.'],
    ['never listens', findClosedPort, 'nothing answers there. Is PostgreSQL running?'],
  ])('fails after a minute with one line if it %s', async (_, listen, reason) => {
    const port = await listen();
    const { pauses, open } = openWaiting(`postgres://wynhold:s3cret@127.0.0.1:${port}/wynhold`);
    const error = await open().catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'StartupError',
      message: `The database at 127.0.0.1:${port} cannot be used: ${reason}`,
    });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });

  test('is given up after a minute too if every attempt takes half of it', async () => {
    let time = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => time);
    onTestFinished(() => void vi.restoreAllMocks());
    let attempts = 0;
    const waiting = retryWhileAway(
      async () => {
        attempts += 1;
        time += 31_000;
        throw new Error('timeout expired');
      },
      { pause: async () => {} },
    );
    await expect(waiting).rejects.toThrow('timeout expired');
    expect(attempts).toBe(2);
  });

  function openWaiting(databaseUrl: string) {
    const pauses: number[] = [];
    const warnings: string[] = [];
    const open = () =>
      openDatabase({
        databaseUrl,
        dataDir: '',
        onWarning: (message) => void warnings.push(message),
        pauseWhileStarting: async (ms) => void pauses.push(ms),
      });
    return { pauses, warnings, open };
  }

  /** Rejects connections like a starting PostgreSQL, `until` times; then forwards them to the target. */
  async function listenAsStarting({ until = Infinity, target = new URL('postgres://x') } = {}) {
    let refusals = 0;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      if (refusals < until) {
        refusals += 1;
        socket.once('data', () => socket.end(stillStarting));
        return;
      }
      const onward = connect(Number(target.port), target.hostname);
      onward.on('error', () => socket.destroy());
      socket.pipe(onward).pipe(socket);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
});

const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0');
// The message is short, so its length fits the last of the four bytes.
const stillStarting = Buffer.concat([
  Buffer.from('E'),
  Buffer.from([0, 0, 0, fields.length + 4]),
  fields,
]);

describe('connections that the server ends', () => {
  const others = sql`from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;

  test('are replaced: idle ones with a warning, active ones fail their transaction', async () => {
    const onWarning = vi.fn<(message: string, error?: unknown) => void>();
    const database = await openTestDatabase({ onWarning });
    const killer = await openDatabase({ databaseUrl: database.databaseUrl, dataDir: '' });
    async function endAll(): Promise<void> {
      await sql`select pg_terminate_backend(pid) ${others}`.execute(killer.db);
      const findOthers = async () => (await sql`select pid ${others}`.execute(killer.db)).rows;
      await expect.poll(findOthers).toEqual([]);
    }

    await sql`select 1`.execute(database.db);
    await endAll();
    await expect.poll(() => onWarning).toHaveBeenCalled();
    await sql`select 1`.execute(database.db);

    const inUse = transaction(database.db, async (trx) => {
      await sql`select 1`.execute(trx);
      await endAll();
      await sql`select 1`.execute(trx);
    });
    await expect(inUse).rejects.toThrow(/connection/i);
    const { rows } = await sql`select 1 as one`.execute(database.db);
    expect(rows).toEqual([{ one: 1 }]);
    await killer.close();
    await database.close();
  });

  test('during a transaction report the reason, not the failed rollback', async () => {
    const database = await openTestDatabase();
    const work = transaction(database.db, (trx) =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx),
    );
    await expect(work).rejects.toThrow('terminating connection due to administrator command');
    await database.close();
  });

  test('do not break the pool, even if there are more than its size', async () => {
    const database = await openTestDatabase({ poolSize: 2 });
    for (let i = 0; i < 5; i++) {
      await expect(
        sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db),
      ).rejects.toThrow('terminating connection');
    }
    await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(database.db)));
    await database.close();
  });
});

test('every connection has time limits and the session settings', async () => {
  const { databaseUrl, close } = await openTestDatabase();
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('timezone') as timezone, current_setting('application_name') as name`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { statement: '10s', lock: '8s', idle: '1min', timezone: 'UTC', name: 'wynhold' },
  ]);
  await database.close();
  await close();
});

test('a statement with a name is prepared once per connection', async () => {
  const database = await openTestDatabase();
  const addNumbers = prepareStatement<{ sum: number }>('add', 'select $1::int4 + $2::int4 as sum');
  await transaction(database.db, async (trx) => {
    expect(await addNumbers(trx, 1, 2)).toEqual([{ sum: 3 }]);
    expect(await addNumbers(trx, 2, 3)).toEqual([{ sum: 5 }]);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(trx);
    expect(rows).toEqual([{ name: 'add' }]);
  });
  await database.close();
});

test('a query built with Kysely is prepared once, with the values of each call', async () => {
  const database = await openTestDatabase();
  type Between = { low: number; high: number };
  const selectNumbers = prepareQuery('numbers', (db, param: ParamOf<Between>) =>
    db
      .selectFrom(sql<{ n: number }>`(select generate_series(1, 9) as n)`.as('numbers'))
      .select('n')
      .where('n', 'in', [3, 4, 5])
      .where('n', '>=', param('low'))
      .where('n', '<=', param('high')),
  );
  await transaction(database.db, async (trx) => {
    expect(await selectNumbers(trx, { low: 1, high: 4 })).toEqual([{ n: 3 }, { n: 4 }]);
    expect(await selectNumbers(trx, { low: 5, high: 9 })).toEqual([{ n: 5 }]);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(trx);
    expect(rows).toEqual([{ name: 'numbers' }]);
  });
  await database.close();
});

test('a statement ends at its limit, except in long work', async () => {
  const { databaseUrl, close } = await openTestDatabase();
  const waitingMs = { connection: 100_000, lock: 900, statement: 1_000 };
  // One connection, so that each call has to replace the limits left by the previous one.
  const { db, close: closeShort } = await openDatabase({
    databaseUrl,
    dataDir: '',
    poolSize: 1,
    waitingMs,
  });
  const sleep = sql`select pg_sleep(60)`;
  const limits = sql<{ statement: string; lock: string }>`select
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
  const findLimits = async (on = db) => (await limits.execute(on)).rows[0];
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await findLimits()).toEqual({ statement: '1s', lock: '900ms' });
    expect(await runLongWork(findLimits)).toEqual({ statement: '5min', lock: '5min' });
    expect(await runLongWork(findLimits, 0)).toEqual({ statement: '0', lock: '0' });
  }
  await expect(sleep.execute(db)).rejects.toMatchObject({ code: '57014' });
  expect(await runLongWork(() => transaction(db, findLimits))).toMatchObject({
    statement: '5min',
  });
  await closeShort();
  await close();
});

test('long work gives up soon on a connection whose server has disappeared', async () => {
  const direct = await openTestDatabase();
  const proxy = await openFreezingProxy(direct.databaseUrl ?? '');
  const database = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    waitingMs: { ...patient, statement: 50_000 },
  });
  onTestFinished(async () => {
    vi.useRealTimers();
    proxy.thaw();
    await database.close();
    proxy.close();
    await direct.close();
  });
  const work = () => runLongWork(() => sql`select 1`.execute(database.db));
  // Twice: the pool then has a connection that still has the limits of long work.
  await work();
  await work();
  proxy.freeze();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let failure = '';
  work().catch((error: unknown) => (failure = String(error)));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  // Shortly after the usual limit, not after the five minutes of long work.
  await vi.advanceTimersByTimeAsync(52_000);
  await expect.poll(() => failure).toContain('timeout');
});

test('closing twice or closing an unused database is not an error', async () => {
  const database = await openTestDatabase();
  const unused = await openDatabase({ databaseUrl: database.databaseUrl, dataDir: '' });
  await expect(unused.close()).resolves.toBeUndefined();
  await expect(unused.close()).resolves.toBeUndefined();
  await database.close();
});

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function refusal(databaseUrl: string, waitingMs = patient): Promise<string> {
  const options = { databaseUrl, dataDir: '', waitingMs };
  const error = await openDatabase(options).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'StartupError' });
  const { message, stack, cause } = error as Error;
  expect(`${message} ${stack} ${String(cause)} ${JSON.stringify(cause)}`).not.toContain('s3cret');
  expect(message).not.toContain('\n');
  return message;
}
