import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { buyCoins } from '#server/features/payments/testing/payments.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { mailKinds } from '#shared/endpoints/mail-texts.ts';
import type { EditedMail, MailKind, MailTextVersion } from '#shared/endpoints/mail-texts.ts';
import { findTextProblems } from '#shared/rules/mail-fill.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

import { composeMail } from './compose-mail.service.ts';

let count = 0;
let site: TestApp;
let admin: TestPlayer;
const problems: string[] = [];
beforeAll(async () => {
  site = await openTestApp({
    settings: { SITE_NAME: 'Stonefall', CONTACT_EMAIL: 'help@stonefall.test' },
    replace: () => ({ onProblem: (what) => void problems.push(what) }),
  });
  admin = await site.addPlayer('Writer', 3);
});
afterAll(() => site.close());
afterEach(async () => {
  await site.deps.db.deleteFrom('mail_text_versions').execute();
  problems.length = 0;
  site.mails.length = 0;
});

const own: MailText = {
  subject: 'A new key for {username}',
  heading: 'Ahoy {username}',
  text: 'Somebody lost a key of {site}.\nYou?\n\n{link}\n\nOtherwise write to {contact}.',
  button: 'Cut a new key',
};

const send = (method: 'PUT' | 'POST', path: string, body: unknown, by = admin) =>
  site.app.inject(json(method, `/api/admin/mail-texts/${path}`, body, by));
const save = (text: unknown, version = 0, kind: MailKind = 'password-reset') =>
  send('PUT', kind, { text, version });
const list = async () =>
  (
    await site.app.inject({ url: '/api/admin/mail-texts', headers: { cookie: admin.cookie } })
  ).json<{ mails: EditedMail[] }>().mails;
const find = async (kind: MailKind) => (await list()).find((mail) => mail.kind === kind);

async function requestReset(player: TestPlayer) {
  const body = { requestType: 'PASSWORD_RESET', email: player.email };
  const url = '/idp/v1/accounts:sendOobCode?key=test';
  expect((await site.app.inject(json('POST', url, body))).statusCode).toBe(200);
  await expect.poll(() => site.mails.length).toBe(1);
  return site.mails[0];
}

const addPlayer = (rights = 0) => site.addPlayer(`Person ${(count += 1)}`, rights);

const storeUnchecked = (document: unknown, kind = 'password-reset') =>
  site.deps.db
    .insertInto('mail_text_versions')
    .values({ kind, version: 1, document: JSON.stringify(document), saved_by: admin.id })
    .execute();

type History = { versions: MailTextVersion[]; page: number; pages: number; total: number };

async function history(kind: MailKind, page = 1): Promise<History> {
  const url = `/api/admin/mail-texts/${kind}/versions?page=${page}`;
  return (await site.app.inject({ url, headers: { cookie: admin.cookie } })).json();
}

function latestEntry() {
  return site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}

describe('the list', () => {
  test('has every kind of email with a default that keeps its own rules', async () => {
    const mails = await list();
    expect(mails.map(({ kind }) => kind)).toEqual([...mailKinds]);
    for (const { kind, initial, text, placeholders, isDefault, version } of mails) {
      expect(findTextProblems(initial, placeholders), kind).toBeUndefined();
      expect({ text, isDefault, version }, kind).toEqual({
        text: initial,
        isDefault: true,
        version: 0,
      });
      expect(placeholders.find(({ name }) => name === 'site')?.sample).toBe('Stonefall');
    }
  });

  test('names nothing of ours, whatever the site is called', async () => {
    expect(JSON.stringify(await list())).not.toMatch(/wynhold/i);
  });
});

