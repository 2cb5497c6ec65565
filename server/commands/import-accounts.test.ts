import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { importAccounts } from '#server/features/accounts/import-accounts.service.ts';
import type { AccountToImport } from '#server/features/accounts/import-accounts.service.ts';
import { createIdentity } from '#server/features/identity/create-identity.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { fetchTokens } from '#server/testing/sign-in.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { executeOn } from './testing/execute-on.ts';

let site: TestApp;
let folder: string;
let bcrypt: string;
const password = 'the old password';

beforeAll(async () => {
  site = await openTestApp();
  await site.addPlayer('Iron Man');
  folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-import-'));
  bcrypt = await hashBcrypt(password, 4);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.close();
});

test('players sign in with their old password', async () => {
  const file = await write('first.csv', `name,email,hash\nOld Hand,Hand@Example.test,${bcrypt}\n`);
  const { code, output, errors } = await run(file);
  expect({ code, output, errors }).toEqual({
    code: 0,
    output: ['1 imported, 0 already here, 0 skipped.'],
    errors: [],
  });
  const { idToken } = await fetchTokens(site.app, 'hand@example.test', password);
  expect(idToken).toBeTruthy();
  expect(await lastAudit()).toMatchObject({
    action: 'accounts/imported',
    subject: 'first.csv',
    after: { accounts: 1 },
  });
});

test('a second run changes nothing', async () => {
  const file = await write('again.csv', `name,email,hash\nSteady,steady@example.test,${bcrypt}\n`);
  await run(file);
  const before = await dump();
  const { code, output } = await run(file);
  expect({ code, output }).toEqual({ code: 0, output: ['0 imported, 1 already here, 0 skipped.'] });
  expect(await dump()).toEqual(before);
});

test('a dry run reports the same and changes nothing', async () => {
  const file = await write('dry.csv', 'name,email\nDry Run,dry@example.test\nx\u{e9}x,a@b.test\n');
  const before = await dump();
  const { code, output, errors } = await run(file, '--dry-run');
  expect({ code, errors }).toEqual({ code: 0, errors: ['line 3: "xéx" is not a valid username'] });
  expect(output[0]).toBe('1 would be imported, 0 already here, 1 skipped.');
  expect(await dump()).toEqual(before);
});

test('accounts that cannot be imported are reported with line and reason', async () => {
  const file = await write(
    'mixed.csv',
    [
      '\u{FEFF}name,email,hash',
      'Fine One,fine@example.test,',
      'IRON-MAN,other@example.test,',
      'fine_one,second@example.test,',
      'Fine Two,FINE@example.test,',
      'Much Too Long Name,long@example.test,',
      'Bad Mail,nowhere,',
      'Bad Hash,hash@example.test,5f4dcc3b5aa765d61d8327deb882cf99',
      `Costly,costly@example.test,${bcrypt.replace('$04$', '$31$')}`,
      'Moderator,mod@example.test,',
      'Other Iron,iron.man@example.test,',
      '"Fine-3","fine3@example.test",""',
    ].join('\r\n'),
  );
  const { code, output, errors } = await run(file);
  expect(code).toBe(0);
  expect(errors.toSorted()).toEqual(
    [
      'line 3: the name "IRON-MAN" already has another account here',
      'line 4: the name "fine_one" or the address is already in line 2',
      'line 5: the name "Fine Two" or the address is already in line 2',
      'line 6: "Much Too Long Name" is not a valid username',
      'line 7: "nowhere" is not a valid email address',
      'line 8: the password hash has no known format: imported without a password',
      'line 9: the password hash takes too much time or memory to check: imported without a password',
      'line 10: the username "Moderator" is reserved for the site',
      'line 11: the email address already has another account here',
    ].toSorted(),
  );
  expect(output).toEqual([
    '4 imported, 0 already here, 7 skipped.',
    `Accounts without a password: 4. Their players get a link by email at ${site.deps.config.siteUrl}/reset.`,
  ]);
});

