import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { startSmtp } from '#server/testing/smtp-server.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { claimMails, deleteFinishedMails } from './mail-queue.db.ts';
import { createMailQueue, secondsUntilRetry } from './mail-queue.ts';
import type { Mail } from './mail.ts';
import { createMailer } from './mailer.ts';

let site: TestApp;
let sent: Mail[];
let attempts: Mail[];
let problems: string[];
let failWith: Error | undefined;

beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  sent = [];
  attempts = [];
  problems = [];
  failWith = undefined;
  await site.deps.db.deleteFrom('mails').execute();
});

/** Acts as one process of the site. */
function openQueue(mailer: Partial<Deps['mailer']> = {}, isAwaited = true) {
  const send = async (mail: Mail) => {
    attempts.push(mail);
    if (failWith) throw failWith;
    sent.push(mail);
  };
  const queue = createMailQueue(
    {
      ...site.deps,
      mailer: { send, close() {}, ...mailer },
      onProblem: (what) => void problems.push(what),
    },
    {
      composeReset: async ({ uid, email }) =>
        uid === 'gone' ? undefined : { ...mailTo(email), heading: `link for ${uid}` },
      composeConfirmation: async ({ uid, email }) =>
        uid === 'gone' ? undefined : { ...mailTo(email), heading: `confirmation for ${uid}` },
      composeNameClaim: nothing,
      isAwaited,
    },
  );
  queue.start();
  return queue;
}

const nothing = async () => undefined;
const noLinks = {
  composeReset: nothing,
  composeConfirmation: nothing,
  composeNameClaim: nothing,
};

const mailTo = (to: string) => ({ to, subject: 'News', heading: 'News', paragraphs: ['Hello.'] });

const readRows = () => site.deps.db.selectFrom('mails').selectAll().orderBy('id').execute();

/** Moves all stored times back by the interval. */
async function passTime(interval: string): Promise<void> {
  await sql`
    update mails set created_at = created_at - ${interval}::interval,
      due_at = due_at - ${interval}::interval, give_up_at = give_up_at - ${interval}::interval,
      finished_at = finished_at - ${interval}::interval`.execute(site.deps.db);
}

const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
const refused = (response: string) =>
  Object.assign(new Error(`Recipient command failed: ${response}`), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response,
  });

test('a confirmation link is created when the email is sent, and not for a user who is gone', async () => {
  const queue = openQueue();
  for (const confirmUid of ['here', 'gone']) {
    await queue.add(site.deps.db, { to: 'ada@example.test', subject: 'Confirm', confirmUid });
  }
  expect(sent.map(({ heading }) => heading)).toEqual(['confirmation for here']);
  expect(await readRows()).toMatchObject([{ state: 'sent', content: null }]);
  await queue.close();
});

test('an email is sent after the commit, and its text is then deleted', async () => {
  const queue = openQueue();
  await transaction(site.deps.db, async (trx) => {
    await queue.add(trx, mailTo('ada@example.test'));
    expect(sent).toEqual([]);
  });
  expect(sent).toMatchObject([mailTo('ada@example.test')]);
  expect(await readRows()).toMatchObject([{ state: 'sent', content: null, last_error: null }]);
});