describe('a changed text', () => {
  test('is in the next email, with the values of its player', async () => {
    const answer = await save(own);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ text: own, version: 1, isDefault: false });
    expect(answer.json()).toMatchObject({ savedBy: 'Writer', problem: null });
    const player = await site.addPlayer('Ada');
    expect(await requestReset(player)).toMatchObject({
      subject: 'A new key for Ada',
      heading: 'Ahoy Ada',
      paragraphs: ['Somebody lost a key of Stonefall.\nYou?'],
      action: {
        label: 'Cut a new key',
        url: expect.stringMatching(/\/reset-password\?mode=resetPassword&oobCode=/),
      },
      closing: ['Otherwise write to help@stonefall.test.'],
    });
  });

  test('is chosen when the email is composed, inside the transaction of its cause', async () => {
    const withButton = { ...own, text: 'Changed, {username}.' };
    const saved = await save(withButton, 0, 'game-password-set');
    // This email has no link, so its button is left out.
    expect(saved.json()).toMatchObject({ text: { ...withButton, button: null } });
    const player = await site.addPlayer('Grace');
    const body = { password: 'another long phrase' };
    const answer = await site.app.inject(json('PUT', '/api/account/game-password', body, player));
    expect(answer.statusCode, answer.body).toBe(200);
    await expect.poll(() => site.mails[0]?.paragraphs).toEqual(['Changed, Grace.']);
  });

  test('that equals the default is stored as the default', async () => {
    const reset = await find('password-reset');
    expect((await save(reset?.initial)).json()).toMatchObject({ isDefault: true, version: 1 });
    const row = await site.deps.db
      .selectFrom('mail_text_versions')
      .select('document')
      .executeTakeFirstOrThrow();
    expect(row.document).toBeNull();
  });

  test('that differs from the default in its line ends only is stored as the default', async () => {
    const { text, ...initial } = (await find('password-reset'))!.initial;
    const ofWindows = text.replaceAll('\n', '\r\n');
    expect(ofWindows).not.toBe(text);
    const saved = await save({ ...initial, text: ofWindows });
    expect(saved.json()).toMatchObject({ isDefault: true, text: { ...initial, text } });
  });

  test('is audited with what changed', async () => {
    await save(own);
    const initial = (await find('password-reset'))!.initial;
    expect(await latestEntry()).toEqual({
      action: 'mail-texts/changed',
      actor: 'Writer',
      subject: 'password-reset',
      before: initial,
      after: own,
    });
    await save({ ...own, heading: 'Hello' }, 1);
    expect(await latestEntry()).toMatchObject({
      before: { heading: own.heading },
      after: { heading: 'Hello' },
    });
    await send('POST', 'password-reset/reset', { version: 2 });
    expect(await latestEntry()).toEqual({
      action: 'mail-texts/reset',
      actor: 'Writer',
      subject: 'password-reset',
      before: { ...own, heading: 'Hello' },
      after: initial,
    });
    await send('POST', 'receipt/test-mail', (await find('receipt'))?.initial);
    expect(await latestEntry()).toEqual({
      action: 'mail-texts/test-sent',
      actor: 'Writer',
      subject: 'receipt',
      before: null,
      after: null,
    });
  });

  test('leaves the texts and the history of the other emails alone', async () => {
    const other = { ...own, text: 'Changed, {username}.', button: null };
    await save({ ...other, button: 'x' }, 0, 'game-password-set');
    await save(own);
    await save({ ...own, heading: 'Hello' }, 1);
    const shown = async (kind: MailKind) => {
      const mail = await find(kind);
      return [mail?.version, mail?.text, mail?.isDefault, mail?.savedBy];
    };
    expect(await shown('game-password-set')).toEqual([1, other, false, 'Writer']);
    expect(await shown('password-reset')).toEqual([
      2,
      { ...own, heading: 'Hello' },
      false,
      'Writer',
    ]);
    const { initial } = (await find('receipt'))!;
    expect(await shown('receipt')).toEqual([0, initial, true, null]);
    expect((await history('game-password-set')).versions).toMatchObject([
      { version: 1, text: other },
    ]);
  });

  test('names the player of the address, in any case, and else just the player', async () => {
    const { deps } = site;
    const values = { link: 'https://x.test' };
    const compose = async (to: string, username?: string) => {
      const recipient = { to, values, ...(username && { username }) };
      return (await composeMail(deps, deps.db, 'password-reset', recipient)).heading;
    };
    await save(own);
    expect(await compose(admin.email.toUpperCase())).toBe('Ahoy Writer');
    expect(await compose('stranger@example.test')).toBe('Ahoy player');
    expect(await compose(admin.email, 'grace')).toBe('Ahoy Grace');
  });

  test('may be as long as the limits', async () => {
    const longest = {
      subject: 's'.repeat(150),
      heading: 'h'.repeat(100),
      text: `{link}\n\n${'t'.repeat(3992)}`,
      button: 'b'.repeat(40),
    };
    expect((await save(longest)).json()).toMatchObject({ text: longest });
  });

  test('is refused if someone else changed it meanwhile, and theirs stays', async () => {
    const answers = await Promise.all([save(own), save({ ...own, heading: 'Other' })]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'admin/outdated' });
    expect((await save(own, 7)).statusCode).toBe(409);
    expect((await find('password-reset'))?.version).toBe(1);
  });
});

describe('refused with a message at the field', () => {
  test.each([
    ['an unknown placeholder', { text: '{link}\n\n{password}' }, 'text', '{password}'],
    ['an unknown placeholder in the subject', { subject: '{coins}' }, 'subject', '{coins}'],
    ['a text without the link', { text: 'Good luck.' }, 'text', 'must contain {link}'],
    ['a link inside a sentence', { text: 'Open {link} now.' }, 'text', 'line of its own'],
    ['two links', { text: '{link}\n\n{link}' }, 'text', 'only once'],
    ['a link in the subject', { subject: '{link}' }, 'subject', 'only be in the text'],
    ['a line break in the subject', { subject: 'A\nBcc: a@b.test' }, 'subject', 'one line'],
    ['a line break in the button', { button: 'A\r\nB' }, 'button', 'one line'],
    ['a control character', { text: '{link}\n\n\0' }, 'text', 'control characters'],
    ['no subject', { subject: '  ' }, 'subject', 'Enter a subject'],
    ['no button', { button: null }, 'button', 'Enter a label'],
    ['a long subject', { subject: 'x'.repeat(151) }, 'subject', 'at most 150'],
    ['a long heading', { heading: 'x'.repeat(101) }, 'heading', 'at most 100'],
    ['a long text', { text: `{link}\n\n${'x'.repeat(4000)}` }, 'text', 'at most 4000'],
    ['a long button', { button: 'x'.repeat(41) }, 'button', 'at most 40'],
  ])('%s', async (_, change, field, message) => {
    for (const answer of [
      await save({ ...own, ...change }),
      await send('POST', 'password-reset/test-mail', { ...own, ...change }),
    ]) {
      expect(answer.statusCode).toBe(400);
      const { fields } = answer.json<{ fields: Record<string, string> }>();
      const shown = fields[field] ?? fields[`text.${field}`];
      expect(shown).toContain(message);
    }
    expect((await find('password-reset'))?.version).toBe(0);
    expect(site.mails).toEqual([]);
  });

  test('an unknown email', async () => {
    expect((await send('PUT', 'newsletter', { text: own, version: 0 })).statusCode).toBe(400);
  });
});

