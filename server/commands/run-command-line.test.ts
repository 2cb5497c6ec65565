import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { insertRow } from '#server/db/rows.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { findMiscounts, reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { getSetup } from '#server/features/setup/setup.service.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { startSmtp } from '#server/testing/smtp-server.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { json, openTestApp, testConfig, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { runCommandLine } from './run-command-line.ts';
import type { CommandLineDeps } from './run-command-line.ts';
import type { Terminal } from './terminal.ts';

let site: TestApp;

beforeAll(async () => {
  site = await openTestApp();
  await site.addPlayer('Taken One');
});

afterAll(() => site.close());

test('create-admin makes an account that can sign in and has all rights', async () => {
  const args = ['create-admin', '--username', 'Owner One', '--email', 'one@example.test'];
  const { code, output } = await run([...args, '--password-stdin'], { piped: testPassword });
  expect({ code, output }).toEqual({
    code: 0,
    output: ['Owner One is now an admin and signs in as one@example.test.'],
  });
  expect(await rightsOf('owner one')).toBe(3);
  expect(await signIn('one@example.test', testPassword)).toBe(200);
  expect(await lastAudit()).toMatchObject({
    actor_id: null,
    actor_name: 'command line',
    action: 'accounts/rights-changed',
    subject: 'owner one',
    after: { rights: 3 },
  });
});

test('recount-hiscores repairs counts that do not agree with the scores', async () => {
  const { db } = site.deps;
  const reports = ['Amy', 'Zed'].map((name) => reportOf(name, { Attack: 83 }));
  await ingestStats(site.deps, { reports });
  await sql`update hiscore_blocks set n16 = n16 + 5`.execute(db);
  const { code, output } = await run(['recount-hiscores']);
  // Attack and Overall of both players.
  expect({ code, output }).toEqual({ code: 0, output: ['4 scores counted.'] });
  expect(await findMiscounts(db)).toEqual([]);
  expect(await lastAudit()).toMatchObject({ action: 'hiscores/recounted' });
});

test('add-skill adds a skill once, and says why it does not', async () => {
  const added = await run(['add-skill', 'Deep Sailing', '30', '--icon', 'sailing']);
  expect(added.code).toBe(0);
  expect(added.output.join()).toMatch(
    /^Deep Sailing is now skill 22, with the game id 30\. \d+ play/,
  );
  expect(await lastAudit()).toMatchObject({ action: 'hiscores/skill-added' });
  const again = await run(['add-skill', 'Deep Sailing', '31']);
  expect(again.code).toBe(1);
  expect([...again.output, ...again.errors].join()).toContain('already a skill named Deep Sailing');
  const bad = await run(['add-skill', 'Hunter', 'x']);
  expect(bad.code).toBe(1);
  expect((await run(['add-skill', 'Hunter'])).code).toBe(2);
});

