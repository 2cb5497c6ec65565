import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { loadDemo } from '#server/demo/load-demo.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';
import type { EditedPost, NewsPage } from '#shared/endpoints/news.ts';
import { queryKey } from '#shared/query-key.ts';
import type { PageToRender } from '#shared/site.ts';

import { findRenderer } from './page-renderer.ts';

const renderer = findRenderer(
  fileURLToPath(new URL('../../../client/render.tsx', import.meta.url)),
);
const rendered: PageToRender[] = [];
let failure: Error | undefined;
let isReady = true;
let clientFolder: string;
let site: TestApp;
let admin: TestPlayer;
let logged: string[];

async function render(page: PageToRender): Promise<string> {
  rendered.push(page);
  if (failure) throw failure;
  return (await renderer?.render(page)) ?? '';
}

beforeAll(async () => {
  await renderer?.load();
  clientFolder = await mkdtemp(join(tmpdir(), 'wynhold-client-'));
  await writeFile(
    join(clientFolder, 'index.html'),
    '<head><!--page-head--><!--page-data--></head><div id="root">Loading...</div>',
  );
  await mkdir(join(clientFolder, 'assets'));
  for (const name of ['alegreya-700', 'alegreya-400-italic', 'alegreya-700-italic']) {
    await writeFile(join(clientFolder, `assets/${name}-abcd1234.woff2`), name);
  }
  const testLog = await createTestLog();
  ({ logged } = testLog);
  site = await openTestApp({
    clientFolder,
    settings: { DEMO: 'on' },
    replace: () => ({ renderer: { isReady: () => isReady, render }, log: testLog.log }),
  });
  await loadDemo(site.deps);
  admin = await site.addPlayer('Cartographer', 3);
});
afterAll(async () => {
  await site.close();
  await rm(clientFolder, { recursive: true });
});
beforeEach(async () => {
  // Empties the page cache.
  await site.deps.live.publish(site.deps.db, { topic: 'site' });
  rendered.length = 0;
  logged.length = 0;
  failure = undefined;
  isReady = true;
});

const visit = (url: string, cookie?: string) =>
  site.app.inject({ url, ...(cookie && { headers: { cookie } }) });

