import { type Element, JSDOM } from 'jsdom';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import type { EditedPost, NewsPage, NewsPost, PostDraft } from '#shared/endpoints/news.ts';
import { queryKey } from '#shared/query-key.ts';
import type { PageDatum } from '#shared/site.ts';

const siteUrl = 'https://play.example';
let site: TestApp;
let admin: TestPlayer;
let picture: Picture;
let post: EditedPost;

const draft: PostDraft = {
  title: 'Bread & "roses" <for> all',
  category: 'Game Updates',
  displayImage: null,
  content: '<p>First words of a <a href="/events">long</a> story.</p>',
  state: 'published',
  publishAt: null,
};

beforeAll(async () => {
  site = await openTestApp({ settings: { SITE_URL: siteUrl, SITE_NAME: 'The Keep' } });
  admin = { ...(await site.addPlayer('Herald', 3)) };
  admin.cookie = admin.cookie.replace('session=', '__Host-session=');
  const bytes = await sharp({
    create: { width: 900, height: 500, channels: 3, background: '#a87722' },
  })
    .png()
    .toBuffer();
  const upload = await site.app.inject({
    method: 'POST',
    url: '/api/admin/media',
    headers: { cookie: admin.cookie, 'content-type': 'image/png' },
    payload: bytes,
  });
  picture = upload.json<Picture>();
  post = await create({ displayImage: picture.url });
});
afterAll(() => site.close());