test('one id is imported once, and only an admin may have a name of the site', async () => {
  const account = (at: string, username: string, change: Partial<AccountToImport> = {}) => ({
    at,
    username,
    email: `${at}@example.test`,
    storedHash: null,
    ...change,
  });
  const accounts = [
    account('first', 'Id One', { uid: 'same' }),
    account('second', 'Id Two', { uid: 'same' }),
    account('third', 'Owner', { rights: 3 }),
    account('fourth', 'Support', { rights: 2 }),
  ];
  const options = { actor: commandLine, source: 'a test', onProgress() {} };
  const { imported, skipped } = await transaction(site.deps.db, (trx) =>
    importAccounts(site.deps, trx, accounts, options),
  );
  expect(imported.map(({ at }) => at)).toEqual(['first', 'third']);
  expect(skipped.map(({ at }) => at)).toEqual(['second', 'fourth']);
});

test('an address that only the sign-in knows is skipped', async () => {
  const { db } = site.deps;
  const email = 'left-behind@example.test';
  await db
    .insertInto('identity_users')
    .values({ uid: 'left-behind', email, email_key: email, password_hash: 'none' })
    .execute();
  const rows = ['Behind,LEFT-behind@example.test', 'Goes On,goes.on@example.test'];
  const file = await write('behind.csv', `name,email\n${rows.join('\n')}\n`);
  expect(await run(file)).toMatchObject({
    output: ['1 imported, 0 already here, 1 skipped.', expect.any(String)],
    errors: ['line 2: the email address is already known to the sign-in'],
  });
  const names = await db
    .selectFrom('accounts')
    .select('username')
    .where('username', 'in', ['Behind', 'Goes On'])
    .execute();
  expect(names).toEqual([{ username: 'Goes On' }]);
});

test('JSON lists and JSON lines work too', async () => {
  const entry = (name: string) => ({ username: name, email: `${name}@example.test`, hash: bcrypt });
  const list = await write('list.json', JSON.stringify([entry('Listed'), { username: 'No mail' }]));
  expect(await run(list)).toMatchObject({
    output: ['1 imported, 0 already here, 1 skipped.'],
    errors: ['entry 2: "" is not a valid email address'],
  });
  const lines = await write('lines.jsonl', `${JSON.stringify(entry('Lined'))}\n\n`);
  expect(await run(lines)).toMatchObject({ output: ['1 imported, 0 already here, 0 skipped.'] });
  await fetchTokens(site.app, 'lined@example.test', password);
});

test('an imported account gets the name that was reserved for it', async () => {
  const names = await write('names.txt', 'Reserved Me\nStays Kept\n');
  await execute(['reserve-names', names]);
  const file = await write('reserved.csv', 'name,email\nreserved_me,reserved@example.test\n');
  expect(await run(file)).toMatchObject({ code: 0, errors: [] });
  const reserved = await site.deps.db.selectFrom('reserved_names').select('username').execute();
  expect(reserved).toEqual([{ username: 'Stays Kept' }]);
  const account = await site.deps.db
    .selectFrom('accounts')
    .select(['username', 'email', 'user_rights', 'community_manager', 'email_verified_at'])
    .select(['identity_provider', 'pending_since'])
    .where('username_key', '=', 'reserved me')
    .executeTakeFirstOrThrow();
  expect(account).toEqual({
    username: 'reserved_me',
    email: 'reserved@example.test',
    user_rights: 0,
    community_manager: false,
    email_verified_at: null,
    identity_provider: 'embedded',
    pending_since: null,
  });
});

