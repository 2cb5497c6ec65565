import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { LiveMessage } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  EditedPage,
  OwnPage,
  PagePlace,
  PageSummary,
  PageVersion,
} from '#shared/endpoints/own-pages.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';
import { ownPageLimits } from '#shared/rules/own-page-address.ts';

let site: TestApp;
let admin: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { SITE_NAME: 'Stonefall' } });
  admin = await site.addPlayer('Scribe', 3);
  other = await site.addPlayer('Inkwell', 3);
});
afterAll(() => site.close());

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, player = admin) =>
  site.app.inject(json(method, url, body, player));
const get = (url: string, player?: TestPlayer) =>
  site.app.inject({ url, ...(player && { headers: { cookie: player.cookie } }) });

let count = 0;
async function create(slug = `page-${(count += 1)}`, title = 'House rules'): Promise<EditedPage> {
  const answer = await send('POST', '/api/admin/pages', { title, slug });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EditedPage>();
}

type Change = Partial<EditedPage> & { isPublished?: boolean };
function save(page: EditedPage, change: Change = {}, player = admin) {
  const { title, description, content, version, isPublished } = {
    isPublished: true,
    ...page,
    ...change,
  };
  const body = { title, description, content, version, isPublished };
  return send('PUT', `/api/admin/pages/${page.id}`, body, player);
}

async function publish(slug?: string, content = '<p>Be kind.</p>'): Promise<EditedPage> {
  const answer = await save(await create(slug), { content });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EditedPage>();
}

function place(page: EditedPage, change: Partial<PagePlace> & { placeVersion?: number }) {
  const { slug, label, inNavigation, inFooter, placeVersion } = { ...page, ...change };
  const body = { slug, label, inNavigation, inFooter, placeVersion };
  return send('PUT', `/api/admin/pages/${page.id}/place`, body);
}

const read = async (slug: string) => (await get(`/api/pages/${slug}`)).json<OwnPage>();
const readBrand = async () => (await get('/api/site')).json<SiteState>().brand;

describe('drafts', () => {
  test('a new page is a draft that only admins see', async () => {
    const page = await create('secret-plans', 'Secret plans');
    expect(page).toMatchObject({ slug: 'secret-plans', version: 1, publishedVersion: null });
    await save(page, { content: '<p>Not yet.</p>', isPublished: false });
    const player = await site.addPlayer('Nosy');
    const staff = await site.addPlayer('Nosy Staff', 2);
    for (const caller of [undefined, player, staff, admin]) {
      expect((await get('/api/pages/secret-plans', caller)).statusCode).toBe(404);
      expect((await get('/pages/secret-plans', caller)).statusCode).toBe(404);
    }
    for (const caller of [player, staff]) {
      expect((await get(`/api/admin/pages/${page.id}`, caller)).statusCode).toBe(403);
    }
    expect((await get('/og/pages/secret-plans.png')).statusCode).toBe(404);
    expect((await get('/sitemap.xml')).body).not.toContain('secret-plans');
    expect((await get(`/api/admin/pages/${page.id}`, admin)).body).toContain('Not yet.');
  });

  test('a draft of a published page does not change what visitors see', async () => {
    const page = await publish('rules-of-thumb');
    const draft = (await save(page, { content: '<p>Be kinder.</p>', isPublished: false })).json();
    expect(draft).toMatchObject({ version: 3, publishedVersion: 2, content: '<p>Be kinder.</p>' });
    expect((await read(page.slug)).content).toBe('<p>Be kind.</p>');
    await save(draft, {});
    expect((await read(page.slug)).content).toBe('<p>Be kinder.</p>');
  });

  test('an unpublished page is gone at once, with its links', async () => {
    const page = await publish();
    await place(page, { inNavigation: true, inFooter: true, label: 'Leaving' });
    expect((await get(`/pages/${page.slug}`)).statusCode).toBe(200);
    expect(JSON.stringify(await readBrand())).toContain('Leaving');
    const answer = await send('POST', `/api/admin/pages/${page.id}/unpublish`);
    expect(answer.json()).toMatchObject({ publishedVersion: null, content: '<p>Be kind.</p>' });
    expect((await get(`/pages/${page.slug}`)).statusCode).toBe(404);
    expect((await get(`/api/pages/${page.slug}`)).statusCode).toBe(404);
    expect(JSON.stringify(await readBrand())).not.toContain('Leaving');
  });
});