test('reserve-names and release-name', async () => {
  const file = path.join(await createTemporaryFolder(), 'names.txt');
  await writeFile(file, 'iron_ada, ada@example.test\r\nolga\ntaken_one\n\n__bad__\nzed,nowhere\n');
  const readNames = () =>
    site.deps.db.selectFrom('reserved_names').select(['username', 'email']).orderBy('username');
  const reserved = await run(['reserve-names', file]);
  expect(reserved).toMatchObject({
    code: 0,
    output: [
      'taken_one already has an account.',
      '2 reserved, 0 already reserved, 1 with an account.',
    ],
    errors: ['line 5: "__bad__" is not a username', 'line 6: "nowhere" is not an email address'],
  });
  expect(await lastAudit()).toMatchObject({
    action: 'accounts/names-reserved',
    after: { names: 2 },
  });
  expect(await readNames().execute()).toEqual([
    { username: 'iron_ada', email: 'ada@example.test' },
    { username: 'olga', email: null },
  ]);
  await writeFile(file, 'IRON_ADA\tnew@example.test\nolga;olga@example.test');
  expect(await run(['reserve-names', file])).toMatchObject({
    code: 0,
    output: ['0 reserved, 2 already reserved, 0 with an account.'],
    errors: [],
  });
  expect(await readNames().execute()).toEqual([
    { username: 'iron_ada', email: 'new@example.test' },
    { username: 'olga', email: 'olga@example.test' },
  ]);
  const args = ['create-admin', '--username', 'Olga', '--email', 'olga@example.test'];
  const refused = await run([...args, '--password-stdin'], { piped: testPassword });
  expect(refused).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('belongs to a player of the game')],
  });
  expect(await run(['release-name', 'Olga'])).toMatchObject({
    code: 0,
    output: ['Olga can be registered now.'],
  });
  expect(await lastAudit()).toMatchObject({ action: 'accounts/name-released', subject: 'olga' });
  expect((await run([...args, '--password-stdin'], { piped: testPassword })).code).toBe(0);
  expect(await run(['release-name', 'Olga'])).toMatchObject({
    code: 1,
    errors: ['The name Olga is not reserved.'],
  });
  expect((await run(['reserve-names', '/nowhere'])).code).toBe(1);
});

test('create-admin asks until the answers are valid', async () => {
  const { code, output, asked } = await run(['create-admin'], {
    answers: ['_bad_', 'Asked Owner', 'nothing', 'asked@example.test'],
    hidden: ['short', testPassword, 'a slip of the finger', testPassword, testPassword],
  });
  expect(code).toBe(0);
  expect(asked).toEqual([
    'Username: ',
    'Username: ',
    'Email: ',
    'Email: ',
    'Password: ',
    'Password: ',
    'Password again: ',
    'Password: ',
    'Password again: ',
  ]);
  expect(output).toContain('Use at least 8 characters.');
  expect(output).toContain('The passwords do not match.');
  expect(output.join('\n')).not.toContain(testPassword);
  expect(await rightsOf('asked owner')).toBe(3);
});

test('create-admin without an interactive terminal says which options to pass', async () => {
  const { code, errors } = await run(['create-admin', '--username', 'Alone']);
  expect(code).toBe(1);
  expect(errors).toEqual([
    'Not an interactive terminal: pass --username, --email and --password-stdin.',
  ]);
});

test('create-admin needs a name and an address for a password from a pipe, and asks only for the rest', async () => {
  const piped = { answers: [], piped: testPassword };
  for (const given of [
    ['--username', 'Piped'],
    ['--email', 'piped@example.test'],
  ]) {
    const { code, errors } = await run(['create-admin', ...given, '--password-stdin'], piped);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: ['With --password-stdin, pass --username and --email too.'],
    });
  }
  const { asked } = await run(['create-admin', '--email', 'rest@example.test'], {
    answers: ['Rest Owner'],
    hidden: [testPassword, testPassword],
  });
  expect(asked).toEqual(['Username: ', 'Password: ', 'Password again: ']);
  expect(await rightsOf('rest owner')).toBe(3);
  expect(await signIn('rest@example.test', testPassword)).toBe(200);
});

test.each([
  ['a taken name', 'Taken One', 'other@example.test', testPassword, 'already taken'],
  ['a reserved name', 'Admin', 'other@example.test', testPassword, 'reserved'],
  ['a bad name', 'much too long a name', 'other@example.test', testPassword, '1 to 12 letters'],
  ['a bad address', 'Fresh', 'a@b\r\nc', testPassword, 'email address'],
  ['a short password', 'Fresh', 'other@example.test', 'short', 'at least 8'],
  ['a common password', 'Fresh', 'other@example.test', 'password123', 'common'],
])(
  'create-admin refuses %s and leaves nothing behind',
  async (_case, username, email, piped, text) => {
    const before = await countAccounts();
    const args = ['create-admin', '--username', username, '--email', email, '--password-stdin'];
    const { code, errors } = await run(args, { piped });
    expect(code).toBe(1);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(text);
    expect(await countAccounts()).toBe(before);
  },
);

