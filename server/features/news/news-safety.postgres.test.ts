import { afterAll, beforeAll, expect, test } from 'vitest';

import { attacks } from '#server/testing/attack-strings.ts';
import { findActiveContent } from '#server/testing/find-active-content.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { EditedPost, NewsPage, NewsPost, PostDraft } from '#shared/endpoints/news.ts';

// The result does not depend on the database engine, so this runs only on PostgreSQL, the faster one.

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Quill', 3);
});
afterAll(() => site.close());

const draft: PostDraft = {
  title: 'A post',
  category: 'Community',
  displayImage: null,
  content: '',
  state: 'published',
  publishAt: null,
};
const read = async (id: string | number) =>
  (await site.app.inject({ url: `/api/news/${id}` })).json<NewsPost>();

/** Reads the post from the page data in the first HTML, as the app does. */
async function readPage(id: string | number): Promise<NewsPost> {
  const { body } = await site.app.inject({ url: `/news/${id}` });
  const block =
    /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(body)?.[1] ?? '[]';
  return (JSON.parse(block) as { value: NewsPost }[])[0]?.value ?? ({} as NewsPost);
}

/** Half a surrogate pair is not a character and is rejected. */
const isText = (content: string) => !/\p{Surrogate}/u.test(content);

test.each(Object.entries(attacks))(
  '%s have no effect after create and read',
  async (_technique, strings) => {
    // sanitise-html.unit.test.ts has all of them; here every route uses the sanitiser.
    const chosen = strings.filter((text, at) => at % sized(8, 1) === 0 || !isText(text));
    for (const content of chosen) {
      const answer = await site.app.inject(
        json('POST', '/api/admin/news', { ...draft, content }, admin),
      );
      expect(answer.statusCode, `${content}: ${answer.body}`).toBe(isText(content) ? 200 : 400);
      if (!isText(content)) continue;
      const post = await read(answer.json<EditedPost>().id);
      expect(findActiveContent(post.content), content).toEqual([]);
    }
  },
);

test('unsafe content already in the database is sanitised when it is read', async () => {
  const attack = '<p>Hello<img src=x onerror=alert(1)><script>alert(1)</script></p>';
  const row = {
    title: 'Tampered',
    category: 'Community' as const,
    display_image: null,
    media_hash: null,
    content: attack,
    teaser: 'x',
    state: 'published' as const,
    publish_at: null,
    published_at: new Date(),
    updated_by: null,
  };
  const { id } = await site.deps.db
    .insertInto('news_posts')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await read(id)).content).toBe('<p>Hello</p>');
  expect((await readPage(id)).content).toBe('<p>Hello</p>');
  const edited = await site.app.inject({
    url: `/api/admin/news/${id}`,
    headers: { cookie: admin.cookie },
  });
  expect(edited.json<EditedPost>().content).toBe('<p>Hello</p>');
  await site.deps.live.publish(site.deps.db, { topic: 'news' });
  const feed = await site.app.inject({ url: '/feed.xml' });
  expect(feed.body).toContain('<content type="html">&lt;p&gt;Hello&lt;/p&gt;</content>');
});

test('a title and a teaser are always treated as text', async () => {
  const title = '</title></script><script>hit(1)</script>"\'<b>';
  const content = '<p>&lt;/script&gt;&lt;script&gt;hit(1)&lt;/script&gt;</p>';
  const { id } = (
    await site.app.inject(json('POST', '/api/admin/news', { ...draft, title, content }, admin))
  ).json<EditedPost>();
  const { body } = await site.app.inject({ url: `/news/${id}` });
  expect(body).not.toContain('<script>hit');
  expect(await readPage(id)).toMatchObject({ title, content });
  const { posts } = (await site.app.inject({ url: '/api/news' })).json<NewsPage>();
  expect(posts[0]?.teaser).toBe('</script><script>hit(1)</script>');
});
