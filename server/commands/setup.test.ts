import { afterEach, expect, test } from 'vitest';

import { markSetupStep } from '#server/features/setup/setup.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { usualScopes } from '#shared/rules/game-setup.ts';
import { setupSteps } from '#shared/rules/setup-steps.ts';

import { runCommandLine } from './run-command-line.ts';
import type { Terminal } from './terminal.ts';

let site: TestApp;

afterEach(() => site.close());

const questions = {
  name: 'Name of the site [Wynhold]: ',
  palette: 'Palette (gold, ember, moss, sea, amethyst, silver): ',
  username: 'Username of the first admin: ',
  mail: 'Address for a test email: ',
  server: 'Name of a new game server: ',
  game: 'Its game (lostcity, 2006scape, java, simulator, other) [lostcity]: ',
};

test('everything skipped changes nothing and lists what is open', async () => {
  await open();
  const { deps } = site;
  const admin = { actor: commandLine, email: 'owner@example.test' };
  await markSetupStep(deps, admin, { name: 'launcher', mark: 'skipped' });
  const before = await readAll();
  const { code, asked, text, errors } = await setup(['', '', '', '', '']);
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  const { game: _onlyWithServer, ...five } = questions;
  expect(asked).toEqual(Object.values(five));
  expect(await readAll()).toEqual(before);
  expect(site.mails).toEqual([]);
  expect(text).toContain('- First admin. Nobody can open the admin area yet.');
  expect(text).toContain('- Email, tested. Without it nobody can reset a password');
  expect(text).toContain('- Game server, connected. It fills the hiscores');
  expect(text).not.toContain('- Launcher');
});

test('everything answered sets the site up', async () => {
  await open();
  const { code, errors, text } = await setup(
    [
      'Stormreach',
      'Sea',
      'Keeper',
      'owner@example.test',
      'me@example.test',
      'World 1',
      'simulator',
    ],
    [testPassword, testPassword],
  );
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  const { accounts, versions, servers, audit } = await readAll();
  expect(accounts).toMatchObject([{ username: 'Keeper', user_rights: 3 }]);
  expect(versions).toMatchObject([
    { document: { name: 'Stormreach', palette: { kind: 'curated', name: 'sea' } } },
  ]);
  expect(servers).toMatchObject([{ name: 'World 1' }]);
  expect(audit.map(({ actor_name: by, action }) => `${by}: ${action}`)).toEqual([
    'command line: appearance/published',
    'command line: accounts/rights-changed',
    'command line: site/setting-changed',
    'command line: servers/created',
    'command line: servers/token-created',
  ]);
  const signIn = { email: 'owner@example.test', password: testPassword, returnSecureToken: true };
  const url = '/idp/v1/accounts:signInWithPassword?key=embedded';
  expect((await site.app.inject(json('POST', url, signIn))).statusCode).toBe(200);
  expect(site.mails.map(({ to }) => to)).toContain('me@example.test');
  expect(text).toContain(
    'The mail server mail.example:587 accepted the email for me@example.test.',
  );
  expect(text).toContain('The first sign-in asks for two-factor');
  expect(text).toContain('npm run adapter -- simulator --check');
  const [token = '', ...others] = text.match(/gb_\d+_[\w-]{43}/g) ?? [];
  expect(others, 'the token is printed once').toEqual([]);
  const headers = { authorization: `Bearer ${token}` };
  const contracts = await site.app.inject({ url: '/api/bridge/v1/contracts', headers });
  expect(contracts.statusCode).toBe(200);
  expect(text).not.toContain(testPassword);
  const stillOpen = text.slice(text.indexOf('Still open:'));
  expect(stillOpen).not.toMatch(/First admin|Name and colours|Email, tested/);
  expect(stillOpen).toContain('- Two-factor sign-in of every admin.');
});

test('a bad answer is asked again with the reason', async () => {
  await open();
  await site.addPlayer('Taken');
  await setup(['', '', '', '', 'World 1', '']);
  const { code, errors, asked, text } = await setup(
    [
      ['x'.repeat(41), '', 'pink', 'moss'],
      ['_bad_', 'Taken', 'nobody', 'a@example.test', 'Keeper', 'a@example.test'],
      ['me', '', 'World 1', 'World 2', 'chess', 'other'],
    ].flat(),
    ['short', testPassword, testPassword, testPassword, testPassword],
  );
  expect({ code, errors }).toEqual({ code: 0, errors: [] });
  const count = (question: string) => asked.filter((one) => one === question).length;
  expect(Object.values(questions).map(count)).toEqual([2, 2, 3, 2, 2, 2]);
  expect(text).toContain('Choose one of: gold, ember, moss, sea, amethyst, silver.');
  expect(text).toContain('already taken');
  expect(text.match(/Enter an email address like name@example\.com\./g)).toHaveLength(2);
  expect(text).toContain('Use at least 8 characters.');
  expect(text).toContain('Choose one of: lostcity, 2006scape, java, simulator, other.');
  const { accounts, versions, servers } = await readAll();
  expect(accounts.map(({ username, user_rights: rights }) => [username, rights])).toEqual([
    ['Taken', 0],
    ['Keeper', 3],
  ]);
  expect(versions).toMatchObject([{ document: { name: 'Wynhold', palette: { name: 'moss' } } }]);
  expect(servers.map(({ name }) => name)).toEqual(['World 1', 'World 2']);
});