test('set-rights changes rights, by any spelling of the name', async () => {
  await site.addPlayer('Iron Man');
  const { code, output } = await run(['set-rights', 'IRON_MAN', '2']);
  expect({ code, output }).toEqual({ code: 0, output: ['Iron Man now has rights 2 (staff).'] });
  expect(await rightsOf('iron man')).toBe(2);
});

test.each([
  [['set-rights', 'Iron Man', '4'], 1, 'N must be 0, 1, 2 or 3, not 4.'],
  [['set-rights', 'Nobody', '1'], 1, 'There is no player by that name.'],
  [['set-rights', 'Iron Man'], 2, 'N is missing.'],
  [
    ['set-rights', 'Iron', 'Man', '1'],
    2,
    'Unexpected argument: 1. Put a name with spaces in quotes.',
  ],
  [['set-rights', 'Iron Man', '1', '--force'], 2, "Unknown option '--force'."],
  [['list-sessions', 'Nobody'], 1, 'There is no player by that name.'],
  [['reset-password', 'Nobody'], 1, 'There is no player by that name.'],
])('%j is refused', async (args, code, text) => {
  const result = await run(args);
  expect(result.code).toBe(code);
  expect(result.errors[0]?.split('\n')[0]).toBe(text);
  expect(result.output).toEqual([]);
});

test('reset-password prints a link that sets a password once', async () => {
  const player = await site.addPlayer('Forgetful');
  const mute = { kind: 'mute', reason: 'Spam', source: 'site', issued_by: 'Mod' } as const;
  await insertRow(site.deps.db, 'sanctions', { ...mute, account_id: player.id });
  const sent = site.mails.length;
  const { code, output } = await run(['reset-password', 'forgetful']);
  // Without a warning: only a ban keeps a player from signing in.
  expect({ code, lines: output.length }).toEqual({ code: 0, lines: 1 });
  const [, link = ''] = output[0]?.split('\n') ?? [];
  expect(link).toMatch(/^http:\/\/localhost:3000\/reset-password\?mode=resetPassword&oobCode=./);
  expect(site.mails).toHaveLength(sent);
  expect((await lastAudit())?.action).toBe('accounts/reset-link-made');

  const oobCode = new URL(link).searchParams.get('oobCode');
  const change = { oobCode, newPassword: 'quite another phrase' };
  const url = '/idp/v1/accounts:resetPassword?key=embedded';
  expect((await site.app.inject(json('POST', url, change))).statusCode).toBe(200);
  expect((await site.app.inject(json('POST', url, change))).statusCode).toBe(400);
  expect(await signIn(player.email, 'quite another phrase')).toBe(200);
});

test('reset-password with a password sets it and signs the player out', async () => {
  const player = await site.addPlayer('Locked Out');
  const args = ['reset-password', 'Locked Out', '--password-stdin'];
  const { code, output } = await run(args, { piped: 'a phrase from a pipe' });
  expect({ code, output }).toEqual({
    code: 0,
    output: ['Locked Out has a new password and was signed out everywhere.'],
  });
  expect(await signIn(player.email, 'a phrase from a pipe')).toBe(200);
  expect(await signIn(player.email, testPassword)).toBe(400);
  const verify = { url: '/auth/verify', headers: { cookie: player.cookie } };
  expect((await site.app.inject(verify)).statusCode).toBe(401);
  expect((await lastAudit())?.action).toBe('accounts/password-set');
});