test('an email of a transaction that is rolled back is never sent', async () => {
  const queue = openQueue();
  const work = transaction(site.deps.db, async (trx) => {
    await queue.add(trx, mailTo('ada@example.test'));
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  await queue.send();
  expect(sent).toEqual([]);
});

test('emails wait while the mail server is unreachable, and are sent when it is back', async () => {
  const queue = openQueue();
  failWith = unreachable();
  await queue.add(site.deps.db, mailTo('ada@example.test'));
  const [row] = await readRows();
  expect(row).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(row?.last_error).toContain('ECONNREFUSED');
  expect(Number(row?.due_at) - Number(row?.created_at)).toBeGreaterThanOrEqual(30_000);
  expect(problems).toEqual([expect.stringMatching(/"News" was not sent.*It will be retried\./)]);
  failWith = undefined;
  await passTime('31 seconds');
  await queue.send();
  await queue.send();
  expect(sent).toHaveLength(1);
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1);
});

test('the retry delay grows to 15 minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 90].map(secondsUntilRetry);
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('after a day an email fails for good and its text is deleted', async () => {
  const queue = openQueue();
  failWith = unreachable();
  await queue.add(site.deps.db, mailTo('ada@example.test'));
  await passTime('23 hours');
  await queue.send();
  expect(await readRows()).toMatchObject([{ state: 'waiting' }]);
  await passTime('1 hour');
  await queue.send();
  expect(await readRows()).toMatchObject([{ state: 'failed', content: null }]);
  expect(problems.at(-1)).toContain('It will not be retried.');
  await passTime('1 hour');
  await queue.send();
  expect(attempts).toHaveLength(3);
});

test('an email with a deadline fails at that time', async () => {
  const queue = openQueue();
  failWith = unreachable();
  const giveUpAt = new Date(Date.now() + 1_200_000);
  await queue.add(site.deps.db, { ...mailTo('ada@example.test'), giveUpAt });
  await passTime('20 minutes');
  await queue.send();
  expect(await readRows()).toMatchObject([{ state: 'failed' }]);
});

test.each([
  ['550 5.1.1 <ada@example.test> no such user', 'failed'],
  ['554 5.7.1 <ada@example.test> relay access denied', 'waiting'],
  ['450 4.2.0 <ada@example.test> greylisted', 'waiting'],
])('after "%s" an email is %s', async (response, state) => {
  const queue = openQueue();
  failWith = refused(response);
  await queue.add(site.deps.db, mailTo('ada@example.test'));
  const [row] = await readRows();
  expect(row).toMatchObject({ state });
  expect(row?.last_error).toContain(response.slice(0, 9));
  expect(`${row?.last_error}${problems.join('')}`).not.toContain('ada@example.test');
});

test('two processes send each email once', async () => {
  const idle = createMailQueue(site.deps, noLinks);
  for (let number = 0; number < 30; number += 1) {
    await idle.add(site.deps.db, mailTo(`player-${number}@example.test`));
  }
  await Promise.all([openQueue().send(), openQueue().send()]);
  expect(sent).toHaveLength(30);
  expect(new Set(sent.map(({ to }) => to)).size).toBe(30);
});

test('an email whose process died is sent by another one once the lease has expired', async () => {
  const dying = openQueue({ send: () => new Promise(() => {}) }, false);
  // `add` does not wait for the mail server.
  await dying.add(site.deps.db, mailTo('ada@example.test'));
  await expect.poll(readRows).toMatchObject([{ attempts: 1 }]);
  const other = openQueue();
  await other.send();
  expect(sent).toEqual([]);
  await passTime('5 minutes');
  await other.send();
  expect(sent).toHaveLength(1);
});

test('a failure that is reported after the lease has expired does not end the attempt of another process', async () => {
  const { db } = site.deps;
  const late = openQueue({
    async send() {
      // Meanwhile the lease expires, and another process begins to send the email.
      await sql`update mails set due_at = now()`.execute(db);
      expect(await claimMails(db, 1)).toMatchObject([{ attempts: 2 }]);
      throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    },
  });
  await late.add(db, mailTo('ada@example.test'));
  expect(await readRows()).toMatchObject([{ state: 'waiting', attempts: 2, last_error: null }]);
  await late.close();
});

test('an unreachable server is not tried for every email', async () => {
  const idle = createMailQueue(site.deps, noLinks);
  for (let number = 0; number < 10; number += 1) {
    await idle.add(site.deps.db, mailTo(`player-${number}@example.test`));
  }
  failWith = unreachable();
  await openQueue().send();
  expect(attempts).toHaveLength(3);
});

test('the refusal of one email does not delay the others', async () => {
  const idle = createMailQueue(site.deps, noLinks);
  for (const to of [
    'bad@example.test',
    'good@example.test',
    'fine@example.test',
    'x@example.test',
  ]) {
    await idle.add(site.deps.db, mailTo(to));
  }
  const send = async (mail: Mail) => {
    if (mail.to.startsWith('bad')) throw refused('550 5.1.1 unknown');
    sent.push(mail);
  };
  await openQueue({ send }).send();
  expect(sent).toHaveLength(3);
});

test('an urgent email is sent before earlier ones', async () => {
  const idle = createMailQueue(site.deps, noLinks);
  for (let number = 0; number < 5; number += 1) {
    await idle.add(site.deps.db, mailTo(`player-${number}@example.test`));
  }
  await idle.add(site.deps.db, { ...mailTo('urgent@example.test'), isUrgent: true });
  await openQueue().send();
  expect(sent.slice(0, 3).map(({ to }) => to)).toContain('urgent@example.test');
});

test('a reset link is created when the email is sent, if the user still exists', async () => {
  const queue = openQueue();
  for (const resetUid of ['here', 'gone']) {
    await queue.add(site.deps.db, { to: 'ada@example.test', subject: 'Reset', resetUid });
  }
  expect(sent).toMatchObject([{ heading: 'link for here' }]);
  expect(await readRows()).toMatchObject([{ state: 'sent' }]);
});

test('sent emails are deleted after three days, failed ones after two weeks', async () => {
  const queue = openQueue();
  await queue.add(site.deps.db, mailTo('ada@example.test'));
  failWith = refused('550 5.1.1 unknown');
  await queue.add(site.deps.db, mailTo('bea@example.test'));
  await deleteFinishedMails(site.deps.db);
  expect(await readRows()).toHaveLength(2);
  await passTime('4 days');
  await deleteFinishedMails(site.deps.db);
  expect(await readRows()).toMatchObject([{ state: 'failed' }]);
  await passTime('11 days');
  await deleteFinishedMails(site.deps.db);
  expect(await readRows()).toEqual([]);
});

test('a mail server that reads an email and closes the connection gets three copies at most', async () => {
  const server = await startSmtp({ dropsAfterData: true });
  const mailer = createMailer({ ...site.deps.config, smtpUrl: server.url }, () =>
    mailBrandOf(site.deps.brand.now()),
  );
  onTestFinished(() => mailer.close());
  const queue = openQueue(mailer);
  await queue.add(site.deps.db, mailTo('reader@example.test'));
  for (let time = 0; time < 4; time += 1) {
    await passTime('1 hour');
    await queue.send();
  }
  const copies = await server.read();
  expect(copies).toHaveLength(3);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
  expect(await readRows()).toMatchObject([{ state: 'failed', attempts: 3, lost_answers: 3 }]);
});