test('with an admin it asks for none, and says which setting of the mail server is wrong', async () => {
  await open(Object.assign(new Error('535 wrong password'), { code: 'EAUTH' }));
  await site.addPlayer('Landlord', 3);
  const { code, asked, text } = await setup(['', '', 'me@example.test', '']);
  expect(code).toBe(0);
  expect(asked).not.toContain(questions.username);
  expect(text).toContain('refused the user name and password in SMTP_URL: 535 wrong password');
  expect(text).toContain('- Email, tested.');
});

test.each([
  ['off', {}, 'Payments are now: Off.', 'PAYMENTS=stripe'],
  ['sandbox', {}, 'Payments use the built-in sandbox', 'PAYMENTS=off'],
  ['test', keys('sk_test_1'), 'Payments are now: Test.', 'STRIPE_SECRET_KEY=sk_live_…'],
])('with payments %s it prints what is set and what to put in', async (mode, more, now, line) => {
  await open(undefined, { PAYMENTS: mode, ...more });
  const { text } = await setup(['', '', '', '', '']);
  expect(text).toContain(now);
  expect(text).toContain(line);
  expect(text).toContain('/api/shop/webhook');
  expect(text).not.toContain('sk_test_1');
});

test('a new game server is set up for Lost City unless another game is named', async () => {
  await open();
  const { text } = await setup(['', '', '', '', 'World 1', '']);
  expect(text).toContain('npm run adapter -- lostcity --check');
  expect(text).toContain(`BRIDGE_URL=${site.deps.config.siteUrl}`);
  const { rights } = await site.deps.db
    .selectFrom('game_tokens')
    .select('scopes as rights')
    .executeTakeFirstOrThrow();
  expect(rights.toSorted()).toEqual(usualScopes.toSorted());
});

test('an admin who needs no second factor is advised to turn it on', async () => {
  await open(undefined, { STAFF_TWO_FACTOR: 'off' });
  const answers = ['', '', 'Keeper', 'owner@example.test', '', ''];
  const { text } = await setup(answers, [testPassword, testPassword]);
  expect(text).toContain('Turn two-factor sign-in on in the settings of your profile.');
  expect(text).not.toContain('The first sign-in asks for two-factor');
});

test('when nothing is open it says so, and a demo has no list', async () => {
  await open();
  const admin = { actor: commandLine, email: 'owner@example.test' };
  for (const name of setupSteps) {
    await markSetupStep(site.deps, admin, { name, mark: 'skipped' });
  }
  await site.addPlayer('Landlord', 3);
  const { text } = await setup(['', '', '', '']);
  expect(text.split('\n').at(-1)).toBe('All done.');
  await site.close();
  await open(undefined, { DEMO: 'on' });
  const demo = await setup(['', '', '', '', '']);
  expect(demo.code).toBe(0);
  expect(demo.text).not.toMatch(/Still open|All done/);
});

test('Ctrl+C keeps the steps before it', async () => {
  await open();
  const { code, errors } = await setup(['Stormreach', 'gold']);
  expect({ code, errors }).toEqual({
    code: 1,
    errors: ['Stopped. The steps before this one are saved.'],
  });
  const { versions, accounts } = await readAll();
  expect(versions).toMatchObject([{ document: { name: 'Stormreach' } }]);
  expect(accounts).toEqual([]);
});

test('without a terminal it says what to use instead and changes nothing', async () => {
  await open();
  const before = await readAll();
  const { code, errors, text } = await setup(undefined);
  expect({ code, errors, text }).toEqual({
    code: 1,
    errors: [
      'Not an interactive terminal: use create-admin and test-mail, and Admin → Setup for the rest.',
    ],
    text: '',
  });
  expect(await readAll()).toEqual(before);
});

function keys(secretKey: string) {
  return { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: 'whsec_1' };
}

async function open(mailFailure?: Error, settings: Record<string, string> = {}): Promise<void> {
  const smtp = { SMTP_URL: 'smtp://someone:secret@mail.example' };
  site = await openTestApp({
    settings: { DEMO: 'off', STAFF_TWO_FACTOR: 'on', ...smtp, ...settings },
  });
  if (mailFailure) site.deps.mailer.send = () => Promise.reject(mailFailure);
}

/** The terminal is interactive if there are answers. Running out of them is like Ctrl+C. */
async function setup(answers: string[] | undefined, hidden: string[] = []) {
  const output: string[] = [];
  const errors: string[] = [];
  const asked: string[] = [];
  async function answer(question: string, from: string[]): Promise<string> {
    asked.push(question);
    const next = from.shift();
    if (next === undefined) throw new StartupError('Stopped. Nothing was changed.');
    return next;
  }
  const terminal: Terminal = {
    isInteractive: answers !== undefined,
    print: (line) => void output.push(line),
    printError: (line) => void errors.push(line),
    ask: (question) => answer(question, answers ?? []),
    askHidden: (question) => answer(question, hidden),
    readAll: async () => '',
  };
  const openDeps = async () => ({ ...site.deps, close: async () => {} });
  const loadConfig = () => site.deps.config;
  const code = await runCommandLine(['setup'], { terminal, openDeps, loadConfig });
  return { code, errors, asked, text: output.join('\n') };
}

async function readAll() {
  const { db } = site.deps;
  return {
    accounts: await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    versions: await db.selectFrom('appearance_versions').selectAll().orderBy('id').execute(),
    servers: await db.selectFrom('game_servers').selectAll().orderBy('id').execute(),
    audit: await db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    settings: await db.selectFrom('settings').selectAll().execute(),
  };
}