describe('a published page', () => {
  test('has a title, a description, a link preview and its text in the first HTML', async () => {
    const page = await publish('how-to-start', '<p>Take the <strong>road</strong> to {site}.</p>');
    const html = (await get('/pages/how-to-start')).body;
    expect(html).toContain('<title>House rules – Stonefall</title>');
    expect(html).toContain('content="Take the road to Stonefall."');
    expect(html).toMatch(/og:image" content="[^"]+\/og\/pages\/how-to-start\.png"/);
    expect(html).toMatch(/canonical" href="[^"]+\/pages\/how-to-start"/);
    expect(html).toContain('strong>road');
    const described = await save(page, { description: 'The first steps.' });
    expect(described.statusCode).toBe(200);
    expect((await get('/pages/how-to-start')).body).toContain('content="The first steps."');
    const picture = await get('/og/pages/how-to-start.png');
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await get('/sitemap.xml')).body).toContain('/pages/how-to-start</loc><lastmod>');
  });

  test('fills in the placeholders of its title and description', async () => {
    const page = await publish();
    const texts = { title: 'Rules of {site}', description: 'All that {site} expects.' };
    expect((await save(page, texts)).statusCode).toBe(200);
    const filled = { title: 'Rules of Stonefall', description: 'All that Stonefall expects.' };
    expect(await read(page.slug)).toMatchObject(filled);
    expect((await get(`/api/admin/pages/${page.id}`, admin)).json()).toMatchObject(texts);
  });

  test('is renewed everywhere after a change, and open pages are told', async () => {
    const messages: LiveMessage[] = [];
    const stop = site.deps.live.subscribe({
      onMessage: (message) => messages.push(message),
      onResync() {},
    });
    const page = await publish();
    expect((await get(`/pages/${page.slug}`)).body).toContain('Be kind.');
    messages.length = 0;
    await save(page, { title: 'New rules', content: '<p>Be early.</p>' });
    stop();
    expect(messages).toContainEqual(expect.objectContaining({ topic: 'site' }));
    const html = (await get(`/pages/${page.slug}`)).body;
    expect(html).toContain('<title>New rules – Stonefall</title>');
    expect(html).toContain('Be early.');
    expect(html).not.toContain('Be kind.');
    expect(await read(page.slug)).toMatchObject({ title: 'New rules' });
  });

  test('fills in placeholders as text', async () => {
    await site.deps.db
      .insertInto('appearance_versions')
      .values({ id: 1, document: JSON.stringify({ name: '<b>"Rock"</b>' }), published_by: null })
      .execute();
    await site.deps.live.publish(site.deps.db, { topic: 'site' });
    const { slug } = await publish(
      undefined,
      '<p>{site}, {coins}, {other} <a href="{site}">x</a></p>',
    );
    expect((await read(slug)).content).toBe(
      '<p>&lt;b&gt;"Rock"&lt;/b&gt;, Wyncoins, {other} <a>x</a></p>',
    );
    await site.deps.db.deleteFrom('appearance_versions').execute();
    await site.deps.live.publish(site.deps.db, { topic: 'site' });
  });
});

