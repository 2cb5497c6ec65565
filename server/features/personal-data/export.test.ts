import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listPersonalData } from '#server/features.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { findZipEntries, readZipEntry } from '#server/features/launcher/zip-file.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { renderExport } from './export-html.ts';
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

/** In the order of the download. */
const columnsOf = {
  Account:
    'username email email_verified_at email_link_sent_at created_at user_rights community_manager is_named_supporter identity_provider signed_out_at renamed_at',
  'Staff permissions': 'permission given_at',
  Sessions: 'created_at last_seen_at authenticated_at second_factor_at expires_at ip user_agent',
  'Known networks': 'network last_used_at',
  'Two-factor sign-in': 'created_at confirmed_at recovery_codes_left recovery_code_last_used_at',
  'Earlier names': 'username reserved_at expires_at',
  'Events you host': 'id title description type starts_at zone created_at updated_at deleted_at',
  'Repeating events you host':
    'id title description type zone local_time every_weeks weekdays first_day last_day created_at updated_at deleted_at',
  'Events you attend': 'title starts_at state marked_at reminder_sent_at',
  'Event reminders': 'reminders',
  Levels:
    'name total_level total_experience playtime_seconds observed_at created_at changed_at is_listed game_server game_mode',
  'Experience by skill': 'skill experience is_ranked',
  Counts: 'counter count is_ranked',
  'Levels by day': 'day total_level tenths_of_experience ranks counts',
  'Best gains': 'days skill experience',
  Records: 'days skill experience day',
  Milestones: 'kind skill value is_first reached_at',
  Seasons: 'season skill score reached_at',
  'Players you follow': 'player followed_at',
  'Shown online': 'shown',
  'Playing now': 'game_server seen_at',
  'Game server tokens you created': 'game_server created_at revoked_at',
  'Commands to the game about you': 'type args state detail created_at finished_at',
  'Commands to the game that you sent': 'type state created_at finished_at',
  'Game password': 'set_at',
  'Contracts you changed last': 'id name updated_at',
  'News posts you changed last': 'id title state updated_at',
  Votes: 'poll question answer voted_at',
  'Votes on the site that polls were imported from': 'poll',
  'Polls you created': 'id title created_at',
  Purchases:
    'id item_name item_id quantity price balance_after created_at state claimed_at delivered_at canceled_at game_server failures last_failure kind value full_price bundle is_gift',
  'Gifts from other players': 'id item_name item_id quantity created_at state delivered_at',
  Deliveries: 'purchase_id state detail at',
  'Shop items you changed last': 'id name updated_at',
  'Sales you changed last': 'id name updated_at',
  'The item you have pinned': 'shop_item_id',
  Discounts: 'percent label expires_at purchase_id',
  'Ranks and memberships': 'purchase_id kind value starts_at ends_at ended_at',
  'Codes you used': 'at name code kind value',
  'Notes that you wrote with gifts': 'purchase_id note reported_at',
  'Emails about gifts': 'gift_emails',
  'Top-ups':
    'id state coins bonus buy_price buy_outcome amount_in_cents currency mode payment_id created_at expires_at paid_at canceled_at end_reason refunded_in_cents disputed_in_cents dispute coins_taken_back review_reason consent_version consent_at receipt_at',
  'Refunds of your top-ups': 'order_id amount_in_cents requested_at',
  'Refunds that you requested as staff': 'what at',
  'Messages of the payment provider': 'order_id type outcome created_at received_at',
  'Payments that belong to no top-up': 'id amount_in_cents currency mode found_at handled_at',
  Coins: 'balance open_disputes',
  'Coin movements': 'id at kind memo amount balance_after',
  'Votes on toplists': 'list voted_at coins streak streak_coins',
  'When you may vote again': 'list next_at',
  'Days in a row with a vote': 'days last_day',
  'Links to vote that you opened': 'list created_at expires_at callbacks',
  'Bans and mutes': 'kind reason source issued_at expires_at lifted_at',
  'Notes of the staff': 'note at',
  'Sanctions and notes that you gave as staff': 'kind at',
  'Pictures you uploaded': 'file width height created_at',
  'Appearances you published': 'version published_at',
  'Email texts you saved': 'kind version saved_at',
  'Pages you wrote': 'slug version title saved_at',
  'Sign-in': 'email email_verified_at created_at last_login_at password_changed_at is_disabled',
  'Sign-ins that have not expired': 'signed_in_at created_at expires_at',
  'Links sent by email': 'purpose email expires_at used_at',
  'Visits to your profile': 'seen_at seen_experience last_visit_at last_visit_experience',
  'Your Discord account': 'discord_id name linked_at roles',
  'Messages to Discord about you': 'title created_at state',
  'Ranks for your support that the game was told of': 'game_rank ended_at',
  'Reports, questions and appeals':
    'id kind category subject state created_at closed_at is_accepted decided_at messages',
  'Blocks from the inbox': 'at',
  'Answers and notes that you wrote as staff': 'thread at is_note',
  'Emails to you': 'subject state created_at finished_at last_error',
  'Log of changes to your account': 'at action before after ip',
  'Log of what you did as staff': 'at action ip',
  'Settings you changed last': 'key updated_at',
};

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
  const { answer, files, text, html, parts, rowsOf } = await readExport();
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="iron-ada-data.zip"',
    'cache-control': 'no-store',
  });
  expect(JSON.parse(text)).toMatchObject({
    site: 'Wynhold',
    username: 'Iron Ada',
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
  });
  expect(parts.filter(({ rows }) => rows.length === 0).map(({ title }) => title)).toEqual([]);
  for (const { title } of parts) expect(html).toContain(`<h2>${title}</h2>`);
  expect(rowsOf('Account')).toMatchObject([{ username: 'Iron Ada', email: player.email }]);
  expect(rowsOf('Coin movements')).toHaveLength(3);
  expect(rowsOf('Two-factor sign-in')).toMatchObject([{ recovery_codes_left: 1 }]);
  expect(rowsOf('Votes')).toMatchObject([{ poll: 'Ferry?', answer: 'A ferry' }]);
  expect(html).toContain('Prize for Iron Ada &lt;iron.ada@example.test&gt;');
  expect(files.get('pictures/0123456789abcdef0123456789abcdef.webp')?.toString()).toBe('picture');
});