test('a reset brings the default back, and the history keeps every text', async () => {
  await save(own);
  expect((await send('POST', 'password-reset/reset', { version: 0 })).statusCode).toBe(409);
  const answer = await send('POST', 'password-reset/reset', { version: 1 });
  expect(answer.json()).toMatchObject({ isDefault: true, version: 2 });
  expect(await requestReset(await site.addPlayer('Linus'))).toMatchObject({
    subject: 'Reset your Stonefall password',
  });
  expect(await history('password-reset')).toMatchObject({
    page: 1,
    pages: 1,
    total: 2,
    versions: [
      { version: 2, isDefault: true, savedBy: 'Writer' },
      { version: 1, isDefault: false, text: own },
    ],
  });
});

test('the history has ten texts on a page, the newest first', async () => {
  await site.deps.db
    .insertInto('mail_text_versions')
    .values(
      Array.from({ length: 11 }, (_, at) => ({
        kind: 'password-reset' as const,
        version: at + 1,
        document: JSON.stringify({ ...own, heading: `Number ${at + 1}` }),
        saved_by: null,
      })),
    )
    .execute();
  const [first, second] = [await history('password-reset'), await history('password-reset', 2)];
  expect(first).toMatchObject({ page: 1, pages: 2, total: 11 });
  expect(first.versions.map(({ text }) => text.heading)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Number ${11 - at}`),
  );
  expect(second.versions).toMatchObject([{ version: 1, savedBy: null }]);
});

describe('a stored text that no longer fits', () => {
  test.each([
    ['uses a placeholder that is gone', { ...own, heading: '{guild}' }],
    ['lacks the link', { ...own, text: 'Good luck.' }],
    ['has another shape', { title: 'Hello' }],
  ])('%s: the default is sent, and the problem is logged', async (_, document) => {
    await storeUnchecked(document);
    const mail = await requestReset(await addPlayer());
    expect(mail).toMatchObject({ subject: 'Reset your Stonefall password' });
    expect(mail?.action?.url).toContain('oobCode=');
    expect(problems).toEqual([
      expect.stringMatching(/^The saved text of the email "Password Reset" is not used: /),
    ]);
    expect((await find('password-reset'))?.problem).toEqual(expect.any(String));
  });

  test('does not stop a receipt', async () => {
    await storeUnchecked({ ...own, text: '{gone}' }, 'receipt');
    const buyer = await addPlayer();
    await buyCoins(site, buyer, { amount: 500 });
    await expect
      .poll(() => site.mails.find(({ to }) => to === buyer.email))
      .toMatchObject({ subject: 'Your Stonefall receipt: 500 Wyncoins' });
  });
});

describe('a test email', () => {
  test('goes to the admin, with sample values, and saves nothing', async () => {
    const answer = await send('POST', 'password-reset/test-mail', own);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(site.mails).toMatchObject([
      { to: admin.email, subject: 'Test: A new key for Writer', heading: 'Ahoy Writer' },
    ]);
    expect(site.mails[0]?.action?.url).toContain('oobCode=sample');
    expect((await find('password-reset'))?.version).toBe(0);
  });

  test('can be sent for every kind', async () => {
    const tester = await addPlayer(3);
    for (const { kind, initial } of await list()) {
      const answer = await send('POST', `${kind}/test-mail`, initial, tester);
      expect(answer.statusCode, `${kind} ${answer.body}`).toBe(200);
    }
    expect(site.mails).toHaveLength(mailKinds.length);
    expect(JSON.stringify(site.mails)).not.toMatch(/wynhold|[{}]\w+\}/i);
  });

  test('is limited', async () => {
    const impatient = await addPlayer(3);
    const statuses: number[] = [];
    for (let turn = 0; turn < 21; turn++) {
      statuses.push((await send('POST', 'receipt/test-mail', own, impatient)).statusCode);
    }
    expect(statuses.slice(0, 20)).not.toContain(429);
    expect(statuses[20]).toBe(429);
  });
});