describe('saving', () => {
  test('the second of two editors is refused and told who was first', async () => {
    const page = await create();
    expect((await save(page, { content: '<p>Mine.</p>' }, other)).statusCode).toBe(200);
    const late = await save(page, { content: '<p>Late.</p>' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'admin/outdated',
      error:
        'Inkwell saved this page after you opened it. Look at that version first, then save yours.',
    });
    expect((await read(page.slug)).content).toBe('<p>Mine.</p>');
  });

  test('of many saves at once exactly one wins', async () => {
    const page = await create();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => save(page, { content: `<p>${n}</p>` })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(4);
  });

  test('scripts, handlers and javascript: links are removed', async () => {
    const { slug, content } = await publish(
      undefined,
      '<p onclick="x()">Hi<script>x()</script> <a href="javascript:x()">a</a> <a href="/news">b</a></p><img src="https://evil.test/x.png">',
    );
    const safe = '<p>Hi <a>a</a> <a href="/news" rel="noopener nofollow ugc">b</a></p>';
    expect(content).toBe(safe);
    expect((await read(slug)).content).toBe(safe);
  });

  test.each([
    ['a text that is too long', { content: 'x'.repeat(200_001) }, 400],
    ['tags that are nested too deeply', { content: '<blockquote>'.repeat(1_000) }, 400],
    ['an empty title', { title: '  ' }, 400],
    ['a title of two lines', { title: 'a\nb' }, 400],
    ['a title that is too long', { title: 'x'.repeat(121) }, 400],
    ['a description that is too long', { description: 'x'.repeat(201) }, 400],
    ['no text', { content: '<p> </p>' }, 400],
  ])('%s is refused', async (_, change, status) => {
    const answer = await save(await create(), { content: '<p>x</p>', ...change });
    expect(answer.statusCode, answer.body).toBe(status);
  });

  test('a page that does not exist cannot be saved, placed, hidden, restored or deleted', async () => {
    const page = { ...(await create()), id: '999999999' };
    for (const answer of [
      await save(page, { content: '<p>x</p>' }),
      await place(page, {}),
      await send('POST', '/api/admin/pages/999999999/unpublish'),
      await send('POST', '/api/admin/pages/999999999/versions/1/restore'),
      await send('DELETE', '/api/admin/pages/999999999'),
    ]) {
      expect(answer.statusCode, answer.body).toBe(404);
    }
  });
});

