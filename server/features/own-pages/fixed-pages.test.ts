import { createHash } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { EditedPage, OwnPage, PageVersion } from '#shared/endpoints/own-pages.ts';

import { getTermsSource } from './own-pages.service.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({
    settings: { SITE_NAME: 'Stonefall', CONTACT_EMAIL: 'help@stonefall.test' },
  });
  admin = await site.addPlayer('Scribe', 3);
});
afterAll(() => site.close());

const get = (url: string) => site.app.inject({ url, headers: { cookie: admin.cookie } });
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  site.app.inject(json(method, url, body, admin));
const read = async (name: string) =>
  (await site.app.inject({ url: `/api/pages/${name}` })).json<OwnPage>();
const readEdited = async (name: string) =>
  (await get(`/api/admin/pages/${name}`)).json<EditedPage>();

async function save(name: string, content: string, isPublished = true) {
  const { title, description, version } = await readEdited(name);
  const body = { title, description, content, version, isPublished };
  return send('PUT', `/api/admin/pages/${name}`, body);
}

const restore = (name: string, version: number) =>
  send('POST', `/api/admin/pages/${name}/versions/${version}/restore`);

test.each([
  ['terms', 'Terms of Service'],
  ['privacy', 'Privacy Policy'],
])('%s have a default text with the site’s name', async (name, title) => {
  const { content, updatedAt, ...page } = await read(name);
  expect(page).toMatchObject({ slug: name, title });
  expect(content).toContain('Stonefall');
  expect(content).toContain('href="mailto:help@stonefall.test"');
  expect(content).not.toMatch(/\{\w+\}/);
  expect(updatedAt).toBeNull();
  const html = (await site.app.inject({ url: `/${name}` })).body;
  expect(html).toContain(`<title>${title} – Stonefall</title>`);
  expect(html).toContain(`"/og/pages/${name}.png`.slice(1));
});

test('a page without a text of the owner has no history, but its default can be looked at', async () => {
  const history = await get('/api/admin/pages/privacy/versions');
  expect(history.json()).toEqual({ page: 1, pages: 1, total: 0, versions: [] });
  const first = await get('/api/admin/pages/privacy/versions/0');
  const { updatedAt: _, ...shown } = await read('privacy');
  expect(first.json()).toMatchObject(shown);
  expect((await get('/api/admin/pages/privacy/versions/1')).statusCode).toBe(404);
  expect((await restore('privacy', 1)).statusCode).toBe(404);
});

test('an owner’s text replaces the default, is audited, and can be reset', async () => {
  const edited = await readEdited('terms');
  expect(edited).toMatchObject({ id: 'terms', isFixed: true, version: 0, publishedVersion: 0 });
  expect(edited.content).toContain('{site}');
  const saved = await save('terms', '<h2>House rules</h2><p>Be kind in {site}.</p>');
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.json<EditedPage>()).toMatchObject({ version: 1, publishedVersion: 1 });
  expect(saved.json<EditedPage>().content).toContain('{site}');
  const { content, updatedAt } = await read('terms');
  expect(content).toBe('<h2>House rules</h2><p>Be kind in Stonefall.</p>');
  expect(updatedAt).not.toBeNull();
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'actor_name'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: 'pages/published', subject: 'terms', actor_name: 'Scribe' });
  expect((await restore('terms', 0)).json<EditedPage>()).toMatchObject({
    version: 2,
    publishedVersion: 2,
    isDefault: true,
  });
  expect((await read('terms')).content).toContain('Wyncoins');
  expect((await read('terms')).updatedAt).toBeNull();
});

test('a draft of the terms does not change what visitors see', async () => {
  const before = await read('privacy');
  expect((await save('privacy', '<p>Soon.</p>', false)).json()).toMatchObject({
    version: 1,
    publishedVersion: 0,
  });
  expect(await read('privacy')).toEqual(before);
  expect((await readEdited('privacy')).content).toBe('<p>Soon.</p>');
});

test('an empty text and an unknown name are refused', async () => {
  const empty = await save('terms', '<p>  </p>');
  expect(empty.statusCode).toBe(400);
  expect(empty.json()).toMatchObject({
    fields: { content: 'Write a text before you publish it.' },
  });
  expect((await send('PUT', '/api/admin/pages/imprint', {})).statusCode).toBe(400);
  expect((await site.app.inject({ url: '/api/pages/imprint' })).statusCode).toBe(404);
});

test('terms and privacy cannot be deleted, hidden, moved or taken', async () => {
  for (const name of ['terms', 'privacy']) {
    const place = { slug: 'other', label: null, inNavigation: true, inFooter: true };
    for (const answer of [
      await send('DELETE', `/api/admin/pages/${name}`),
      await send('POST', `/api/admin/pages/${name}/unpublish`),
      await send('PUT', `/api/admin/pages/${name}/place`, { ...place, placeVersion: 1 }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'pages/fixed' });
    }
    const taken = await send('POST', '/api/admin/pages', { title: 'Mine', slug: name });
    expect(taken.statusCode).toBe(400);
    expect((await site.app.inject({ url: `/${name}` })).statusCode).toBe(200);
    const moved = await site.app.inject({ url: `/pages/${name}` });
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/${name}`]);
  }
});

test('the history has the digest that orders store with the consent', async () => {
  const content = '<p>Coins are play money in {site}.</p>';
  await save('terms', content);
  expect(await getTermsSource(site.deps)).toBe(content);
  // Buyers agree to what is published, not to a draft of it.
  await save('terms', '<p>Soon.</p>', false);
  expect(await getTermsSource(site.deps)).toBe(content);
  await restore('terms', 3);
  const { versions } = (await get('/api/admin/pages/terms/versions')).json<{
    versions: PageVersion[];
  }>();
  expect(versions[0]).toMatchObject({
    isPublished: true,
    savedBy: 'Scribe',
    digest: createHash('sha256').update(content).digest('hex'),
  });
});
