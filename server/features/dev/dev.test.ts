import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { createMailer } from '#server/lib/mail/mailer.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { DevMail } from '#shared/endpoints/dev.ts';

const closing: (() => Promise<void>)[] = [];
const demo = await openSite({ DEMO: 'on' });

afterAll(async () => {
  for (const close of closing) await close();
});

test('a demo site shows its emails, newest first', async () => {
  const { app, send } = await openSite({ DEMO: 'on' });
  expect((await app.inject('/api/dev/mail')).json()).toEqual([]);
  await send('First');
  await send('Second');

  const answer = await app.inject('/api/dev/mail');
  expect(answer.headers['cache-control']).toBe('no-store');
  const mails = answer.json<DevMail[]>();
  expect(mails.map(({ subject, to }) => [subject, to])).toEqual([
    ['Second', 'player@example.com'],
    ['First', 'player@example.com'],
  ]);
  expect(mails[0]?.text).toContain('http://localhost:3000/reset-password?oobCode=abc');
  expect(Date.parse(mails[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
});

test('the HTML version may use inline styles and nothing else', async () => {
  const { app, send } = demo;
  await send('Styled');
  const [mail] = (await app.inject('/api/dev/mail')).json<DevMail[]>();
  const page = await app.inject(`/api/dev/mail/${mail?.id}/html`);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('<h1');
  const policy = page.headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline';");
  expect(policy).toContain('sandbox');
  expect(policy).not.toContain('allow-scripts');
  expect(policy).not.toContain('script-src');
  expect(page.headers).not.toHaveProperty('origin-agent-cluster');
});

test.each(['nothing', '..%2f..%2fsecret', '%00'])('there is no email %s', async (id) => {
  const { app } = demo;
  expect((await app.inject(`/api/dev/mail/${id}/html`)).statusCode).toBe(404);
});

test('a site that is not a demo shows no emails', async () => {
  const { app, send } = await openSite({ DEMO: 'off' });
  await send('Private');
  expect((await app.inject('/api/dev/mail')).statusCode).toBe(404);
});

async function openSite(settings: { DEMO: string }) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wynhold-test-'));
  const site = await openTestApp({ settings: { ...settings, DATA_DIR: dataDir } });
  closing.push(
    () => site.close(),
    () => rm(dataDir, { recursive: true, force: true }),
  );
  const mailer = createMailer(site.deps.config, () => mailBrandOf(site.deps.brand.now()));
  async function send(subject: string): Promise<void> {
    await mailer.send({
      to: 'player@example.com',
      subject,
      heading: subject,
      paragraphs: ['Hello.'],
      action: { label: 'Open', url: 'http://localhost:3000/reset-password?oobCode=abc' },
    });
  }
  return { app: site.app, send };
}