describe('the history', () => {
  test('lists who saved what and when, shows each text and restores it', async () => {
    const page = await publish();
    await save(page, { content: '<p>Be loud.</p>' }, other);
    const url = `/api/admin/pages/${page.id}/versions`;
    const { versions, total } = (await get(url, admin)).json<{
      versions: PageVersion[];
      total: number;
    }>();
    expect(total).toBe(3);
    expect(versions).toMatchObject([
      { version: 3, savedBy: 'Inkwell', isPublished: true },
      { version: 2, savedBy: 'Scribe', isPublished: false },
      { version: 1, savedBy: 'Scribe', isPublished: false },
    ]);
    expect((await get(`${url}/2`, admin)).json()).toMatchObject({ content: '<p>Be kind.</p>' });
    expect((await get(`${url}/9`, admin)).statusCode).toBe(404);
    expect((await get(`${url}/0`, admin)).statusCode).toBe(404);
    const restored = await send('POST', `${url}/2/restore`);
    expect(restored.json()).toMatchObject({ version: 4, publishedVersion: 4 });
    expect((await read(page.slug)).content).toBe('<p>Be kind.</p>');
    expect((await send('POST', `${url}/9/restore`)).statusCode).toBe(404);
  });

  test('shows an earlier text as visitors would see it now', async () => {
    const page = await publish(undefined, '<p>Be kind in {site}.</p>');
    await save(page, {
      title: 'Old rules of {site}',
      description: 'For {site}.',
      isPublished: false,
    });
    const texts = await get(`/api/admin/pages/${page.id}/versions/3`, admin);
    expect(texts.json()).toMatchObject({
      slug: page.slug,
      title: 'Old rules of Stonefall',
      description: 'For Stonefall.',
      content: '<p>Be kind in Stonefall.</p>',
      updatedAt: expect.any(String),
    });
  });

  test('has twenty texts on a page, the newest first, and none of other pages', async () => {
    const page = await create();
    await save(await create(), { content: '<p>Of another page.</p>' });
    await sql`
      insert into own_page_versions (page_id, version, title, description, format, content, saved_by)
      select ${Number(page.id)}, n, 'Text ' || n, '', 'html', '', ${other.id}
      from generate_series(2, 21) as n`.execute(site.deps.db);
    const read = async (number: number) =>
      (await get(`/api/admin/pages/${page.id}/versions?page=${number}`, admin)).json<{
        versions: PageVersion[];
      }>();
    const first = await read(1);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 21 });
    expect(first.versions.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Text ${21 - n}`),
    );
    expect((await read(2)).versions).toMatchObject([{ version: 1, title: 'House rules' }]);
  });

  test('restoring a text of a draft does not publish it', async () => {
    const page = await create();
    await save(page, { content: '<p>One.</p>', isPublished: false });
    const restored = await send('POST', `/api/admin/pages/${page.id}/versions/1/restore`);
    expect(restored.json()).toMatchObject({ version: 3, publishedVersion: null, content: '' });
  });
});

describe('the address', () => {
  test.each([
    ['Rules', 'capital letters'],
    ['house rules', 'a space'],
    ['a/b', 'a slash'],
    ['..', 'dots'],
    ['-rules', 'a hyphen at its start'],
    ['a--b', 'two hyphens'],
    ['café', 'an accent'],
    ['', 'nothing'],
    ['x'.repeat(61), 'too many letters'],
    ['<script>', 'HTML'],
    ['login', 'the name of a page of the site'],
    ['admin', 'the name of the admin area'],
    ['api', 'the name of the API'],
    ['terms', 'the name of the terms'],
  ])('%s is refused: %s', async (slug) => {
    const created = await send('POST', '/api/admin/pages', { title: 'X', slug });
    expect(created.statusCode, created.body).toBe(400);
    expect(created.json()).toMatchObject({ fields: { slug: expect.any(String) } });
    const moved = await place(await create(), { slug });
    expect(moved.statusCode, moved.body).toBe(400);
  });

  test('of another page is refused', async () => {
    const { slug } = await create();
    for (const answer of [
      await send('POST', '/api/admin/pages', { title: 'X', slug }),
      await place(await create(), { slug }),
    ]) {
      expect(answer.statusCode, answer.body).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'pages/address-taken',
        fields: { slug: 'Another page has this address.' },
      });
    }
  });

  test('can be changed, and the former one leads to it', async () => {
    const page = await publish('old-guide');
    await get('/pages/old-guide');
    const moved = (await place(page, { slug: 'new-guide' })).json<EditedPage>();
    const answer = await get('/pages/old-guide');
    expect([answer.statusCode, answer.headers.location]).toEqual([301, '/pages/new-guide']);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect((await get('/pages/new-guide')).statusCode).toBe(200);
    expect(await read('old-guide')).toMatchObject({ slug: 'new-guide' });
    expect((await get('/sitemap.xml')).body).not.toContain('old-guide');
    const again = (await place(moved, { slug: 'newest-guide' })).json<EditedPage>();
    expect((await get('/pages/old-guide')).headers.location).toBe('/pages/newest-guide');
    await place(again, { slug: 'old-guide' });
    expect((await get('/pages/old-guide')).statusCode).toBe(200);
    expect((await get('/pages/new-guide')).headers.location).toBe('/pages/old-guide');
  });

  test('that a page had before belongs to the page that takes it', async () => {
    const page = await publish('events-guide');
    await place(page, { slug: 'guide-of-events' });
    expect((await get('/pages/events-guide')).headers.location).toBe('/pages/guide-of-events');
    const draft = await create('events-guide');
    expect((await get('/pages/events-guide')).statusCode).toBe(404);
    await save(draft, { content: '<p>The new one.</p>' });
    expect((await read('events-guide')).content).toBe('<p>The new one.</p>');
    expect((await get('/pages/events-guide')).statusCode).toBe(200);
  });

  test('that two pages had leads to the one that had it last, and not to a hidden page', async () => {
    const first = await publish('shared-address');
    await place(first, { slug: 'first-owner' });
    const second = await publish('second-owner', '<p>Second.</p>');
    const taken = (await place(second, { slug: 'shared-address' })).json<EditedPage>();
    expect((await read('shared-address')).content).toBe('<p>Second.</p>');
    expect((await get('/pages/second-owner')).headers.location).toBe('/pages/shared-address');
    // While it is hidden, its address does not lead to the page that had it before.
    await send('POST', `/api/admin/pages/${second.id}/unpublish`);
    expect((await get('/pages/shared-address')).statusCode).toBe(404);
    await save(taken);
    await place(taken, { slug: 'last-owner' });
    expect((await get('/pages/shared-address')).headers.location).toBe('/pages/last-owner');
    await send('POST', `/api/admin/pages/${second.id}/unpublish`);
    expect((await get('/pages/shared-address')).statusCode).toBe(404);
    expect((await get('/pages/first-owner')).statusCode).toBe(200);
  });

  test('the second of two who change it is refused', async () => {
    const page = await create();
    expect((await place(page, { inFooter: true })).statusCode).toBe(200);
    const late = await place(page, { inNavigation: true });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'admin/outdated' });
  });
});

describe('links', () => {
  test('can be chosen with a new page, and appear when it is published', async () => {
    const body = { title: 'Guide', slug: 'linked-guide', inNavigation: true, inFooter: true };
    const page = (await send('POST', '/api/admin/pages', body)).json<EditedPage>();
    expect(page).toMatchObject({ inNavigation: true, inFooter: true });
    const link = { label: 'Guide', href: '/pages/linked-guide' };
    expect((await readBrand()).navigation).not.toContainEqual(link);
    const text = { title: 'Guide', description: '', content: '<p>Bring food.</p>' };
    await send('PUT', `/api/admin/pages/${page.id}`, { ...text, version: 1, isPublished: true });
    const brand = await readBrand();
    expect(brand.navigation).toContainEqual(link);
    expect(brand.footer.links).toContainEqual(link);
    await send('DELETE', `/api/admin/pages/${page.id}`);
  });

  test('are in the navigation, the footer, both or nowhere, in the order of the list', async () => {
    const before = await readBrand();
    const [one, two, three] = [await publish(), await publish(), await publish()];
    await place(one, { inNavigation: true, inFooter: true, label: 'One' });
    await place(two, { inNavigation: true });
    await place(three, { inFooter: true, label: 'Three' });
    const linkOf = (page: EditedPage, label: string) => ({ label, href: `/pages/${page.slug}` });
    const brand = await readBrand();
    expect(brand.navigation).toEqual([
      ...before.navigation,
      linkOf(one, 'One'),
      linkOf(two, 'House rules'),
    ]);
    expect(brand.footer.links).toEqual([
      ...before.footer.links,
      linkOf(one, 'One'),
      linkOf(three, 'Three'),
    ]);
    const ids = [three, two, one].map(({ id }) => Number(id));
    const readOrder = async () =>
      (await get('/api/admin/pages', admin))
        .json<{ pages: PageSummary[] }>()
        .pages.filter(({ isFixed }) => !isFixed)
        .map(({ slug }) => slug);
    const oldOrder = await readOrder();
    expect((await send('PUT', '/api/admin/pages/order', { ids })).statusCode).toBe(204);
    const first = [three.slug, two.slug, one.slug];
    const newOrder = [...first, ...oldOrder.filter((slug) => !first.includes(slug))];
    expect(await readOrder()).toEqual(newOrder);
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'subject', 'before', 'after'])
      .where('action', '=', 'pages/reordered')
      .executeTakeFirst();
    expect(entry).toEqual({
      action: 'pages/reordered',
      subject: 'site',
      before: oldOrder,
      after: newOrder,
    });
    const after = await readBrand();
    expect(after.navigation.map(({ label }) => label).slice(0, 2)).toEqual(['House rules', 'One']);
    expect(after.footer.links.map(({ label }) => label).slice(0, 2)).toEqual(['Three', 'One']);
    const { pages } = (await get('/api/admin/pages', admin)).json<{ pages: PageSummary[] }>();
    expect(pages.slice(0, 3).map(({ id }) => id)).toEqual([three.id, two.id, one.id]);
    expect(pages.slice(-2).map(({ id }) => id)).toEqual(['terms', 'privacy']);
    expect((await get('/play')).body).toContain(`"href":"/pages/${three.slug}"`);
  });

  test('have the title that is published, not that of a draft', async () => {
    const page = await publish();
    await place(page, { inNavigation: true });
    const labelOf = async () =>
      (await readBrand()).navigation.find(({ href }) => href.endsWith(page.slug))?.label;
    const draft = await save(page, { title: 'Draft rules', isPublished: false });
    expect(await labelOf()).toBe('House rules');
    await save(draft.json(), { isPublished: true });
    expect(await labelOf()).toBe('Draft rules');
    await send('DELETE', `/api/admin/pages/${page.id}`);
  });

  test('of a new page come last, also after the others were sorted', async () => {
    const [one, two] = [await create(), await create()];
    const ids = [two, one].map(({ id }) => Number(id));
    await send('PUT', '/api/admin/pages/order', { ids });
    const { id } = await create();
    const { pages } = (await get('/api/admin/pages', admin)).json<{ pages: PageSummary[] }>();
    expect(pages.findLast(({ isFixed }) => !isFixed)?.id).toBe(id);
  });

  test('a long title is shortened, and a label is one short line', async () => {
    const page = (
      await save(await create(), {
        title: 'A very long title of a page about rules',
        content: '<p>x</p>',
      })
    ).json<EditedPage>();
    await place(page, { inFooter: true });
    const { footer } = await readBrand();
    expect(footer.links.find(({ href }) => href.endsWith(page.slug))?.label).toBe(
      'A very long title of a page…',
    );
    const next = { ...page, placeVersion: 2 };
    expect((await place(next, { label: 'x'.repeat(31) })).statusCode).toBe(400);
    expect((await place(next, { label: 'x'.repeat(30) })).statusCode).toBe(200);
    expect((await place(next, { label: 'a\nb' })).statusCode).toBe(400);
  });

  test('at most twelve pages are in the footer', async () => {
    const { pages } = (await get('/api/admin/pages', admin)).json<{ pages: PageSummary[] }>();
    for (let n = pages.filter(({ inFooter }) => inFooter).length; n < 12; n += 1) {
      expect((await place(await publish(), { inFooter: true })).statusCode).toBe(200);
    }
    const full = await place(await publish(), { inFooter: true });
    expect(full.statusCode).toBe(400);
    const fields = { inFooter: 'There is room for 12 pages. Remove another first.' };
    expect(full.json()).toMatchObject({ fields });
    const body = { title: 'X', slug: 'no-room', inFooter: true };
    expect((await send('POST', '/api/admin/pages', body)).json()).toMatchObject({ fields });
    expect(
      (await send('POST', '/api/admin/pages', { ...body, inFooter: false })).json(),
    ).toMatchObject({ slug: 'no-room', inFooter: false });
    // A page that is in the footer already can still be changed.
    const list = (await get('/api/admin/pages', admin)).json<{ pages: PageSummary[] }>();
    const { id } = list.pages.find(({ inFooter }) => inFooter)!;
    const placed = (await get(`/api/admin/pages/${id}`, admin)).json<EditedPage>();
    expect((await place(placed, { label: 'Still here' })).statusCode).toBe(200);
  });

  test('at most twelve pages are in the navigation', async () => {
    const { pages } = (await get('/api/admin/pages', admin)).json<{ pages: PageSummary[] }>();
    const free = pages.filter(({ isFixed, inNavigation }) => !isFixed && !inNavigation);
    const placed = pages.filter(({ inNavigation }) => inNavigation).length;
    const ids = free.slice(0, 12 - placed).map(({ id }) => Number(id));
    const { db } = site.deps;
    await db.updateTable('own_pages').set({ in_navigation: true }).where('id', 'in', ids).execute();
    const full = await place(await publish(), { inNavigation: true });
    expect(full.json()).toMatchObject({ fields: { inNavigation: expect.any(String) } });
    const removed = ids.slice(0, 1);
    await db
      .updateTable('own_pages')
      .set({ in_navigation: false })
      .where('id', 'in', removed)
      .execute();
    expect((await place(await publish(), { inNavigation: true })).statusCode).toBe(200);
    await db
      .updateTable('own_pages')
      .set({ in_navigation: false })
      .where('id', 'in', ids)
      .execute();
  });
});

test('a deleted page is gone with its former addresses, and the audit log keeps its text', async () => {
  const page = await publish('short-lived');
  await place(page, { slug: 'shorter-lived', inNavigation: true, label: 'Shorter' });
  expect((await send('DELETE', `/api/admin/pages/${page.id}`)).statusCode).toBe(204);
  for (const slug of ['short-lived', 'shorter-lived']) {
    expect((await get(`/pages/${slug}`)).statusCode).toBe(404);
  }
  expect(JSON.stringify(await readBrand())).not.toContain('Shorter');
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before'])
    .where('subject', 'in', ['short-lived', 'shorter-lived'])
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    'pages/created',
    'pages/published',
    'pages/placed',
    'pages/deleted',
  ]);
  expect(entries.at(-1)).toMatchObject({ actor: 'Scribe', before: { content: '<p>Be kind.</p>' } });
});

test('changes of a page leave the other pages alone, and each has its own entry', async () => {
  const { db } = site.deps;
  const neighbour = await publish('neighbour');
  await place(neighbour, { slug: 'next-door', label: 'Next' });
  const page = await create('restless', 'Restless');
  const rest = async () => ({
    pages: await db
      .selectFrom('own_pages')
      .selectAll()
      .where('id', '!=', Number(page.id))
      .orderBy('id')
      .execute(),
    versions: await db
      .selectFrom('own_page_versions')
      .selectAll()
      .where('page_id', '!=', Number(page.id))
      .orderBy('page_id')
      .orderBy('version')
      .execute(),
    former: await db
      .selectFrom('own_page_former_addresses')
      .selectAll()
      .where('page_id', '!=', Number(page.id))
      .orderBy('slug')
      .execute(),
  });
  const before = await rest();
  const saved = (await save(page, { content: '<p>One.</p>', isPublished: false })).json();
  const published = (await save(saved, { title: 'Calm', content: '<p>Two.</p>' }, other)).json();
  const move = { slug: 'rested', label: 'Rest', inNavigation: true };
  expect((await place(published, move)).statusCode).toBe(200);
  const url = `/api/admin/pages/${page.id}`;
  const restored = (await send('POST', `${url}/versions/2/restore`)).json<EditedPage>();
  expect(restored).toMatchObject({ ...move, version: 4, publishedVersion: 4, title: 'Restless' });
  await send('POST', `${url}/unpublish`);
  expect((await send('POST', `${url}/versions/3/restore`)).json()).toMatchObject({
    version: 5,
    publishedVersion: null,
  });
  await send('DELETE', url);
  expect(await rest()).toEqual(before);
  expect((await get('/pages/neighbour')).headers.location).toBe('/pages/next-door');
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'subject', 'before', 'after'])
    .where('subject', 'in', ['restless', 'rested'])
    .orderBy('id')
    .execute();
  const [one, two] = [{ content: '<p>One.</p>' }, { content: '<p>Two.</p>' }];
  const actor = 'Scribe';
  expect(entries).toEqual([
    {
      action: 'pages/created',
      actor,
      subject: 'restless',
      before: null,
      after: { title: 'Restless', slug: 'restless', inNavigation: false, inFooter: false },
    },
    {
      action: 'pages/saved',
      actor,
      subject: 'restless',
      before: { title: 'Restless', content: '' },
      after: { title: 'Restless', ...one },
    },
    {
      action: 'pages/published',
      actor: 'Inkwell',
      subject: 'restless',
      before: { title: 'Restless', ...one },
      after: { title: 'Calm', ...two },
    },
    {
      action: 'pages/placed',
      actor,
      subject: 'rested',
      before: { slug: 'restless', label: null, inNavigation: false },
      after: move,
    },
    {
      action: 'pages/restored',
      actor,
      subject: 'rested',
      before: { title: 'Calm', ...two },
      after: { title: 'Restless', ...one },
    },
    {
      action: 'pages/unpublished',
      actor,
      subject: 'rested',
      before: null,
      after: { title: 'Restless' },
    },
    {
      action: 'pages/restored',
      actor,
      subject: 'rested',
      before: { title: 'Restless', ...one },
      after: { title: 'Calm', ...two },
    },
    {
      action: 'pages/deleted',
      actor,
      subject: 'rested',
      before: { title: 'Calm', ...two },
      after: null,
    },
  ]);
});

test('a site has a limited number of pages', async () => {
  const { db } = site.deps;
  await sql`
    insert into own_pages (slug, position)
    select 'filler-' || n, 1000 + n
    from generate_series(1, ${ownPageLimits.maxPages - 1}::int - (select count(*)::int from own_pages)) as n`.execute(
    db,
  );
  await create('last-page');
  const refused = await send('POST', '/api/admin/pages', { title: 'X', slug: 'one-too-many' });
  expect(refused.json()).toMatchObject({ code: 'pages/too-many' });
  await sql`delete from own_pages where slug like 'filler-%'`.execute(db);
});