/** The text of a page, as a visitor without scripts reads it. */
function readPage(html: string): string {
  return html
    .replace(/^[^]*<\/head>/, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');
}

async function read(url: string): Promise<string> {
  const answer = await visit(url);
  expect(answer.statusCode).toBe(200);
  return readPage(answer.body);
}

async function newestPost(): Promise<NewsPage['posts'][number]> {
  const [post] = (await visit('/api/news?limit=1')).json<NewsPage>().posts;
  if (!post) throw new Error('The demo has no posts.');
  return post;
}

async function findManaged(id: string): Promise<EditedPost> {
  const answer = await visit(`/api/admin/news/${id}`, admin.cookie);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EditedPost>();
}

describe('a page can be read without scripts:', () => {
  test('the home page with its news', async () => {
    const text = await read('/');
    expect(text).toContain('Welcome to Wynhold');
    expect(text).toContain((await newestPost()).title);
  });

  test('a post to its end', async () => {
    const { id, title } = await newestPost();
    const text = await read(`/news/${id}`);
    const end = (await findManaged(id)).content.replaceAll(/<[^>]*>/g, ' ').trim();
    expect(text).toContain(title);
    expect(text).toContain(end.slice(-40));
  });

  test('the list of news', async () => {
    expect(await read('/news')).toContain((await newestPost()).title);
    expect(await read('/news?category=Community')).toContain('All News');
  });

  test('the events', async () => {
    const [event] = (await visit('/api/events')).json<{ title: string }[]>();
    expect(await read('/events')).toContain(event?.title);
  });

  test('the polls, and one of them with its results', async () => {
    const polls = (await visit('/api/polls')).json<
      { id: string; title: string; ended: boolean }[]
    >();
    const ended = polls.find((poll) => poll.ended);
    expect(await read('/polls')).toContain(ended?.title);
    expect(await read(`/polls/${ended?.id}`)).toMatch(/\d+% \d+ votes/);
  });

  test('the hiscores, a player and a comparison', async () => {
    const list = (await visit('/api/hiscores?skill=Overall&page=1')).json<{
      players: { username: string }[];
    }>();
    const [first, second] = list.players.map(({ username }) => username);
    expect(await read('/hiscores')).toContain(first);
    const player = encodeURIComponent(first ?? '');
    expect(await read(`/hiscores?player=${player}`)).toContain(`${first}'s Stats`);
    const pair = `${player},${encodeURIComponent(second ?? '')}`;
    expect(await read(`/hiscores?compare=${pair}`)).toContain(`Comparing ${first} vs ${second}`);
  });

  test('the launcher and the terms', async () => {
    expect(await read('/play')).toContain('Requires Java 11 to run');
    expect(await read('/terms')).toContain('Terms of Service');
  });

  test('the panels of the home page', async () => {
    const text = await read('/');
    expect(text).toMatch(
      /Next Event .* Starts in .* going .* Top Gains This Week .* Open Poll .* left/,
    );
    expect(text.match(/Read more/g)?.length).toBeLessThanOrEqual(6);
  });
});

// The browser fetches data that the first HTML does not have, and shows it as loading.
test('a rendered page has everything it shows, so the browser fetches nothing', async () => {
  const post = `/news/${(await newestPost()).id}`;
  for (const url of ['/', '/news', post, '/events', '/polls', '/hiscores', '/play']) {
    expect((await visit(url)).body.match(/aria-busy="true"|Loading/g), url).toBeNull();
  }
});

test('the download page of a real site shows no launcher before one is uploaded', async () => {
  const read = async (deps: TestApp) => readPage((await deps.app.inject({ url: '/play' })).body);
  const real = await openTestApp({
    clientFolder,
    settings: { DEMO: 'off' },
    replace: () => ({ renderer: { isReady: () => true, render } }),
  });
  const [ofDemo, ofReal] = [await read(site), await read(real)];
  await real.close();
  const notLive = "The server isn't live yet — the launcher download will be available soon!";
  for (const text of ['Download Launcher (.jar)', 'v1.0.3', '3.19 MB']) {
    expect(ofDemo).toContain(text);
    expect(ofReal).not.toContain(text);
  }
  expect(ofReal).toContain(notLive);
  for (const page of [ofDemo, ofReal]) expect(page).toContain('Requires Java 11 to run');
});

test('rendered pages contain nothing that the content security policy forbids', async () => {
  for (const url of [
    '/',
    '/news',
    '/events',
    '/polls',
    '/polls/1',
    '/hiscores',
    '/play',
    '/terms',
  ]) {
    const content = (await visit(url)).body.replace(/^[^]*<\/head>/, '');
    expect(content).not.toMatch(/<script|<style| style=| on[a-z]+=/);
  }
});

test('a visitor with a session gets "Loading...", and nothing of theirs is cached', async () => {
  const player = await site.addPlayer('Secret Sam');
  for (const url of ['/', '/events', '/polls', '/hiscores']) {
    const own = (await visit(url, player.cookie)).body;
    expect(own).toContain('<div id="root">Loading...</div>');
    const next = (await visit(url)).body;
    expect(next).not.toContain('Loading...</div>');
    for (const html of [own, next]) {
      expect(html).not.toContain(player.email);
      expect(html).not.toContain(player.username);
      expect(html).not.toContain(player.cookie.slice('session='.length));
    }
  }
});

test('pages that need a login are not rendered', async () => {
  for (const url of ['/shop', '/profile/home', '/admin/home']) {
    expect((await visit(url)).body).toContain('<div id="root">Loading...</div>');
  }
  expect(rendered).toEqual([]);
});

test('a page is rendered once until what it shows changes, and then shows the change', async () => {
  const { id } = await newestPost();
  await visit(`/news/${id}`);
  await visit(`/news/${id}`);
  expect(rendered).toHaveLength(1);
  const post = await findManaged(id);
  const saved = await site.app.inject(
    json('PUT', `/api/admin/news/${id}`, { ...post, title: 'A newer title' }, admin),
  );
  expect(saved.statusCode, saved.body).toBe(200);
  await expect.poll(() => read(`/news/${id}`)).toContain('A newer title');
  expect(await read('/')).toContain('A newer title');
});

test('a post preloads the italic font and, if it has bold words, the bold one', async () => {
  const { id } = await newestPost();
  const fontsIn = async (content: string) => {
    const post = await findManaged(id);
    await site.app.inject(json('PUT', `/api/admin/news/${id}`, { ...post, content }, admin));
    const { body } = await visit(`/news/${id}`);
    return [...body.matchAll(/<link rel="preload" as="font"[^>]*>/g)].map(([link]) => link);
  };
  const link = (name: string) =>
    `<link rel="preload" as="font" type="font/woff2" href="/assets/${name}-abcd1234.woff2" crossorigin />`;
  const italic = link('alegreya-400-italic');
  expect(await fontsIn('<p>Plain words.</p>')).toEqual([italic]);
  expect(await fontsIn('<p>One <strong>bold</strong> word.</p>')).toEqual([
    italic,
    link('alegreya-700'),
  ]);
});

test('unused parameters and their order do not render a page again', async () => {
  const { id } = await newestPost();
  for (const pages of [
    ['/', '/?x=1', '/?x=2&utm_source=a', '/?__proto__=1'],
    [`/news/${id}`, `/news/${id}?x=1`, `/news/${id}?page=2`, `/%6eews/${id}?x=3`],
    [
      '/news?category=Events&page=2',
      '/news?page=2&category=Events',
      '/news?x&page=2&category=Events&page=3',
    ],
    ['/events?event=1&month=2026-11', '/events?month=2026-11&event=1&x=1'],
  ]) {
    rendered.length = 0;
    const bodies = new Set<string>();
    for (const url of pages) bodies.add((await visit(url)).body);
    expect(rendered.map(({ url }) => url)).toEqual([pages[0]]);
    expect(bodies.size).toBe(1);
  }
});

test('parameters that a page uses render another page', async () => {
  for (const url of ['/news', '/news?page=2', '/events?day=2026-11-20', '/polls?page=2'])
    await visit(url);
  expect(rendered.map(({ url }) => url)).toEqual([
    '/news',
    '/news?page=2',
    '/events?day=2026-11-20',
    '/polls?page=2',
  ]);
});

test.each([
  '/hiscores?player=%00',
  '/hiscores?player=a%00b',
  '/hiscores?compare=%00,%00',
  '/hiscores?page=1e300',
  '/hiscores?skill=%00&page=%00',
  '/news/%00',
  '/news/999999999999999999999',
  '/news?page=1e300&category=%00',
  '/events?event=%00',
  '/polls/9999999999999999',
])('a bad address is not a server error: %s', async (url) => {
  const { statusCode } = await visit(url);
  expect([200, 404]).toContain(statusCode);
  expect(logged).toEqual([]);
});

test('the page says when it was rendered, so that the browser can hydrate it', async () => {
  const { body } = await visit('/');
  const block = /id="visit">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(block)).toEqual({
    hasSessionCookie: false,
    livePosition: site.deps.live.position(),
    renderedAt: rendered[0]?.renderedAt,
  });
});

test('pages are served before the renderer is loaded, and rendered afterwards', async () => {
  isReady = false;
  expect((await visit('/')).body).toContain('<div id="root">Loading...</div>');
  isReady = true;
  expect((await visit('/')).body).not.toContain('Loading...</div>');
});

test('a page that cannot be rendered is left to the browser', async () => {
  failure = new Error('A component is broken.');
  const { statusCode, body } = await visit('/');
  expect(statusCode).toBe(200);
  expect(body).toContain('<div id="root">Loading...</div>');
  expect(body).toContain('<title>Wynhold</title>');
  expect(body).not.toContain('renderedAt');
  expect(body).toContain((await newestPost()).title);
});

test('a component that throws makes the whole page fail, not a part of it', async () => {
  await visit('/');
  const [page] = rendered as [PageToRender];
  const broken = [
    {
      key: queryKey('news', 'GET /api/news', { query: { limit: 6, page: 1 } }),
      value: { posts: [null] },
    },
  ];
  await expect(renderer?.render({ ...page, data: broken })).rejects.toThrow(/null/);
});
