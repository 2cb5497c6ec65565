import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';

import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';

import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { startSmtp } from '#server/testing/smtp-server.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

import { findInOutbox, listOutbox, removeFromOutbox, writeToOutbox } from './mail-outbox.ts';
import type { Mail } from './mail.ts';
import { checkMailServer, createMailer } from './mailer.ts';

const link = 'http://localhost:3000/reset-password?mode=resetPassword&oobCode=a_b-c=d%2Be';
const resetMail: Mail = {
  to: 'player@example.com',
  subject: 'Reset your Wynhold password',
  heading: 'A new password',
  paragraphs: ['Someone asked for a new password.', 'Not you? Then <ignore> this & rest.'],
  action: { label: 'Choose a new password', url: link },
};

test('an email arrives as text and HTML with its link intact', async () => {
  const server = await startSmtp();
  await mailerFor(server).send(resetMail);

  const [mail] = await server.read();
  expect(mail?.from).toMatchObject({ name: 'Wynhold', address: 'no-reply@wynhold.test' });
  expect(mail?.to).toMatchObject([{ address: 'player@example.com' }]);
  expect(mail?.subject).toBe('Reset your Wynhold password');
  expect(mail?.text).toContain(link);
  expect(mail?.text).toContain('Then <ignore> this & rest.');
  expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  expect(mail?.html).toContain('Then &lt;ignore&gt; this &amp; rest.');
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain('fan-made');
    expect(form).toContain('contact@wynhold.test');
  }
  expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated');
});

test('a sender without a name has that of the site', async () => {
  const server = await startSmtp();
  await mailerFor(server, { mailFrom: 'no-reply@wynhold.test' }).send(resetMail);
  const [mail] = await server.read();
  expect(mail?.from).toMatchObject({ name: 'Wynhold', address: 'no-reply@wynhold.test' });
});

test('lines of a paragraph and a text below the button arrive in both versions', async () => {
  const server = await startSmtp();
  const closing = ['See you,\nthe <staff>'];
  await mailerFor(server).send({ ...resetMail, paragraphs: ['One\ntwo'], closing });
  const [mail] = await server.read();
  expect(mail?.text).toMatch(/One\ntwo\n\nChoose a new password:\n\S+\n\nSee you,\nthe <staff>\n/);
  expect(mail?.html).toMatch(/One<br>\s*two[^]*oobCode[^]*See you,<br>\s*the &lt;staff&gt;/);
});

test('names and texts in any script arrive as they were written', async () => {
  const server = await startSmtp();
  const subject =
    'Grüße aus Wynhold: 城へようこそ 🏰 und ein sehr langer Betreff, der gefaltet wird';
  const mailer = mailerFor(server, { mailFrom: 'Burg "Wyn", die Höhe <no-reply@wynhold.test>' });
  await mailer.send({ ...resetMail, subject, heading: 'Ünïcode', paragraphs: ['Žluťoučký kůň'] });

  const [mail] = await server.read();
  expect(mail?.subject).toBe(subject);
  expect(mail?.from?.name).toBe('Burg "Wyn", die Höhe');
  expect(mail?.text).toContain('Ünïcode\n\nŽluťoučký kůň');
  expect(mail?.html).toContain('Žluťoučký kůň');
});

test('line breaks in texts never become headers', async () => {
  const server = await startSmtp();
  const evil = 'Hello\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';
  await mailerFor(server).send({
    ...resetMail,
    subject: evil,
    heading: evil,
    paragraphs: [evil],
    action: { label: evil, url: `${link}\r\nBcc: victim@example.com` },
  });

  const [mail] = await server.read();
  expect(mail?.bcc).toBeUndefined();
  expect(headerOf(mail, 'bcc')).toBeUndefined();
  expect(mail?.subject).toBe('Hello Bcc: victim@example.com <script>alert(1)</script>');
  expect(mail?.html).not.toContain('<script');
  expect(server.recipients).toEqual(['player@example.com']);
});

test.each([
  'a@example.com\r\nBcc: victim@example.com',
  'a@example.com, victim@example.com',
  'a@example.com\nRCPT TO:<victim@example.com>',
  'Name <a@example.com>',
  '"a b"@example.com',
  'a@example.com\0',
  'group:a@example.com;',
  'no-address',
  '',
])('the address %j is refused', async (to) => {
  const server = await startSmtp();
  await expect(mailerFor(server).send({ ...resetMail, to })).rejects.toThrow(
    'not a valid email address',
  );
  expect(server.recipients).toEqual([]);
});

test('a link that is not a web address is refused', async () => {
  const server = await startSmtp();
  const action = { label: 'Open', url: 'javascript:alert(1)' };
  await expect(mailerFor(server).send({ ...resetMail, action })).rejects.toThrow('javascript:');
});

test.each(['Wyn <a@b.c>\r\nBcc: x@y.z', 'Wyn\r\nBcc: x@y.z <a@b.c>', 'nobody'])(
  'the sender setting %j is refused at start',
  (mailFrom) => {
    expect(() => mailerFor({ url: 'smtp://127.0.0.1:1' }, { mailFrom })).toThrow('MAIL_FROM');
  },
);

test.each([451, 550])('a refusal with %i rejects at once', async (code) => {
  const server = await startSmtp({ refusals: [code] });
  await expect(mailerFor(server).send(resetMail)).rejects.toMatchObject({ responseCode: code });
  expect(server.attempts()).toBe(1);
});