test('list-sessions shows all players, or one', async () => {
  await site.addPlayer('Seen');
  await site.addPlayer('Seen Too');
  const away = await site.addPlayer('Away');
  await site.deps.db.deleteFrom('sessions').where('account_id', '=', away.id).execute();
  const all = await run(['list-sessions']);
  expect(all.code).toBe(0);
  expect(all.output[0]).toMatch(/^PLAYER +LAST SEEN +SIGNED IN +ADDRESS +DEVICE$/);
  expect(all.output.length).toBeGreaterThan(2);
  const one = await run(['list-sessions', 'seen']);
  expect(one.output).toHaveLength(2);
  expect(one.output[1]).toMatch(/^Seen +\d{4}-\d\d-\d\d \d\d:\d\d +\S+ \S+ +127\.0\.0\.1 +Unknown/);
  expect((await run(['list-sessions', 'Away'])).output).toEqual(['No sessions.']);
});

test('list-sessions has the last seen first, and none that has ended', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('many_doors');
  await db.deleteFrom('sessions').where('account_id', '=', player.id).execute();
  const at = (time: string) => new Date(`2026-01-${time}:00Z`);
  const session = (seen: string, columns: { ip?: string; user_agent?: string; ended?: true }) => {
    const { ended, ...rest } = columns;
    return {
      token_hash: Buffer.from(`list ${seen}`),
      account_id: player.id,
      created_at: at('01T02:03'),
      last_seen_at: at(seen),
      valid_since: at('01T02:03'),
      expires_at: new Date(Date.now() + (ended ? -1000 : 3_600_000)),
      ip: null,
      user_agent: null,
      ...rest,
    };
  };
  await db
    .insertInto('sessions')
    .values([
      session('02T03:04', {}),
      session('04T05:06', { ip: '192.0.2.7', user_agent: 'X11; Linux x86_64; rv:120 Firefox/120' }),
      session('03T04:05', { ip: '192.0.2.8', ended: true }),
    ])
    .execute();
  const { output } = await run(['list-sessions', 'MANY DOORS']);
  expect(output).toEqual([
    'PLAYER      LAST SEEN         SIGNED IN         ADDRESS    DEVICE',
    'Many_Doors  2026-01-04 05:06  2026-01-01 02:03  192.0.2.7  Firefox on Linux',
    'Many_Doors  2026-01-02 03:04  2026-01-01 02:03  -          Unknown browser',
  ]);
});

test('reset-password makes no link for a disabled user, nor where Firebase has the passwords', async () => {
  const player = await site.addPlayer('Shut Out');
  const users = site.deps.db.updateTable('identity_users').set({ is_disabled: true });
  await users.where('email_key', '=', player.email).execute();
  const before = await lastAudit();
  expect(await run(['reset-password', 'Shut Out'])).toMatchObject({
    code: 1,
    output: [],
    errors: ['No link was created: the account was changed just now. Try again.'],
  });
  const identity = { ...site.deps.identity, name: 'firebase' as const };
  const withFirebase = async () => ({ ...site.deps, identity, close: async () => {} });
  const other = await run(['reset-password', 'Iron Man'], {}, { openDeps: withFirebase });
  expect({ code: other.code, errors: other.errors }).toEqual({
    code: 1,
    errors: [
      'Firebase manages the passwords: request an email at http://localhost:3000/reset, or use --password-stdin.',
    ],
  });
  expect(await lastAudit()).toEqual(before);
});

test('the database is closed after a command, also if that fails', async () => {
  let closed = 0;
  const openDeps = async () => ({ ...site.deps, close: async () => void (closed += 1) });
  expect((await run(['list-sessions', 'Seen'], {}, { openDeps })).code).toBe(0);
  expect(closed).toBe(1);
  expect((await run(['list-sessions', 'Nobody'], {}, { openDeps })).code).toBe(1);
  expect(closed).toBe(2);
});

