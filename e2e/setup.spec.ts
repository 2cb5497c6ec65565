import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import sharp from 'sharp';

import { mailKinds } from '#shared/endpoints/mail-texts.ts';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';

import { createAccount, inventAccount, signIn, totp } from './support/accounts.ts';
import { createPost } from './support/news.ts';
import { serveOwnSite } from './support/own-site.ts';
import { newItem } from './support/shop.ts';
import { expect, expectFitsAndAccessible, simplifyStyles, test } from './support/test.ts';

// The other tests continue on the site that the first one has set up.
test.describe.configure({ mode: 'serial' });

let owner: Page;
let site: Awaited<ReturnType<typeof serveOwnSite>>;
test.beforeAll(async () => {
  site = await serveOwnSite({ isNew: true });
});
test.afterAll(async () => {
  await owner?.context().close();
  await site?.close();
});

async function setUpSecondFactor(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible();
  await expectFitsAndAccessible(page);
  const app = page.getByRole('link', { name: 'Open an app on this device' });
  const address = new URL((await app.getAttribute('href')) ?? '');
  await page.getByLabel('Authentication code').fill(totp(address.searchParams.get('secret') ?? ''));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your Recovery Codes' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
}

test('the owner of a new site follows the printed link to the first admin and through every step @slow', async ({
  browser,
  openContext,
}) => {
  // Printed once the site is open, so a moment after it has answered.
  const findLink = () => /^Set up the site: (\S+)$/m.exec(site.printed)?.[1];
  await expect.poll(findLink).toBeDefined();
  const link = findLink() ?? '';
  expect(link).toContain(`${site.origin}/setup?code=`);
  // Stays open for the next tests.
  const page = await browser.newPage({ baseURL: site.origin });
  await simplifyStyles(page.context());
  owner = page;
  await page.goto(`${link}x`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The road ends here');

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set Up Your Site');
  await expectFitsAndAccessible(page);
  await page.getByLabel('Username').fill('Keeper');
  await page.getByLabel('Email').fill('keeper@stormreach.test');
  await page.getByLabel('Password', { exact: true }).fill('a lantern over deep water');
  await page.getByLabel('Confirm password').fill('a lantern over deep water');
  await page.getByRole('button', { name: 'Create the First Admin' }).click();
  await setUpSecondFactor(page);

  const stepOf = (name: string) => page.getByRole('heading', { level: 2, name });
  await expect(stepOf('1 of 5: Name and Look')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Stormreach');
  await page.getByRole('radio', { name: 'Sea' }).check();
  await page.getByRole('button', { name: 'Publish and Continue' }).click();

  await expect(stepOf('2 of 5: Email')).toBeVisible();
  await expect(
    page.getByText('No mail server is set up, so this site sends no email.'),
  ).toBeVisible();
  await expect(page.getByText('MAIL_FROM=Stormreach')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'Skip' }).click();

  await expect(stepOf('3 of 5: Payments')).toBeVisible();
  await page.getByRole('radio', { name: /^Live/ }).check();
  await expect(page.getByText('PAYMENTS=stripe')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'Skip' }).click();

  await expect(stepOf('4 of 5: Game Server')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'Add Server' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(page.getByText('Copy what you need now')).toBeVisible();
  await page.getByRole('button', { name: 'I Have Copied It' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();

  await expect(stepOf('5 of 5: Finish')).toBeVisible();
  await expect(page.getByText('Name and colours: done')).toBeVisible();
  await expect(page.getByText('Email, tested: skipped')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('link', { name: 'Go to the Dashboard' }).click();
  const open = page.getByRole('region', { name: /^Still Open: \d of 9$/ });
  await open.getByRole('button', { name: 'Mark as Done: Backups, restored once' }).click();
  await expect(open.getByText('Backups, restored once: done')).toBeVisible();

  const visitor = await (await openContext({ baseURL: site.origin })).newPage();
  await visitor.goto('/');
  await expect(visitor).toHaveTitle('Stormreach');
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The road ends here');
});

test('after that the site shows nothing of ours: no name, no picture, no coin @slow', async ({
  openContext,
}) => {
  const { event, poll, post } = await moveIn(owner);
  const page = await (await openContext({ baseURL: site.origin })).newPage();
  const found: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    // Lazy parts of the home page arrive when it is scrolled to.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    found.push(...(await page.evaluate(listOurs)).map((what) => `${path}: ${what}`));
  };
  const open = ['/', '/play', '/news', `/news/${post}`, '/events', `/events?event=${event}`];
  const more = ['/hiscores', '/polls', `/polls/${poll}`, '/login', '/register', '/reset'];
  for (const path of [...open, ...more, '/terms', '/privacy', '/no-such-page']) await look(path);
  const account = await createAccount(page, { ...inventAccount(), email: 'ada@stormreach.test' });
  await signIn(page, account.email, account.password);
  const own = ['/profile/home', '/profile/settings', '/profile/status', '/profile/wallet'];
  for (const path of [...own, '/shop', '/hiscores?player=Nobody']) await look(path);
  expect(found).toEqual([]);

  for (const path of ['/feed.xml', '/events.ics', '/manifest.webmanifest']) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    const lines = (await answer.text()).split('\n');
    expect(
      lines.filter((line) => /wynhold|wyncoin/i.test(line)),
      path,
    ).toEqual([]);
  }
  const api = await page.request.get('/api/openapi.json');
  expect(await api.json()).toMatchObject({ info: { title: 'Stormreach API' } });
});

test('and its emails neither, every kind of them @slow', async () => {
  await owner.goto('/admin/emails#receipt');
  const preview = owner.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('500 Pearls are yours')).toBeVisible();
  expect(await owner.evaluate(listOurs)).toEqual([]);

  const listed = await owner.request.get('/api/admin/mail-texts');
  const { mails } = (await listed.json()) as { mails: EditedMail[] };
  expect(mails.map(({ kind }) => kind)).toEqual([...mailKinds]);
  let outbox = '';
  for (const { kind, initial } of mails) {
    const url = `/api/admin/mail-texts/${kind}/test-mail`;
    const answer = await owner.request.post(url, { data: initial });
    const { text } = (await answer.json()) as { text: string };
    outbox = / only written to (.+)\.$/.exec(text)?.[1] ?? '';
    expect(outbox, text).not.toBe('');
  }
  const found = await Promise.all((await readdir(outbox)).map((file) => parseMail(outbox, file)));
  expect(found.filter(({ subject }) => subject?.startsWith('Test: '))).toHaveLength(mails.length);
  for (const { from, subject, text, html } of found) {
    expect(from?.name).toBe('Stormreach');
    const lines = [subject, ...`${text}\n${html}`.split('\n')];
    expect(
      lines.filter((line) => /wynhold|wyncoin/i.test(line ?? '')),
      subject,
    ).toEqual([]);
  }
});

async function parseMail(folder: string, file: string) {
  return PostalMime.parse(await readFile(path.join(folder, file)));
}

/** The rest of the appearance, and a first piece of every kind of content. */
async function moveIn(page: Page) {
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](path, { data });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(200);
    return (await answer.json()) as { id: string };
  };
  const upload = async (width: number, height: number) => {
    const create = { width, height, channels: 3 as const, background: '#204060' };
    const data = await sharp({ create }).png().toBuffer();
    const headers = { 'content-type': 'image/png' };
    const answer = await page.request.post('/api/admin/media', { data, headers });
    return ((await answer.json()) as { url: string }).url;
  };
  const [logo, hero] = [await upload(600, 600), await upload(2400, 1200)];
  const edited = await page.request.get('/api/admin/appearance');
  const { appearance, version } = (await edited.json()) as { appearance: object; version: number };
  await send('put', '/api/admin/appearance', {
    version,
    appearance: {
      ...appearance,
      logo: { picture: logo, crop: { x: 0.5, y: 0.5, size: 1 } },
      hero: {
        title: 'Sail to {site}',
        text: 'Salt, storms and sunken gold.',
        picture: { kind: 'own', picture: hero, focus: { x: 0.5, y: 0.3 } },
      },
      scenes: [{ picture: hero, alt: 'A pier.', title: 'The pier', text: 'Where crews meet.' }],
      words: { coin: 'Pearl', coins: 'Pearls', coinsShort: 'PL', store: '{site} Market' },
    },
  });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const post = await createPost(page, { title: 'The first boat' });
  const event = await send('post', '/api/events', {
    title: 'Regatta',
    description: 'Once around the island.',
    type: 'Questing',
    dateTime: tomorrow,
  });
  const poll = await send('post', '/api/admin/polls', {
    title: 'Which sail?',
    endTime: tomorrow,
    questions: [{ question: 'Which one?', answers: ['Red', 'Blue'] }],
  });
  await send('post', '/api/admin/shop/items', { ...newItem, name: 'Oilskin' });
  return { post: post.id, event: event.id, poll: poll.id };
}

/** Runs in the page. Icons in one colour and the textures of the design are not pictures. */
function listOurs(): string[] {
  const ours = /wynhold|wyncoin|(?:^| )wyn(?: |$)/i;
  const found = new Set<string>();
  if (ours.test(document.title)) found.add(`title ${document.title}`);
  for (const line of document.body.innerText.split('\n')) if (ours.test(line)) found.add(line);
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['alt', 'title', 'aria-label', 'content', 'placeholder', 'href']) {
      const value = element.getAttribute(name) ?? '';
      if (ours.test(value)) found.add(`${name}="${value}"`);
    }
    const sources = [element.getAttribute('src'), element.getAttribute('srcset')];
    const isPicture = element.matches('img, source');
    if (isPicture && sources.some((source) => source && /\/assets\//.test(source)))
      found.add(`picture ${sources.join(' ')}`);
    const behind = getComputedStyle(element).backgroundImage;
    if (/url\([^)]*\.(?:avif|jpe?g)/.test(behind)) found.add(`background ${behind}`);
  }
  return [...found];
}