async function create(change: Partial<PostDraft>): Promise<EditedPost> {
  const answer = await site.app.inject(
    json('POST', '/api/admin/news', { ...draft, ...change }, admin),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EditedPost>();
}

/** Reads the first HTML of a page as a crawler does, without running scripts. */
async function readPage(url: string, headers: Record<string, string> = {}) {
  const answer = await site.app.inject({ url, headers });
  const { document } = new JSDOM(answer.body).window;
  const content = (selector: string) =>
    document.querySelector(selector)?.getAttribute('content') ?? undefined;
  return {
    status: answer.statusCode,
    title: document.title,
    meta: (name: string) => content(`meta[name="${name}"]`) ?? content(`meta[property="${name}"]`),
    link: (rel: string) =>
      document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? undefined,
    jsonLd: JSON.parse(
      document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null',
    ) as unknown,
    data: JSON.parse(document.getElementById('page-data')?.textContent ?? 'null') as PageDatum[],
  };
}

const read = async <T>(url: string): Promise<T> => (await site.app.inject({ url })).json<T>();

describe('the first HTML of', () => {
  test('a post has metadata for link previews', async () => {
    const page = await readPage(`/news/${post.id}`);
    expect(page.title).toBe('Bread & "roses" <for> all – The Keep');
    expect(page.meta('description')).toBe('First words of a long story.');
    expect(page.link('canonical')).toBe(`${siteUrl}/news/${post.id}`);
    expect(page.link('alternate')).toBe('/feed.xml');
    const expected = {
      'og:title': draft.title,
      'og:description': 'First words of a long story.',
      'og:type': 'article',
      'og:url': `${siteUrl}/news/${post.id}`,
      'og:site_name': 'The Keep',
      'og:image': `${siteUrl}/og/news/${post.id}.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': draft.title,
      'article:section': 'Game Updates',
      'twitter:card': 'summary_large_image',
      'twitter:title': draft.title,
      'twitter:image': `${siteUrl}/og/news/${post.id}.png`,
    };
    for (const [name, value] of Object.entries(expected)) expect(page.meta(name), name).toBe(value);
    expect(page.meta('article:published_time')).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(page.jsonLd).toMatchObject({ '@type': 'NewsArticle', headline: draft.title });
  });

  test('a post contains the data that the app would fetch', async () => {
    const { data } = await readPage(`/news/${post.id}`);
    expect(data).toEqual([
      {
        key: queryKey('news', 'GET /api/news/{id}', { params: { id: post.id } }),
        value: await read<NewsPost>(`/api/news/${post.id}`),
      },
      {
        key: queryKey('news', 'GET /api/news', { query: { limit: 6, page: 1 } }),
        value: await read<NewsPage>('/api/news'),
      },
    ]);
  });

  test('home contains the six newest posts', async () => {
    const page = await readPage('/');
    expect(page.title).toBe('The Keep');
    expect(page.meta('og:title')).toBe('The Keep');
    expect(page.meta('og:image')).toBe(`${siteUrl}/og/site.png`);
    expect(page.link('canonical')).toBe(`${siteUrl}/`);
    expect(page.data.slice(0, 2)).toEqual([
      {
        key: queryKey('news', 'GET /api/news', { query: { limit: 6, page: 1 } }),
        value: await read<NewsPage>('/api/news?limit=6&page=1'),
      },
      {
        key: queryKey('server', 'GET /api/server/status', {}),
        value: await read('/api/server/status'),
      },
    ]);
  });

  test('the news list contains the requested page and category', async () => {
    const page = await readPage('/news?category=Game%20Updates&page=2&x=1');
    expect(page.link('canonical')).toBe(`${siteUrl}/news?category=Game+Updates&page=2`);
    expect(page.data[0]?.key).toEqual(
      queryKey('news', 'GET /api/news', {
        query: { limit: 12, page: 2, category: 'Game Updates' },
      }),
    );
    const plain = await readPage('/news?category=Gossip&page=-3');
    expect(plain.data[0]?.key).toEqual(
      queryKey('news', 'GET /api/news', { query: { limit: 12, page: 1 } }),
    );
  });

  test('a changed post shows the change at the next visit', async () => {
    const fresh = await create({ title: 'Before' });
    expect((await readPage(`/news/${fresh.id}`)).title).toContain('Before');
    await site.app.inject(
      json('PUT', `/api/admin/news/${fresh.id}`, { ...fresh, title: 'After' }, admin),
    );
    expect((await readPage(`/news/${fresh.id}`)).title).toContain('After');
    const home = (await readPage('/')).data[0];
    expect(home).toHaveProperty('value.posts.0.title', 'After');
  });

  test.each([
    '/news/999999',
    '/news/abc',
    `/news/${'9'.repeat(40)}`,
    '/news/%00',
    '/polls/999999',
    '/polls/nonsense',
    '/pages/no-such-page',
    '/no/such/page',
  ])('%s is a 404 that is not indexed', async (url) => {
    const page = await readPage(url);
    expect(page.status).toBe(404);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.link('canonical')).toBeUndefined();
    expect(page.data).toEqual([]);
  });

  test('a draft is a 404 too', async () => {
    const hidden = await create({ state: 'draft', title: 'Hush' });
    const page = await readPage(`/news/${hidden.id}`);
    expect(page.status).toBe(404);
    expect(page.title).not.toContain('Hush');
  });

  test.each(['/play', '/events', '/hiscores', '/polls', '/register'])(
    '%s has its own description',
    async (url) => {
      const page = await readPage(url);
      expect(page.meta('description')?.length).toBeGreaterThan(20);
      expect(page.link('canonical')).toBe(siteUrl + url);
      expect(page.meta('robots')).toBeUndefined();
    },
  );

  test.each(['/profile/home', '/shop', '/admin/home', '/reset-password', '/confirm-email'])(
    '%s is not indexed by search engines',
    async (url) => {
      expect((await readPage(url)).meta('robots')).toBe('noindex');
    },
  );

  test('a page whose data cannot be read is still served', async () => {
    await site.deps.live.publish(site.deps.db, { topic: 'news' });
    const selectFrom = vi.spyOn(site.deps.db, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('gone');
    });
    const page = await readPage('/');
    selectFrom.mockRestore();
    expect(page).toMatchObject({ status: 200, title: 'The Keep', data: [] });
    // The failure is not cached.
    expect((await readPage('/')).data).toHaveLength(7);
  });
});

describe('a preview picture', () => {
  test.each(['/og/site.png', () => `/og/news/${post.id}.png`])(
    '%s has the size for link previews',
    async (address) => {
      const url = typeof address === 'string' ? address : address();
      const answer = await site.app.inject({ url });
      expect(answer.headers['content-type']).toBe('image/png');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        format: 'png',
        width: 1200,
        height: 630,
      });
      const again = await site.app.inject({
        url,
        headers: { 'if-none-match': String(answer.headers.etag) },
      });
      expect(again.statusCode).toBe(304);
    },
  );

  test('depends on the title', async () => {
    const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })];
    const draw = async (id: string) =>
      (await site.app.inject({ url: `/og/news/${id}.png` })).headers.etag;
    expect(await draw(one.id)).not.toBe(await draw(two.id));
    expect(await draw(one.id)).toBe(await draw(one.id));
  });

  test('is drawn again when its post gets another title', async () => {
    const { id, version } = await create({ title: 'Old title' });
    const draw = async () => (await site.app.inject({ url: `/og/news/${id}.png` })).headers.etag;
    const before = await draw();
    const body = { ...draft, title: 'New title', version };
    const saved = await site.app.inject(json('PUT', `/api/admin/news/${id}`, body, admin));
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await draw()).not.toBe(before);
  });

  test.each(['🎉🎉🎉', '漢字ばかりの題名', 'Verylongword'.repeat(10), '<svg onload="x"> & </svg>'])(
    'can be drawn for %s',
    async (title) => {
      const { id } = await create({ title });
      expect((await site.app.inject({ url: `/og/news/${id}.png` })).statusCode).toBe(200);
    },
  );

  test.each(['/og/news/999999.png', '/og/news/abc.png', '/og/news/1.jpg', '/og/other.png'])(
    '%s does not exist',
    async (url) => {
      expect((await site.app.inject({ url })).statusCode).toBe(404);
    },
  );
});

describe('the feed', () => {
  const atom = 'http://www.w3.org/2005/Atom';

  async function readFeed() {
    const { body, headers } = await site.app.inject({ url: '/feed.xml' });
    const { window } = new JSDOM('');
    const document = new window.DOMParser().parseFromString(body, 'application/xml');
    expect(document.querySelector('parsererror')).toBeNull();
    return { feed: document.documentElement, headers };
  }

  const children = (parent: Element, name: string) =>
    [...parent.children].filter((child) => child.localName === name && child.namespaceURI === atom);
  const text = (parent: Element, name: string) => children(parent, name)[0]?.textContent ?? '';

  test('is valid Atom', async () => {
    const { feed, headers } = await readFeed();
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect([feed.localName, feed.namespaceURI]).toEqual(['feed', atom]);
    for (const [parent, names] of [
      [feed, ['id', 'title', 'updated']],
      ...children(feed, 'entry').map(
        (entry) => [entry, ['id', 'title', 'updated', 'published', 'content']] as const,
      ),
    ] as const) {
      for (const name of names) expect(children(parent, name), name).toHaveLength(1);
      expect(URL.canParse(text(parent, 'id'))).toBe(true);
      expect(text(parent, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    }
    expect(children(feed, 'author').map((author) => text(author, 'name'))).toEqual(['The Keep']);
    const links = children(feed, 'link').map((link) => [
      link.getAttribute('rel'),
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['self', `${siteUrl}/feed.xml`],
      ['alternate', `${siteUrl}/news`],
    ]);
    const ids = children(feed, 'entry').map((entry) => text(entry, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
    const known = new Set(
      'id title updated author icon link entry published category content'.split(' '),
    );
    const names = [...feed.querySelectorAll(':not(author) > *')].map(({ localName }) => localName);
    for (const name of names) expect(known).toContain(name);
  });

  test('contains whole posts with absolute addresses', async () => {
    const { feed } = await readFeed();
    const entry = children(feed, 'entry').find(
      (one) => text(one, 'id') === `${siteUrl}/news/${post.id}`,
    );
    if (!entry) throw new Error('no entry');
    expect(text(entry, 'title')).toBe(draft.title);
    const { createdAt, updatedAt } = await site.deps.db
      .updateTable('news_posts')
      .set({ updated_at: new Date(Date.now() + 60_000) })
      .where('id', '=', Number(post.id))
      .returning(['published_at as createdAt', 'updated_at as updatedAt'])
      .executeTakeFirstOrThrow();
    await site.deps.live.publish(site.deps.db, { topic: 'news' });
    const { feed: later } = await readFeed();
    const changed = children(later, 'entry').find((one) => text(one, 'id') === text(entry, 'id'))!;
    expect(text(changed, 'published')).toBe(createdAt?.toISOString());
    expect(text(changed, 'updated')).toBe(updatedAt.toISOString());
    // That of the newest change, wherever its post is.
    expect(text(later, 'updated')).toBe(updatedAt.toISOString());
    expect(children(entry, 'category')[0]?.getAttribute('term')).toBe('Game Updates');
    expect(children(entry, 'content')[0]?.getAttribute('type')).toBe('html');
    expect(text(entry, 'content')).toBe(
      `<p><img src="${siteUrl}${picture.src}" alt=""></p><p>First words of a <a href="${siteUrl}/events" rel="noopener nofollow ugc">long</a> story.</p>`,
    );
  });

  test('has the twenty newest posts, and none that is not published', async () => {
    const { db, live } = site.deps;
    await sql`
      insert into news_posts (title, category, content, teaser, state, publish_at, published_at)
      select 'Number ' || n, 'Technical', '<p>x</p>', 'x',
        case n when 3 then 'draft' when 4 then 'scheduled' else 'published' end,
        case n when 4 then now() + interval '1 year' end,
        case when n not in (3, 4) then now() + make_interval(days => 50 - n) end
      from generate_series(1, 25) as n`.execute(db);
    await live.publish(db, { topic: 'news' });
    const { feed } = await readFeed();
    const numbers = Array.from({ length: 22 }, (_, at) => at + 1).filter((n) => n !== 3 && n !== 4);
    expect(children(feed, 'entry').map((entry) => text(entry, 'title'))).toEqual(
      numbers.map((n) => `Number ${n}`),
    );
    await sql`delete from news_posts where title like 'Number %'`.execute(db);
    await live.publish(db, { topic: 'news' });
  });

  test('stays well-formed with characters that XML does not allow', async () => {
    await create({
      title: 'Bell \u0007 and \uffff',
      content: '<p>\u000b]]&gt;</p>',
    });
    const { feed } = await readFeed();
    expect(text(children(feed, 'entry')[0] ?? feed, 'title')).toMatch(/^Bell {2}and/);
  });
});

test('the sitemap lists public pages and posts, and nothing else', async () => {
  const hidden = await create({ state: 'draft' });
  const { body, headers } = await site.app.inject({ url: '/sitemap.xml' });
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const document = new new JSDOM('').window.DOMParser().parseFromString(body, 'application/xml');
  const addresses = [...document.querySelectorAll('url > loc')].map((loc) => loc.textContent);
  expect(addresses).toEqual(
    expect.arrayContaining([
      `${siteUrl}/`,
      `${siteUrl}/news`,
      `${siteUrl}/events`,
      `${siteUrl}/terms`,
      `${siteUrl}/privacy`,
      `${siteUrl}/news/${post.id}`,
    ]),
  );
  expect(addresses).not.toContain(`${siteUrl}/news/${hidden.id}`);
  const row = await site.deps.db
    .selectFrom('news_posts')
    .select('updated_at')
    .where('id', '=', Number(post.id))
    .executeTakeFirstOrThrow();
  const entry = [...document.querySelectorAll('url')].find(
    (one) => one.querySelector('loc')?.textContent === `${siteUrl}/news/${post.id}`,
  );
  expect(entry?.querySelector('lastmod')?.textContent).toBe(row.updated_at.toISOString());
  expect(addresses.filter((address) => /admin|api|profile|shop/.test(address ?? ''))).toEqual([]);
});

test('robots.txt disallows the admin area and the API, and links the sitemap', async () => {
  const { body } = await site.app.inject({ url: '/robots.txt' });
  expect(body.split('\n').filter(Boolean)).toEqual([
    'User-agent: *',
    'Allow: /api/docs',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /auth/',
    'Disallow: /idp/',
    'Disallow: /profile',
    'Disallow: /dev/',
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ]);
});

test.each(['/feed.xml', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])(
  '%s may be kept for five minutes, and is not sent again if it is the same',
  async (url) => {
    const first = await site.app.inject({ url });
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const ask = (tag: string) => site.app.inject({ url, headers: { 'if-none-match': tag } });
    const same = await ask(String(first.headers.etag));
    expect([same.statusCode, same.body]).toEqual([304, '']);
    expect((await ask('W/"other"')).body).toBe(first.body);
  },
);

test('the manifest has the name of the site and icons that exist', async () => {
  const manifest = await read<{ icons: { src: string; sizes: string; purpose: string }[] }>(
    '/manifest.webmanifest',
  );
  expect(manifest).toMatchObject({
    name: 'The Keep',
    short_name: 'The Keep',
    start_url: '/',
    scope: '/',
  });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(
      new URL(`../../../client/public${src}`, import.meta.url).pathname,
    ).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the content security policy allows pictures only from allowed hosts', async () => {
  const other = await openTestApp({ settings: { IMAGE_HOSTS: 'i.example.com, *.cdn.example' } });
  const policy = async (app: TestApp) =>
    String((await app.app.inject({ url: '/' })).headers['content-security-policy']);
  expect(await policy(other)).toContain(
    "img-src 'self' data: blob: https://i.example.com https://*.cdn.example;",
  );
  expect(await policy(site)).toContain("img-src 'self' data: blob:;");
  await other.close();
});
