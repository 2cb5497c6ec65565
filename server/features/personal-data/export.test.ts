import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listPersonalData } from '#server/features.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { findZipEntries, readZipEntry } from '#server/features/site/zip-file.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { fillAccount } from './testing/fill-account.ts';

let site: TestApp;
let player: TestPlayer;
let admin: TestPlayer;

beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Warden', 3);
  player = await site.addPlayer('Iron Ada');
  await fillAccount(site, player, admin);
  await site.deps.media.put('0123456789abcdef0123456789abcdef-4.webp', Buffer.from('picture'));
});
afterAll(() => site.close());

const request = () => json('POST', '/api/account/export', undefined, player);
const requestByAdmin = () => json('POST', '/api/admin/users/iron_ada/export', undefined, admin);

type Part = { title: string; rows: Record<string, unknown>[] };

async function readExport(from = request()) {
  const answer = await site.app.inject(from);
  expect(answer.statusCode, answer.body).toBe(200);
  const zip = answer.rawPayload;
  const files = new Map(
    findZipEntries(zip)!.map((entry) => [entry.name, readZipEntry(zip, entry)!]),
  );
  const text = files.get('data.json')!.toString();
  const { parts } = JSON.parse(text) as { parts: Part[] };
  const rowsOf = (title: string) => parts.find((part) => part.title === title)?.rows;
  return { answer, files, text, html: files.get('data.html')!.toString(), parts, rowsOf };
}

/** Columns that say which account a row belongs to, by id, name or address. */
const aboutAccounts =
  /^(?:account_id|actor_(?:id|name)|creator_id|uid|identity_id|player(?:s|_id)?|recipient|username|email|\w+_by)$/;

test('every table with a column about accounts is exported, or says why not', async () => {
  const { rows } = await sql<{ table: string; column: string; isReference: boolean }>`
    select c.table_name as table, c.column_name as column, exists (
      select from pg_constraint k join pg_attribute a
        on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'f' and k.confrelid = 'accounts'::regclass
        and k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name
    ) as "isReference"
    from information_schema.columns c where c.table_schema = 'public'`.execute(site.deps.db);
  const tables = rows
    .filter(({ column, isReference }) => isReference || aboutAccounts.test(column))
    .map(({ table }) => table);
  const known = new Set<string>(
    listPersonalData().flatMap(({ parts = [], notExported = {} }) => [
      ...parts.flatMap((part) => part.tables),
      ...Object.keys(notExported),
    ]),
  );
  expect([...new Set(tables)].filter((table) => !known.has(table))).toEqual([]);
});

test('the download has every part as JSON and as a page, with the pictures', async () => {
  const { answer, files, html, parts, rowsOf } = await readExport();
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="iron-ada-data.zip"',
    'cache-control': 'no-store',
  });
  expect(parts.filter(({ rows }) => rows.length === 0).map(({ title }) => title)).toEqual([]);
  for (const { title } of parts) expect(html).toContain(`<h2>${title}</h2>`);
  expect(rowsOf('Account')).toMatchObject([{ username: 'Iron Ada', email: player.email }]);
  expect(rowsOf('Coin movements')).toHaveLength(3);
  expect(rowsOf('Votes')).toMatchObject([{ poll: 'Ferry?', answer: 'A ferry' }]);
  expect(html).toContain('Prize for Iron Ada &lt;iron.ada@example.test&gt;');
  expect(files.get('pictures/0123456789abcdef0123456789abcdef.webp')?.toString()).toBe('picture');
});

test('the download has no secrets and nothing about other players', async () => {
  const { text, html } = await readExport();
  const { uid, hash } = await site.deps.db
    .selectFrom('identity_users')
    .select(['uid', 'password_hash as hash'])
    .where('email', '=', player.email)
    .executeTakeFirstOrThrow();
  const secrets = [uid, hash, 'HIDDEN-SEED', 'deadbeef', 'feed', 'secret', 'cs_1', '10.9.8.7'];
  for (const secret of [...secrets, 'Warden', 'Other One']) {
    expect(text).not.toContain(secret);
    expect(html).not.toContain(secret);
  }
});

test('another player gets nothing of it', async () => {
  const stranger = await site.addPlayer('Stranger');
  const { text } = await readExport(json('POST', '/api/account/export', undefined, stranger));
  expect(text).not.toMatch(/iron.?ada/i);
});

test('an admin downloads it for a player, without the answers of votes, and leaves an entry', async () => {
  const { rowsOf } = await readExport(requestByAdmin());
  expect(rowsOf('Votes')).toEqual([{ poll: 'Ferry?', voted_at: expect.any(String) }]);
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject'])
    .where('action', '=', 'accounts/data-exported')
    .execute();
  expect(entry).toEqual([{ actor_name: 'Warden', subject: 'iron ada' }]);
});

test('the download needs a sign-in from the last ten minutes', async () => {
  const signedInAt = new Date(Date.now() - 11 * 60_000);
  const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt };
  const cookie = `session=${await startSession(site.deps.db, player.id, visitor)}`;
  const answer = await site.app.inject(json('POST', '/api/account/export', undefined, { cookie }));
  expect(answer.json()).toMatchObject({ code: 'accounts/reauthentication-required' });
});

test('an account gets five downloads in an hour', async () => {
  const eager = await site.addPlayer('Eager');
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await site.app.inject(json('POST', '/api/account/export', undefined, eager));
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
