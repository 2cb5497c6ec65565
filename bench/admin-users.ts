// npm run bench -- admin-users [--accounts 1000000 --times 300]
//
// Measures the admin user list with a million accounts: every sort order, filter and search, and deep
// pages, compared with reading one account by its key. PostgreSQL runs as in the tests.
import { parseArgs } from 'node:util';

import { sql } from 'kysely';
import { Client } from 'pg';

import type { Deps } from '#server/deps.ts';
import { getOverview } from '#server/features/admin/dashboard.service.ts';
import { searchAdmin } from '#server/features/admin/search.service.ts';
import { listUsers } from '#server/features/players/users.service.ts';

import { createRandom, measure, printTable, timed } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '300' },
  },
});
const accounts = Number(values.accounts);
const times = Number(values.times);

const site = await openSite({ postgres: { shared_buffers: '1GB' } });
try {
  await timed(`${accounts.toLocaleString('en')} accounts`, () => loadAccounts(site.databaseUrl));
  await run(site.deps);
} finally {
  await site.close();
}

/** 1 in 500 accounts is staff, 1 in 200 banned, 1 in 200 muted. Names look like `Kabo 12345`. */
async function loadAccounts(url: string): Promise<void> {
  // Uses its own connection, because the site's statement timeout is too short for this.
  const client = new Client(url);
  await client.connect();
  await client.query(`
    alter table accounts disable trigger user;
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id,
      user_rights, created_at)
    select name, lower(name), lower(replace(name, ' ', '.')) || '@example.test',
      lower(replace(name, ' ', '.')) || '@example.test', 'bench', n::text,
      case when n % 500 = 0 then 1 + (n / 500) % 3 else 0 end,
      now() - make_interval(secs => ${accounts} - n)
    from (
      select n, substr('BKDFGLMNPRSTVZ', 1 + n % 14, 1) || substr('aeiou', 1 + n % 5, 1)
        || substr('bkdfglmnprst', 1 + n % 12, 1) || substr('aeiou', 1 + (n / 7) % 5, 1) || ' ' || n
        as name
      from generate_series(1, ${accounts}) as n
    ) as named;
    alter table accounts enable trigger user;
    insert into sanctions (account_id, kind, reason, source, issued_by, expires_at)
    select id, case when id % 200 = 0 then 'ban' else 'mute' end, 'Bench', 'site', 'bench',
      case when id % 3 = 0 then null else now() + interval '1 day' end
    from accounts where id % 100 = 0;`);
  await client.query('vacuum analyze accounts');
  await client.query('vacuum analyze sanctions');
  await client.end();
}

const admin = { userRights: 3, permissions: [] };

async function run(deps: Deps): Promise<void> {
  const random = createRandom(7);
  const randomId = () => 1 + Math.floor(random() * accounts);
  const { db } = deps;
  const middleCursor = await findMiddleCursor(deps);
  const queries: Record<string, () => Promise<unknown>> = {
    'one account by its key': () =>
      db.selectFrom('accounts').selectAll().where('id', '=', randomId()).execute(),
    'newest, first page': () => listUsers(deps, { sort: 'newest' }),
    'newest, in the middle': () => listUsers(deps, { sort: 'newest', after: middleCursor.newest }),
    'by name, first page': () => listUsers(deps, { sort: 'name' }),
    'by name, in the middle': () => listUsers(deps, { sort: 'name', after: middleCursor.name }),
    'by name backwards': () => listUsers(deps, { sort: 'name-desc' }),
    'players only': () => listUsers(deps, { rights: '0' }),
    'staff only': () => listUsers(deps, { rights: 'staff' }),
    'admins only, by name': () => listUsers(deps, { rights: '3', sort: 'name' }),
    banned: () => listUsers(deps, { state: 'banned' }),
    'muted, by name': () => listUsers(deps, { state: 'muted', sort: 'name' }),
    'banned staff': () => listUsers(deps, { state: 'banned', rights: 'staff' }),
    'search: one letter': () => listUsers(deps, { search: 'k' }),
    'search: a whole name': () => listUsers(deps, { search: `kabo ${randomId()}` }),
    'search: a part': () => listUsers(deps, { search: String(100_000 + (randomId() % 899_999)) }),
    'search: misspelt': () => listUsers(deps, { search: `kaxo${randomId()}` }),
    'search: an address': () => listUsers(deps, { search: `${randomId()}@example.test` }),
    'search: banned, one letter': () => listUsers(deps, { search: 'k', state: 'banned' }),
    'the palette': () => searchAdmin(deps, admin, `kab`),
    'the dashboard’s figures': () => getOverview(deps, admin),
  };
  const rows = [['', 'p50', 'p99', 'ratio to one account']];
  let baseline = 0;
  for (const [name, work] of Object.entries(queries)) {
    const { p50, p99 } = await measure(times, work);
    baseline ||= p50;
    rows.push([
      name,
      `${p50.toFixed(2)} ms`,
      `${p99.toFixed(2)} ms`,
      `${(p50 / baseline).toFixed(1)} ×`,
    ]);
  }
  printTable(`The list of users, ${accounts.toLocaleString('en')} accounts`, rows);
}

async function findMiddleCursor({ db }: Deps): Promise<{ newest: string; name: string }> {
  const { rows } = await sql<{ id: number; key: string; at: string }>`
    select id, username_key as key,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from accounts where id = ${Math.floor(accounts / 2)}`.execute(db);
  const row = rows[0]!;
  const write = (value: string) =>
    Buffer.from(JSON.stringify([value, row.id])).toString('base64url');
  return { newest: write(row.at), name: write(row.key) };
}
