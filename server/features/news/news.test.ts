import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createJobRunner } from '#server/lib/data/jobs.ts';
import type { LiveMessage } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import type {
  EditedPost,
  NewsPage,
  NewsPost,
  OpenedPost,
  PostDraft,
} from '#shared/endpoints/news.ts';

import { news } from './news.feature.ts';

let site: TestApp;
let admin: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { IMAGE_HOSTS: 'i.example.com' } });
  admin = await site.addPlayer('Quill', 3);
  other = await site.addPlayer('Inkwell', 3);
});
afterAll(() => site.close());

const draft: PostDraft = {
  title: 'The gates are open',
  category: 'Community',
  displayImage: null,
  content: '<p>Come in, the fire is lit.</p>',
  state: 'published',
  publishAt: null,
};

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, player = admin) =>
  site.app.inject(json(method, url, body, player));
const get = (url: string, player?: TestPlayer) =>
  site.app.inject({ url, ...(player && { headers: { cookie: player.cookie } }) });

async function create(change: Partial<PostDraft> = {}): Promise<EditedPost> {
  const answer = await send('POST', '/api/admin/news', { ...draft, ...change });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EditedPost>();
}

const save = (post: EditedPost, change: Partial<EditedPost>, player = admin) =>
  send('PUT', `/api/admin/news/${post.id}`, { ...post, ...change }, player);

async function upload(background: string): Promise<Picture> {
  const payload = await sharp({ create: { width: 410, height: 9, channels: 3, background } })
    .png()
    .toBuffer();
  const headers = { cookie: admin.cookie, 'content-type': 'image/png' };
  const request = { method: 'POST', url: '/api/admin/media', headers, payload } as const;
  return (await site.app.inject(request)).json<Picture>();
}

async function auditOf(id: string) {
  return site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'before', 'after'])
    .where('subject', '=', id)
    .where('action', 'like', 'news/%')
    .orderBy('id')
    .execute();
}