test('the help of a command has its operands, notes and options', async () => {
  const helpOf = async (name: string) => (await run([name, '-h'])).output.join().split('\n');
  expect(await helpOf('create-admin')).toEqual([
    'Usage: npm run admin -- create-admin [options]',
    '',
    'Create an account with all rights.',
    '',
    'Asks for everything that is not given. To make an existing player an admin, use',
    'set-rights NAME 3 instead.',
    '',
    '  --username VALUE  the name in the game',
    '  --email VALUE     the address to sign in with',
    '  --password-stdin  read the password from standard input instead of asking',
  ]);
  const [usage, ...rest] = await helpOf('set-rights');
  expect(usage).toBe('Usage: npm run admin -- set-rights NAME N');
  expect(rest).toContain('N is 0 (player), 1 (moderator), 2 (staff), 3 (admin).');
});

test('reset-second-factor turns it off, once, and signs out', async () => {
  const player = await site.addPlayer('Lost Phone');
  await site.deps.db
    .insertInto('two_factor_secrets')
    .values({ account_id: player.id, secret: 'JBSWY3DPEHPK3PXP', confirmed_at: new Date() })
    .execute();
  const { code, output } = await run(['reset-second-factor', 'lost_phone']);
  expect({ code, output }).toEqual({
    code: 0,
    output: ['Lost Phone now signs in without a second factor.'],
  });
  expect((await lastAudit())?.action).toBe('accounts/two-factor-removed');
  const headers = { cookie: player.cookie };
  expect((await site.app.inject({ url: '/auth/verify', headers })).statusCode).toBe(401);
  const again = await run(['reset-second-factor', 'Lost Phone']);
  expect(again.errors).toEqual(['This player has no two-factor sign-in.']);
});

test('the last admin keeps the rights', async () => {
  await site.addPlayer('Last Admin', 3);
  const others = site.deps.db.updateTable('accounts').set({ user_rights: 0 });
  await others.where('username_key', '!=', 'last admin').execute();
  const { code, errors } = await run(['set-rights', 'Last Admin', '0']);
  expect({ code, errors }).toEqual({ code: 1, errors: ['There must always be one admin.'] });
});

test('every command prints its help without opening the database', async () => {
  const opened = { openDeps: () => Promise.reject(new Error('opened')) };
  const list = await run(['--help'], {}, opened);
  expect(list.code).toBe(0);
  for (const name of ['create-admin', 'set-rights', 'reset-password', 'list-sessions']) {
    expect(list.output[0]).toContain(name);
    const help = await run([name, '--help'], {}, opened);
    expect(help.code).toBe(0);
    expect(help.output[0]).toContain(`Usage: npm run admin -- ${name}`);
  }
});

test('an unknown command and no command print the list', async () => {
  const unknown = await run(['delete-all']);
  expect(unknown.code).toBe(2);
  expect(unknown.errors[0]).toMatch(/^Unknown command: delete-all\.\n\nUsage: /);
  const none = await run([]);
  expect(none.code).toBe(2);
  expect(none.output[0]).toContain('create-admin');
});