test('the download has these columns of each part', async () => {
  const { parts } = await readExport();
  const found = parts.map(({ title, rows }) => [title, Object.keys(rows[0] ?? {}).join(' ')]);
  expect(found).toEqual(Object.entries(columnsOf));
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

test('the page shows times, truths and texts as a person writes them, and names what is empty', () => {
  const html = renderExport({
    site: 'Wyn & Hold',
    username: 'Iron Ada',
    exportedAt: '2026-11-19T10:20:30.400Z',
    parts: [
      {
        title: 'Things <here>',
        rows: [
          { created_at: new Date('2026-01-02T03:04:05Z'), is_on: true, was_on: false },
          { created_at: null, is_on: 7, was_on: ['a', '<b>'] },
        ],
      },
      { title: 'Empty', rows: [] },
      { title: 'Bare', rows: [] },
    ],
  });
  const { document } = new JSDOM(html).window;
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent);
  expect(document.title).toBe('Iron Ada on Wyn & Hold');
  expect(textsOf('h2')).toEqual(['Things <here>', 'Nothing stored']);
  expect(textsOf('th')).toEqual(['Created at', 'Is on', 'Was on']);
  expect(textsOf('td')).toEqual(['2026-01-02 03:04:05', 'yes', 'no', '', '7', '["a","<b>"]']);
  expect(textsOf('p')).toEqual([
    expect.stringContaining('stored about this account on 2026-11-19 10:20:30.'),
    'Empty, Bare.',
  ]);
});

test('another player gets nothing of it', async () => {
  const stranger = await site.addPlayer('Stranger');
  const request = json('POST', '/api/account/export', undefined, stranger);
  const { text, parts } = await readExport(request);
  expect(text).not.toMatch(/iron.?ada/i);
  const filled = parts.filter(({ rows }) => rows.length > 0).map(({ title }) => title);
  expect(filled).toEqual(['Account', 'Sessions', 'Sign-in']);
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

test('there is no download for a name that nobody has, and no entry', async () => {
  const unknown = json('POST', '/api/admin/users/nobody_here/export', undefined, admin);
  const answer = await site.app.inject(unknown);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'accounts/not-found' });
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'accounts/data-exported')
    .where('subject', '=', 'nobody here')
    .execute();
  expect(entries).toEqual([]);
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