describe('reading', () => {
  test('a published post has the fields of the specification', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { id } = await create();
    const { older: _, ...post } = (await get(`/api/news/${id}`)).json<OpenedPost>();
    expect(post).toEqual({
      id,
      title: 'The gates are open',
      category: 'Community',
      displayImage: null,
      picture: null,
      content: '<p>Come in, the fire is lit.</p>',
      createdAt: { seconds: expect.any(Number), nanoseconds: expect.any(Number) },
      newer: null,
    });
    expect(post.createdAt?.seconds).toBeGreaterThanOrEqual(before);
  });

  test('the list is newest first, six by default, with teasers instead of contents', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1)
      ids.unshift(
        (await create({ title: `Number ${n}`, content: `<p>${'word '.repeat(40)}</p>` })).id,
      );
    const page = (await get('/api/news')).json<NewsPage>();
    expect(page.posts.map(({ id }) => id)).toEqual(ids.slice(0, 6));
    expect(page.posts[0]).not.toHaveProperty('content');
    expect(page.posts[0]?.teaser).toBe(`${'word '.repeat(15).trim()}…`);
    const second = (await get('/api/news?limit=6&page=2')).json<NewsPage>();
    expect(second.posts.slice(0, 2).map(({ id }) => id)).toEqual(ids.slice(6, 8));
    expect(second).toMatchObject({ page: 2, total: page.total, pages: Math.ceil(page.total / 6) });
  });

  test('a saved post keeps its place among the published ones, and ties are newest first', async () => {
    const { db } = site.deps;
    const [one, two, three, four] = [
      await create({ category: 'Events', title: 'One' }),
      await create({ category: 'Events', title: 'Two' }),
      await create({ category: 'Events', title: 'Three' }),
      await create({ category: 'Events', title: 'Four' }),
    ];
    await create({ category: 'Events', state: 'draft' });
    const setDate = (ids: string[], date: string) =>
      db
        .updateTable('news_posts')
        .set({ published_at: new Date(date) })
        .where('id', 'in', ids.map(Number))
        .execute();
    await setDate([two.id, three.id, four.id], '2026-02-01T00:00:00Z');
    await setDate([one.id], '2026-01-01T00:00:00Z');
    await save(one, { content: '<p>Corrected.</p>' });
    const page = async (number: number) =>
      (await get(`/api/news?category=Events&limit=3&page=${number}`)).json<NewsPage>();
    expect(await page(1)).toMatchObject({ page: 1, pages: 2, total: 4 });
    expect((await page(1)).posts.map(({ title }) => title)).toEqual(['Four', 'Three', 'Two']);
    expect(await page(2)).toEqual({
      page: 2,
      pages: 2,
      total: 4,
      posts: [
        {
          id: one.id,
          title: 'One',
          category: 'Events',
          displayImage: null,
          picture: null,
          createdAt: { seconds: Date.parse('2026-01-01T00:00:00Z') / 1000, nanoseconds: 0 },
          teaser: 'Corrected.',
        },
      ],
    });
    const neighbours = async (id: string) => {
      const { newer, older } = (await get(`/api/news/${id}`)).json<OpenedPost>();
      return [newer?.title, older?.title];
    };
    expect(await neighbours(one.id)).toEqual(['Two', undefined]);
    expect(await neighbours(two.id)).toEqual(['Three', 'One']);
    expect(await neighbours(three.id)).toEqual(['Four', 'Two']);
  });

  test('a post names the published posts next to it', async () => {
    const oldest = await create({ title: 'Oldest' });
    const hidden = await create({ title: 'Hidden' });
    // It keeps its date.
    expect((await save(hidden, { state: 'draft' })).statusCode).toBe(200);
    const middle = await create({ title: 'Middle' });
    const newest = await create({ title: 'Newest' });
    const read = async (id: string) => (await get(`/api/news/${id}`)).json<OpenedPost>();
    expect(await read(middle.id)).toMatchObject({
      newer: { id: newest.id, title: 'Newest' },
      older: { id: oldest.id, title: 'Oldest' },
    });
    expect((await read(newest.id)).newer).toBeNull();
    expect((await read(oldest.id)).newer).toEqual({ id: middle.id, title: 'Middle' });
  });

  test('a category filter returns only its posts', async () => {
    const { id } = await create({ category: 'Behind The Scenes' });
    const url = `/api/news?category=${encodeURIComponent('Behind The Scenes')}`;
    const page = (await get(url)).json<NewsPage>();
    expect(page).toMatchObject({ total: 1, pages: 1, posts: [{ id }] });
    expect((await get('/api/news?category=Gossip')).statusCode).toBe(400);
  });

  test.each(['0', '51', '-1', '1.5', 'many'])('a limit of %s is refused', async (limit) => {
    expect((await get(`/api/news?limit=${limit}`)).statusCode).toBe(400);
  });

  test('a page past the end is empty', async () => {
    expect((await get('/api/news?page=9999')).json()).toMatchObject({ posts: [], page: 9999 });
  });

  test.each(['999999', '999999999999999'])('post %s does not exist', async (id) => {
    const answer = await get(`/api/news/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'news/not-found' });
  });

  test.each(['abc', '1e3', '-1', '9'.repeat(16), '%00'])(
    '%s is not a valid post id',
    async (id) => {
      expect((await get(`/api/news/${id}`)).statusCode).toBe(400);
    },
  );

  test('visitors cannot see drafts and scheduled posts', async () => {
    const hidden = await create({ state: 'draft' });
    const planned = await create({ state: 'scheduled', publishAt: inSeconds(3600) });
    for (const { id } of [hidden, planned]) {
      expect((await get(`/api/news/${id}`)).json()).toMatchObject({ code: 'news/not-found' });
      expect((await get('/api/news?limit=50')).body).not.toContain(`"id":"${id}"`);
    }
  });
});

describe('writing', () => {
  test.each([
    [undefined, 401],
    [0, 403],
    [1, 403],
    [2, 403],
  ])('rights %s have no access', async (rights, status) => {
    const player =
      rights === undefined ? undefined : await site.addPlayer(`Reader ${rights}`, rights);
    const { id, version } = await create();
    const cookie = player ?? { cookie: '' };
    const calls = [
      site.app.inject(json('POST', '/api/admin/news', draft, cookie)),
      site.app.inject(json('PUT', `/api/admin/news/${id}`, { ...draft, version }, cookie)),
      site.app.inject(json('DELETE', `/api/admin/news/${id}`, undefined, cookie)),
      get('/api/admin/news', player),
      get(`/api/admin/news/${id}`, player),
    ];
    for (const call of calls) expect((await call).statusCode).toBe(status);
  });

  test.each([
    ['title', { title: '   ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['category', { category: 'Gossip' }],
    ['content', { content: 'x'.repeat(200_001) }],
    ['state', { state: 'secret' }],
    ['publishAt', { state: 'scheduled', publishAt: null }],
    ['publishAt', { state: 'scheduled', publishAt: inSeconds(-60) }],
    ['publishAt', { publishAt: 'tomorrow' }],
    ['displayImage', { displayImage: 'http://i.example.com/x.png' }],
    ['displayImage', { displayImage: 'https://elsewhere.example/x.png' }],
    ['displayImage', { displayImage: 'javascript:alert(1)' }],
    ['displayImage', { displayImage: `/media/${'0'.repeat(32)}-400.webp` }],
  ])('an invalid %s is refused with an error on the field', async (field, change) => {
    const answer = await send('POST', '/api/admin/news', { ...draft, ...change });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
  });

  test('a picture from an allowed host can be the display image', async () => {
    const post = await create({ displayImage: 'https://i.example.com/keep.png' });
    expect(post).toMatchObject({ displayImage: 'https://i.example.com/keep.png', picture: null });
  });

  test('an uploaded picture is named by its address, with its widths, until it is taken away', async () => {
    const [first, second] = [await upload('#a87722'), await upload('#2277a8')];
    const post = await create({ displayImage: first.url });
    expect(post).toMatchObject({ displayImage: first.src, picture: first });
    const { posts } = (await get('/api/news?limit=1')).json<NewsPage>();
    expect(posts[0]).toMatchObject({ id: post.id, displayImage: first.src, picture: first });
    // An editor sends the address that it has read.
    const same = (await save(post, { title: 'Same picture' })).json<EditedPost>();
    expect(same.picture).toEqual(first);
    const changed = (await save(same, { displayImage: second.url })).json<EditedPost>();
    expect(changed.picture).toEqual(second);
    const linked = 'https://i.example.com/keep.png';
    const outside = (await save(changed, { displayImage: linked })).json<EditedPost>();
    expect(outside).toMatchObject({ displayImage: linked, picture: null });
    const none = (await save(outside, { displayImage: null })).json<EditedPost>();
    expect(none).toMatchObject({ displayImage: null, picture: null });
    const images = (await auditOf(post.id)).map(({ before, after }) => [
      (before as { image?: string } | null)?.image,
      (after as { image?: string } | null)?.image,
    ]);
    const [one, two] = [first, second].map(({ url }) => url.slice('/media/'.length));
    expect(images).toEqual([
      [undefined, one],
      [undefined, undefined],
      [one, two],
      [two, linked],
      [linked, null],
    ]);
  });

  test('a title of 120 characters is accepted, and a draft may name a time that is over', async () => {
    const change = { title: 'x'.repeat(120), publishAt: inSeconds(-60) };
    expect(await create({ ...change, state: 'draft' })).toMatchObject({
      ...change,
      state: 'draft',
    });
  });

  test('a published post may be scheduled again, only in the future, and is hidden until then', async () => {
    const post = await create();
    const late = await save(post, { state: 'scheduled', publishAt: inSeconds(-60) });
    expect(late.json()).toMatchObject({
      fields: { publishAt: 'Choose a publishing time in the future.' },
    });
    expect((await get(`/api/news/${post.id}`)).statusCode).toBe(200);
    const publishAt = inSeconds(3600);
    const planned = (await save(post, { state: 'scheduled', publishAt })).json<EditedPost>();
    expect(planned).toMatchObject({ state: 'scheduled', publishAt, createdAt: null });
    expect((await get(`/api/news/${post.id}`)).statusCode).toBe(404);
  });

  test('saving or deleting a post leaves the others alone', async () => {
    const post = await create({ title: 'Changed' });
    await create({ title: 'Neighbour' });
    const rest = async () =>
      site.deps.db
        .selectFrom('news_posts')
        .selectAll()
        .where('id', '!=', Number(post.id))
        .orderBy('id')
        .execute();
    const before = await rest();
    expect(before.length).toBeGreaterThan(0);
    await save(post, { title: 'Changed again', state: 'draft' });
    expect(await rest()).toEqual(before);
    await send('DELETE', `/api/admin/news/${post.id}`);
    expect(await rest()).toEqual(before);
  });

  test('only what visitors can see is told to open pages', async () => {
    const topics: string[] = [];
    const unsubscribe = site.deps.live.subscribe({
      onMessage: ({ topic }) => void (topic === 'news' && topics.push(topic)),
      onResync() {},
    });
    await create({ state: 'draft' });
    await create({ state: 'scheduled', publishAt: inSeconds(3600) });
    expect(topics).toEqual([]);
    await create();
    unsubscribe();
    expect(topics).toEqual(['news']);
  });

  test('forty thousand unclosed tags are refused', async () => {
    const answer = await send('POST', '/api/admin/news', {
      ...draft,
      content: '<b>'.repeat(40_000),
    });
    expect(answer.json()).toMatchObject({ code: 'news/too-complex' });
  });

  test('the teaser follows the content', async () => {
    const post = await create({ content: '<p>First</p><p>words &amp; more</p>' });
    await save(post, { content: '<h2>Second</h2>' });
    const { posts } = (await get('/api/news?limit=50')).json<NewsPage>();
    expect(posts.find(({ id }) => id === post.id)?.teaser).toBe('Second');
  });

  test('a post keeps its publication date when saved or turned back into a draft', async () => {
    const post = await create();
    const drafted = (await save(post, { state: 'draft' })).json<EditedPost>();
    expect(drafted).toMatchObject({ state: 'draft', createdAt: post.createdAt, version: 2 });
    const back = (await save(drafted, { state: 'published' })).json<EditedPost>();
    expect(back).toMatchObject({
      state: 'published',
      createdAt: post.createdAt,
      version: 3,
      updatedBy: 'Quill',
    });
  });

  test('the admin list filters by state and title', async () => {
    const { id } = await create({ state: 'draft', title: 'A Whispered 100% Plan' });
    const shouted = await create({ title: 'A whispered 100% plan, shouted' });
    const both = await get('/api/admin/news?search=WHISPERED', admin);
    expect(both.json()).toMatchObject({ total: 2, posts: [{ id: shouted.id }, { id }] });
    const found = await get('/api/admin/news?state=draft&search=whispered%20100%25', admin);
    expect(found.json()).toMatchObject({
      total: 1,
      posts: [{ id, state: 'draft', updatedBy: 'Quill', version: 1 }],
    });
    expect((await get('/api/admin/news?search=no%25such', admin)).json()).toMatchObject({
      total: 0,
      pages: 1,
    });
  });

  test('the admin list of published posts has the order in which they were published', async () => {
    const [early, late] = [
      await create({ title: 'Ordered 1' }),
      await create({ title: 'Ordered 2' }),
    ];
    await site.deps.db
      .updateTable('news_posts')
      .set({ published_at: new Date('2026-01-01T00:00:00Z') })
      .where('id', '=', Number(early.id))
      .execute();
    await save(early, { content: '<p>Saved last.</p>' });
    const list = async (query: string) =>
      (await get(`/api/admin/news?search=ordered${query}`, admin))
        .json<{ posts: EditedPost[] }>()
        .posts.map(({ id }) => id);
    expect(await list('&state=published')).toEqual([late.id, early.id]);
    expect(await list('')).toEqual([early.id, late.id]);
  });

  test('the admin list has twenty posts on a page, the last changed first, without their contents', async () => {
    const oldest = await create({ title: 'Paged 0', state: 'draft' });
    for (let n = 1; n <= 20; n += 1) await create({ title: `Paged ${n}`, state: 'draft' });
    await save(oldest, { title: 'Paged, changed last' });
    const page = async (number: number) =>
      (await get(`/api/admin/news?search=paged&page=${number}`, admin)).json<{
        posts: EditedPost[];
      }>();
    const first = await page(1);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 21 });
    expect(first.posts.map(({ title }) => title)).toEqual([
      'Paged, changed last',
      ...Array.from({ length: 19 }, (_, n) => `Paged ${20 - n}`),
    ]);
    expect(new Set(first.posts.map(({ content }) => content))).toEqual(new Set(['']));
    expect((await page(2)).posts.map(({ title }) => title)).toEqual(['Paged 1']);
  });

  test('a deleted post is gone, and deleting it again says so', async () => {
    const { id } = await create();
    expect((await send('DELETE', `/api/admin/news/${id}`)).statusCode).toBe(204);
    expect((await get(`/api/news/${id}`)).statusCode).toBe(404);
    expect((await send('DELETE', `/api/admin/news/${id}`)).json()).toMatchObject({
      code: 'news/not-found',
    });
  });
});

describe('two editors', () => {
  test('the second save is refused and names who saved first', async () => {
    const post = await create();
    expect((await save(post, { title: 'By Inkwell' }, other)).statusCode).toBe(200);
    const late = await save(post, { title: 'By Quill' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'news/outdated',
      error: 'Inkwell has saved this post since you opened it.',
    });
    expect((await get(`/api/news/${post.id}`)).json()).toMatchObject({ title: 'By Inkwell' });
  });

  test('a save is refused without a name if the account that saved first is gone', async () => {
    const post = await create();
    await site.deps.db
      .updateTable('news_posts')
      .set({ version: 2, updated_by: null })
      .where('id', '=', Number(post.id))
      .execute();
    const late = () => save(post, { title: 'Late' });
    expect((await late()).json()).toMatchObject({
      error: 'This post has been published on schedule since you opened it.',
    });
    await site.deps.db
      .updateTable('news_posts')
      .set({ state: 'draft' })
      .where('id', '=', Number(post.id))
      .execute();
    expect((await late()).json()).toMatchObject({
      error: 'This post has been changed since you opened it.',
    });
  });

  test('exactly one of twenty saves of the same version succeeds', async () => {
    const post = await create();
    const saves = Array.from({ length: 20 }, (_, n) =>
      save(post, { title: `Race ${n}` }, n % 2 ? admin : other),
    );
    const statuses = (await Promise.all(saves))
      .map(({ statusCode }) => statusCode)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });
});

describe('the schedule', () => {
  const publishDuePosts = async () => {
    const [job] = news.jobs(site.deps);
    if (!job) throw new Error('no job');
    await job.run();
  };

  test('a due post is published with its scheduled date, and open pages are notified', async () => {
    const planned = await create({ state: 'scheduled', publishAt: inSeconds(3600), title: 'Soon' });
    const later = await create({ state: 'scheduled', publishAt: inSeconds(3600) });
    const drafted = await create({ state: 'draft', publishAt: inSeconds(-60) });
    await publishDuePosts();
    expect((await get(`/api/news/${planned.id}`)).statusCode).toBe(404);

    const due = new Date(Date.now() - 3_600_000);
    await site.deps.db
      .updateTable('news_posts')
      .set({ publish_at: due })
      .where('id', '=', Number(planned.id))
      .execute();
    const messages: LiveMessage[] = [];
    const unsubscribe = site.deps.live.subscribe({
      onMessage: (message) => messages.push(message),
      onResync() {},
    });
    await publishDuePosts();
    await publishDuePosts();
    unsubscribe();

    const post = (await get(`/api/news/${planned.id}`)).json<NewsPost>();
    expect(post.createdAt?.seconds).toBe(Math.floor(due.getTime() / 1000));
    const newsMessages = messages.filter(({ topic }) => topic === 'news');
    expect(newsMessages).toEqual([{ topic: 'news', data: { id: planned.id } }]);
    const [created, published] = await auditOf(planned.id);
    expect(created).toMatchObject({ action: 'news/created', actor: 'Quill' });
    expect(published).toEqual({
      action: 'news/published',
      actor: 'schedule',
      before: null,
      after: { title: 'Soon', publishAt: due.toISOString() },
    });
    const edited = async (id: string) => (await get(`/api/admin/news/${id}`, admin)).json();
    expect(await edited(planned.id)).toMatchObject({
      state: 'published',
      version: 2,
      updatedBy: null,
      content: draft.content,
    });
    for (const other of [later, drafted]) expect(await edited(other.id)).toEqual(other);
  });

  test('the job runs often enough that a post is at most a few seconds late', () => {
    expect(news.jobs(site.deps)[0]?.everySeconds).toBeLessThanOrEqual(15);
  });

  test('only one of several replicas runs the job', async () => {
    const [job] = news.jobs(site.deps);
    if (!job) throw new Error('no job');
    const runs = await Promise.all([1, 2, 3, 4].map(() => createJobRunner(site.deps.db)(job)));
    expect(runs.filter((turn) => turn === 'ran')).toHaveLength(1);
  });

  test('saving a scheduled post after it was published is refused with the reason', async () => {
    const planned = await create({ state: 'scheduled', publishAt: inSeconds(3600) });
    const due = new Date(Date.now() - 3_600_000);
    await site.deps.db
      .updateTable('news_posts')
      .set({ publish_at: due })
      .where('id', '=', Number(planned.id))
      .execute();
    await publishDuePosts();
    expect((await save(planned, { title: 'Too late' })).json()).toMatchObject({
      code: 'news/outdated',
      error: 'This post has been published on schedule since you opened it.',
    });
  });
});

describe('changes', () => {
  test('are in the audit log with only the changed fields', async () => {
    const post = await create({ state: 'draft' });
    const saved = (await save(post, { title: 'A better title' })).json<EditedPost>();
    await save(saved, { state: 'published' }, other);
    await send('DELETE', `/api/admin/news/${post.id}`);
    const { title, category, content } = draft;
    const all = { title, category, content, image: null, state: 'draft', publishAt: null };
    expect(await auditOf(post.id)).toEqual([
      { action: 'news/created', actor: 'Quill', before: null, after: all },
      {
        action: 'news/updated',
        actor: 'Quill',
        before: { title: draft.title },
        after: { title: 'A better title' },
      },
      {
        action: 'news/published',
        actor: 'Inkwell',
        before: { state: 'draft' },
        after: { state: 'published' },
      },
      {
        action: 'news/deleted',
        actor: 'Quill',
        before: { ...all, title: 'A better title', state: 'published' },
        after: null,
      },
    ]);
    const direct = await create();
    expect((await auditOf(direct.id)).map(({ action }) => action)).toEqual(['news/created']);
    await save(direct, { title: 'Later' });
    expect((await auditOf(direct.id)).map(({ action }) => action)).toEqual([
      'news/created',
      'news/updated',
    ]);
  });

  test('are visible to readers who fetched the post before', async () => {
    const post = await create();
    await get(`/api/news/${post.id}`);
    await save(post, { content: '<p>Corrected.</p>' });
    expect((await get(`/api/news/${post.id}`)).json()).toMatchObject({
      content: '<p>Corrected.</p>',
    });
  });
});

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

test('the pages of the news are titled by category, and described by the title if a post has no text', async () => {
  const headOf = async (url: string) => {
    const { body } = await get(url);
    const { document } = new JSDOM(body).window;
    const description = document.querySelector('meta[name="description"]');
    return [document.title, description?.getAttribute('content')];
  };
  const everything =
    'Everything new in Wynhold: updates, events and stories from behind the scenes.';
  const url = '/news?category=Game%20Updates';
  expect(await headOf('/news')).toEqual(['All News – Wynhold', everything]);
  expect(await headOf(url)).toEqual(['Game Updates – Wynhold', everything]);
  await site.deps.db
    .updateTable('labels')
    .set({ name: 'Patches' })
    .where('list', '=', 'news')
    .where('key', '=', 'Game Updates')
    .execute();
  await site.deps.live.publish(site.deps.db, { topic: 'site' });
  expect(await headOf(url)).toEqual(['Patches – Wynhold', everything]);
  const { id } = await create({ title: 'Picture only', content: '', category: 'Game Updates' });
  expect(await headOf(`/news/${id}`)).toEqual(['Picture only – Wynhold', 'Picture only']);
  const { body } = await get(`/news/${id}`);
  expect(body).toContain('<meta property="article:section" content="Patches"');
});

test('only the start of a long post is segmented, when it is saved and when its page is read', async () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  const sentence = 'The quick brown fox. ';
  const { id } = await create({ content: `<p>${sentence.repeat(9_523)}</p>` });
  const page = await get(`/news/${id}`);
  expect(page.body).toContain('<meta name="description" content="The quick brown fox.');
  const lengths = segment.mock.calls.map(([text]) => text.length);
  segment.mockRestore();
  // 75 characters for the card and 160 for the description, at most 32 units each.
  expect(lengths).toEqual([76 * 32, 161 * 32]);
});