test('a name that a renamed player may take back is not given away', async () => {
  const { id } = await site.addPlayer('Renamed Now');
  await site.deps.db
    .insertInto('reserved_names')
    .values({
      username: 'Renamed Once',
      username_key: 'renamed once',
      account_id: id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  await sql`insert into retired_names (name_hash) values (name_hash('long gone'))`.execute(
    site.deps.db,
  );
  const lines = ['renamed-once,once@example.test', 'Long_Gone,gone@example.test'];
  const file = await write('kept.csv', `name,email\n${lines.join('\n')}\n`);
  expect(await run(file)).toMatchObject({
    output: ['0 imported, 0 already here, 2 skipped.'],
    errors: [
      'line 2: the name "renamed-once" is kept for a player who was renamed',
      'line 3: the name "Long_Gone" belonged to an account that was deleted here',
    ],
  });
});

describe('a bad file ends with one line and changes nothing:', () => {
  test.each<[string, string, string | Buffer, RegExp]>([
    ['an empty file', 'empty.csv', '', /is empty/],
    ['a cut CSV', 'cut.csv', 'name,email,hash\nA,a@b.test,x\nB,b@', /incomplete: line 3/],
    ['an open quote', 'quote.csv', 'name,email\nA,a@b.test\n"B,b@b.test', /incomplete: line 3/],
    ['no header', 'header.csv', 'A,a@b.test\n', /unknown or repeated column "A"/],
    ['an unknown column', 'column.csv', 'name,email,pass\nA,a@b.test,x\n', /column "pass"/],
    ['no email column', 'short.csv', 'name,hash\nA,x\n', /no column email/],
    ['a cut list', 'cut.json', '[{"name":"A","email":"a@b.test"},{"na', /not valid JSON/],
    ['a cut line', 'cut.jsonl', '{"name":"A","email":"a@b.test"}\n{"na', /^Line 2 of .*JSON/],
    ['a list of numbers', 'numbers.json', '[1]', /entry 1 is not an account/],
    ['a list as name', 'texts.json', '[{"name":["A"],"email":"a@b.test"}]', /name in entry 1/],
    ['UTF-16', 'wide.csv', Buffer.from('name,email\nA,a@b.test', 'utf16le'), /UTF-8/],
    ['Latin-1', 'latin.csv', Buffer.from('name,email\nR\u{e9},a@b.test', 'latin1'), /UTF-8/],
  ])('%s', async (_what, name, content, message) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    const before = await dump();
    const { code, output, errors } = await run(file);
    expect({ code, output }).toEqual({ code: 1, output: [] });
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(errors[0]).not.toContain('\n');
    expect(await dump()).toEqual(before);
  });

  test('a missing file, and a folder', async () => {
    expect(await run('/nowhere.csv')).toMatchObject({
      code: 1,
      errors: ['/nowhere.csv cannot be read: it does not exist.'],
    });
    expect(await run(folder)).toMatchObject({
      code: 1,
      errors: [`${folder} cannot be read: it is a folder.`],
    });
  });
});

test('with Firebase the passwords belong into Firebase', async () => {
  const file = await write('firebase.csv', 'name,email\nNope,nope@example.test\n');
  const identity = { ...createIdentity(site.deps), name: 'firebase' as const };
  const { code, errors } = await execute(['import accounts', file], { identity });
  expect(code).toBe(2);
  expect(errors[0]).toContain('Unknown command');
  const refused = await execute(['import', 'accounts', file], { identity });
  expect(refused).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('firebase auth:import')],
  });
});

test('help shows the two words of the command', async () => {
  const { output } = await execute(['import', 'accounts', '--help']);
  expect(output[0]).toContain('npm run admin -- import accounts FILE [options]');
});

async function write(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

function run(file: string, ...options: string[]) {
  return execute(['import', 'accounts', file, ...options]);
}

function execute(args: string[], replaced?: Partial<TestApp['deps']>) {
  return executeOn(site, args, replaced);
}

async function dump() {
  const { db } = site.deps;
  return {
    accounts: await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('identity_users').selectAll().orderBy('uid').execute(),
    audit: await db.selectFrom('audit_log').select('id').execute(),
  };
}

function lastAudit() {
  const query = site.deps.db.selectFrom('audit_log').selectAll();
  return query.orderBy('id', 'desc').executeTakeFirst();
}
