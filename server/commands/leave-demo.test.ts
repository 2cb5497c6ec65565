import { existsSync } from 'node:fs';

import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

import { assertNoDemoContent } from '#server/demo/leave-demo.service.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import {
  demoAccounts,
  demoPassword,
  loadDemoPlayers,
} from '#server/features/accounts/accounts.demo.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { outboxFolder, writeToOutbox } from '#server/lib/mail/mail-outbox.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { runCommandLine } from './run-command-line.ts';
import type { Terminal } from './terminal.ts';

let site: TestApp;

afterEach(() => site.close());

test('leave-demo removes demo accounts and content, and keeps registered accounts', async () => {
  site = await openTestApp({ settings: { DATA_DIR: await createTemporaryFolder() } });
  await loadDemo(site.deps);
  await writeToOutbox(outboxFolder(site.deps.config), Buffer.from('Subject: a reset link'));
  const person = await site.addPlayer('Real Person', 3);
  const { id } = await site.deps.db
    .updateTable('accounts')
    .set({ community_manager: true })
    .where('username', '=', 'Real Person')
    .returning('id')
    .executeTakeFirstOrThrow();
  const optOut = { account_id: id };
  await site.deps.db.insertInto('event_reminder_opt_outs').values(optOut).execute();
  await expect(assertNoDemoContent(site.deps)).rejects.toThrow('npm run admin -- leave-demo');

  const { code, output } = await run(['leave-demo', '--yes']);
  expect({ code, output }).toEqual({
    code: 0,
    output: [
      'The demo was removed. Accounts kept: 1. Next, create an admin: npm run admin -- create-admin',
    ],
  });

  await expect(assertNoDemoContent(site.deps)).resolves.toBeUndefined();
  for (const { email } of demoAccounts) expect(await signIn(email, demoPassword)).toBe(400);
  expect(await signIn(person.email, testPassword)).toBe(200);
  const accounts = await site.deps.db.selectFrom('accounts').selectAll().execute();
  expect(accounts).toMatchObject([
    { username: 'Real Person', user_rights: 0, community_manager: false },
  ]);
  const optOuts = site.deps.db.selectFrom('event_reminder_opt_outs').selectAll();
  expect(await optOuts.execute()).toEqual([optOut]);
  const verify = { url: '/auth/verify', headers: { cookie: person.cookie } };
  expect((await site.app.inject(verify)).statusCode).toBe(401);
  expect((await site.app.inject('/api/events')).json()).toEqual([]);
  expect((await site.app.inject('/api/polls')).json()).toEqual([]);
  expect((await site.app.inject('/api/hiscores')).json()).toEqual([]);
  expect(existsSync(outboxFolder(site.deps.config))).toBe(false);
  expect((await runLedgerCheck(site.deps)).isSound).toBe(true);
  const { rows } = await sql`select 1 from pg_trigger where tgenabled <> 'O'`.execute(site.deps.db);
  expect(rows, 'the triggers of the ledger are enabled again').toEqual([]);
});

test('leave-demo fails without demo content', async () => {
  site = await openTestApp();
  await site.addPlayer('Real Person');
  const { code, errors } = await run(['leave-demo', '--yes']);
  expect({ code, errors }).toEqual({ code: 1, errors: ['This database has no demo content.'] });
  await expect(assertNoDemoContent(site.deps)).resolves.toBeUndefined();
});

test.each([
  ['no interactive terminal', undefined, 'Pass --yes to delete the demo content.'],
  ['an answer other than yes', ['no'], 'Stopped. Nothing was changed.'],
])('with %s it changes nothing', async (_case, answers, text) => {
  site = await openTestApp();
  await loadDemoPlayers(site.deps.db);
  const { code, errors } = await run(['leave-demo'], answers);
  expect({ code, errors }).toEqual({ code: 1, errors: [text] });
  await expect(assertNoDemoContent(site.deps)).rejects.toThrow(
    'This database holds the demo accounts',
  );
});

async function run(args: string[], answers?: string[]) {
  const output: string[] = [];
  const errors: string[] = [];
  const terminal: Terminal = {
    isInteractive: answers !== undefined,
    print: (line) => void output.push(line),
    printError: (line) => void errors.push(line),
    ask: async () => answers?.shift() ?? '',
    askHidden: async () => '',
    readAll: async () => '',
  };
  const openDeps = async () => ({ ...site.deps, close: async () => {} });
  return {
    code: await runCommandLine(args, { terminal, openDeps, loadConfig: () => site.deps.config }),
    output,
    errors,
  };
}

async function signIn(email: string, password: string): Promise<number> {
  const url = '/idp/v1/accounts:signInWithPassword?key=embedded';
  const body = { email, password, returnSecureToken: true };
  return (await site.app.inject(json('POST', url, body))).statusCode;
}