describe('test-mail', () => {
  const neverOpened = () => Promise.reject(new StartupError('The data folder is in use.'));
  async function testMail(address: string, smtpUrl: string) {
    const config = testConfig({ SMTP_URL: smtpUrl, DATA_DIR: await createTemporaryFolder() });
    const deps = { openDeps: neverOpened, loadConfig: () => config };
    return run(['test-mail', address], {}, deps);
  }

  test('counts for the step of the dashboard', async () => {
    const server = await startSmtp();
    const { deps } = site;
    const config = { ...deps.config, demo: false, smtpUrl: server.url };
    const open = async () => ({ ...deps, config, close: async () => {} });
    const given = { openDeps: open, loadConfig: () => config };
    expect(await run(['test-mail', 'owner@example.test'], {}, given)).toMatchObject({ code: 0 });
    const { steps } = await getSetup({ ...deps, config }, 'owner@example.test');
    expect(steps.find(({ name }) => name === 'mail')).toMatchObject({ isDone: true });
  });

  test('sends one email without the database and says that it was accepted', async () => {
    const server = await startSmtp();
    const { code, output } = await testMail('owner@example.test', server.url);
    const { host } = new URL(server.url);
    expect({ code, output }).toEqual({
      code: 0,
      output: [
        `The mail server ${host} accepted the email for owner@example.test.`,
        'The dashboard still lists the test as open: send one there too.',
      ],
    });
    expect(await server.read()).toMatchObject([
      { subject: 'Test email from Wynhold', to: [{ address: 'owner@example.test' }] },
    ]);
  });

  test.each([
    [
      'smtp://user:s3cret@127.0.0.1:1',
      /^The mail server 127\.0\.0\.1:1 \(SMTP_URL\) cannot be reached: .*ECONNREFUSED/,
    ],
    ['', /^SMTP_URL is not set: the email was only written to .*outbox\.$/],
  ])('says in one line why %j does not work', async (smtpUrl, text) => {
    const { code, output, errors } = await testMail('owner@example.test', smtpUrl);
    expect({ code, output }).toEqual({ code: 1, output: [] });
    expect(errors).toEqual([expect.stringMatching(text)]);
    expect(errors[0]).not.toMatch(/\n|s3cret/);
  });

  test('says which setting a refusal is about', async () => {
    const server = await startSmtp({ refusals: [553] });
    const { errors } = await testMail('owner@example.test', server.url);
    expect(errors).toEqual([expect.stringContaining('(MAIL_FROM): 553')]);
  });

  test('refuses an invalid address', async () => {
    const { code, errors } = await testMail('owner', 'smtp://127.0.0.1:1');
    expect({ code, errors }).toEqual({ code: 1, errors: ['owner is not an email address.'] });
  });
});

test('a failure is one line without a stack trace', async () => {
  const broken = { openDeps: () => Promise.reject(new Error('the disk is on fire')) };
  const { code, errors } = await run(['list-sessions'], {}, broken);
  expect({ code, errors }).toEqual({
    code: 1,
    errors: ['Failed: the disk is on fire'],
  });
});

type Script = { answers?: string[]; hidden?: string[]; piped?: string };

/** Runs a command on the test's site. The terminal is interactive if the script has answers. */
async function run(args: string[], script: Script = {}, deps: Partial<CommandLineDeps> = {}) {
  const output: string[] = [];
  const errors: string[] = [];
  const asked: string[] = [];
  const answers = [...(script.answers ?? [])];
  const hidden = [...(script.hidden ?? [])];
  const terminal: Terminal = {
    isInteractive: script.answers !== undefined,
    print: (line) => void output.push(line),
    printError: (line) => void errors.push(line),
    ask: async (question) => answer(question, answers),
    askHidden: async (question) => answer(question, hidden),
    readAll: async () => script.piped ?? '',
  };
  function answer(question: string, from: string[]): string {
    asked.push(question);
    const next = from.shift();
    if (next === undefined) throw new Error(`no answer to ${question}`);
    return next;
  }
  const loadConfig = () => site.deps.config;
  const code = await runCommandLine(args, { terminal, openDeps, loadConfig, ...deps });
  return { code, output, errors, asked };
}

async function openDeps() {
  return { ...site.deps, close: async () => {} };
}

async function signIn(email: string, password: string): Promise<number> {
  const url = '/idp/v1/accounts:signInWithPassword?key=embedded';
  const answer = await site.app.inject(
    json('POST', url, { email, password, returnSecureToken: true }),
  );
  return answer.statusCode;
}

async function rightsOf(key: string) {
  const query = site.deps.db.selectFrom('accounts').select('user_rights');
  return (await query.where('username_key', '=', key).executeTakeFirst())?.user_rights;
}

async function countAccounts(): Promise<number> {
  return (await site.deps.db.selectFrom('accounts').select('id').execute()).length;
}

function lastAudit() {
  const query = site.deps.db.selectFrom('audit_log').selectAll();
  return query.orderBy('id', 'desc').executeTakeFirst();
}