test('an email that is sent again has the same Message-ID', async () => {
  const server = await startSmtp();
  const mailer = mailerFor(server);
  for (let time = 0; time < 2; time += 1) await mailer.send({ ...resetMail, messageId: 'one' });
  const ids = (await server.read()).map((mail) => mail.messageId);
  expect(ids).toEqual(['<one@wynhold.test>', '<one@wynhold.test>']);
});

test('a mail server is checked without sending anything', async () => {
  const server = await startSmtp();
  await checkMailServer(server.url);
  expect(server.attempts()).toBe(0);
  await expect(checkMailServer('smtp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
});

test('an unreachable mail server rejects the email', async () => {
  const mailer = mailerFor({ url: 'smtp://127.0.0.1:1' });
  await expect(mailer.send(resetMail)).rejects.toThrow('ECONNREFUSED');
});

test('many emails sent at once all arrive', async () => {
  const server = await startSmtp();
  const mailer = mailerFor(server);
  const numbers = Array.from({ length: 30 }, (_, number) => `Number ${number}`);
  await Promise.all(numbers.map((subject) => mailer.send({ ...resetMail, subject })));
  const subjects = (await server.read()).map((mail) => mail.subject);
  expect(new Set(subjects)).toEqual(new Set(numbers));
  expect(subjects).toHaveLength(30);
});

test('without a mail server each email becomes a file that mail programs can read', async () => {
  const dataDir = await createTemporaryFolder();
  await mailerFor({ url: undefined }, { dataDir }).send({ ...resetMail, subject: 'Größe ≥ 3' });

  const folder = path.join(dataDir, 'outbox');
  const [name = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^\d{8}T\d{9}Z-\d{4}-[\da-f]{8}\.eml$/);
  const mail = await PostalMime.parse(await readFile(path.join(folder, name)));
  expect(mail).toMatchObject({ subject: 'Größe ≥ 3', to: [{ address: 'player@example.com' }] });
  expect(mail.text).toContain(link);
  expect(mail.html).toContain('Choose a new password');
});

test('the outbox is parsed as a full mail parser does, newest first', async () => {
  const dataDir = await createTemporaryFolder();
  const mailer = mailerFor({ url: undefined }, { dataDir });
  const subjects = ['Plain', 'Žluťoučký kůň 🐎 '.repeat(8).trim(), 'a = b? 100%'];
  for (const subject of subjects) {
    await mailer.send({ ...resetMail, subject, paragraphs: [`${subject} = 100% – ok`] });
  }

  const folder = path.join(dataDir, 'outbox');
  const listed = await listOutbox(folder, 50);
  expect(listed.map((mail) => mail.subject)).toEqual(subjects.toReversed());
  for (const mail of listed) {
    const eml = await PostalMime.parse(await readFile(path.join(folder, `${mail.id}.eml`)));
    expect(mail).toMatchObject({ to: 'player@example.com', subject: eml.subject });
    expect(mail.text).toBe(eml.text?.trimEnd());
    expect(mail.html).toBe(eml.html?.trimEnd());
    expect(mail.at).toBe(eml.date);
  }
  expect(await listOutbox(folder, 2)).toHaveLength(2);
});

test('emails to an account that is deleted are removed, in any spelling of the address', async () => {
  const folder = path.join(await createTemporaryFolder(), 'outbox');
  for (const to of ['Ada@Example.test', 'ada@example.test', 'bea@example.test']) {
    await writeToOutbox(folder, Buffer.from(`To: ${to}\n\nHello`));
  }
  await removeFromOutbox(folder, 'aDa@example.test');
  const left = await listOutbox(folder, 50);
  expect(left.map(({ to }) => to)).toEqual(['bea@example.test']);
});

test('an id cannot point outside the outbox', async () => {
  const dataDir = await createTemporaryFolder();
  await mkdir(path.join(dataDir, 'outbox'));
  await writeFile(path.join(dataDir, 'secret.eml'), 'Subject: secret\r\n\r\n');
  const folder = path.join(dataDir, 'outbox');
  for (const id of ['../secret', '..', '', 'a/b', 'missing']) {
    expect(await findInOutbox(folder, id)).toBeUndefined();
  }
  expect(await listOutbox(path.join(dataDir, 'nowhere'), 50)).toEqual([]);
});

test.skipIf(platform() === 'win32')('only the owner can read the outbox', async () => {
  const dataDir = await createTemporaryFolder();
  await chmod(dataDir, 0o755);
  await mailerFor({ url: undefined }, { dataDir }).send(resetMail);
  const folder = path.join(dataDir, 'outbox');
  const [name = ''] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
});

test('an outbox that cannot be written to rejects the email', async () => {
  const dataDir = await createTemporaryFolder();
  await writeFile(path.join(dataDir, 'outbox'), 'a file in the way');
  await expect(mailerFor({ url: undefined }, { dataDir }).send(resetMail)).rejects.toThrow(
    /EEXIST|ENOTDIR/,
  );
});

function mailerFor(
  { url }: { url: string | undefined },
  settings: { mailFrom?: string; dataDir?: string } = {},
) {
  const mailer = createMailer(
    {
      siteUrl: 'http://localhost:3000',
      contactEmail: 'contact@wynhold.test',
      mailFrom: 'Wynhold <no-reply@wynhold.test>',
      dataDir: '/nowhere',
      smtpUrl: url,
      ...settings,
    },
    () => mailBrandOf(initialAppearance('Wynhold')),
  );
  onTestFinished(() => mailer.close());
  return mailer;
}

function headerOf(mail: { headers: { key: string; value: string }[] } | undefined, key: string) {
  return mail?.headers.find((header) => header.key === key)?.value;
}
