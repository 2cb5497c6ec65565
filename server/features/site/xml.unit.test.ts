import { expect, test } from 'vitest';

import { toTimestamp } from '#shared/timestamps.ts';

import { renderFeed } from './feed.ts';
import { escapeXml } from './xml.ts';

test.each([
  ['&', '&amp;'],
  ['<b>', '&lt;b&gt;'],
  ['5"', '5&quot;'],
  ['&lt;', '&amp;lt;'],
  ['a\u0000\u0007\u000B\u001F\uFFFE\uFFFFb', 'ab'],
  ['tab\t, line\n', 'tab\t, line\n'],
  ['lone \uD800 half', 'lone \uFFFD half'],
])('%j is escaped as %j', (text, escaped) => {
  expect(escapeXml(text)).toBe(escaped);
});

const at = new Date('2026-01-02T03:04:05Z');
const post = {
  id: '7',
  title: 'Post',
  category: 'Community' as const,
  categoryName: 'Community',
  displayImage: null,
  picture: null,
  content: '<p>x</p>',
  createdAt: toTimestamp(at),
  updatedAt: at,
};
const feedOf = (posts: (typeof post)[]) =>
  renderFeed(posts, { siteName: 'Keep', siteUrl: 'https://example.test', icon: '/icon.png' });

test('pictures and links of the feed have whole addresses and one size, others stay as they are', () => {
  const content =
    '<img src="/media/a.webp" srcset="/media/a.webp 1w, /media/b.webp 2w" sizes="9vw" alt="sizes">' +
    '<a href="/news">a</a><a href="//cdn.test/x">b</a><a href="https://x.test/">c</a>';
  const displayImage = 'https://i.test/"x".png' as unknown as null;
  expect(feedOf([{ ...post, content, displayImage }])).toContain(
    `<content type="html">${escapeXml(
      '<p><img src="https://i.test/&quot;x&quot;.png" alt=""></p>' +
        '<img src="https://example.test/media/a.webp" alt="sizes">' +
        '<a href="https://example.test/news">a</a><a href="//cdn.test/x">b</a><a href="https://x.test/">c</a>',
    )}</content>`,
  );
});

test('the feed changed last when its newest post did, and never if it has none', () => {
  const later = new Date('2026-03-04T05:06:07Z');
  const changed = feedOf([post, { ...post, id: '8', updatedAt: later }, post]);
  expect(changed).toMatch(/^<updated>2026-03-04T05:06:07.000Z<\/updated>/m);
  expect(feedOf([])).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  expect(changed).toContain('<icon>https://example.test/icon.png</icon>');
});

test('every text of the feed that someone wrote is escaped', () => {
  const hostile = `5" & <b>`;
  const escaped = '5&quot; &amp; &lt;b&gt;';
  const texts = { title: hostile, categoryName: hostile, content: hostile };
  const feed = renderFeed([{ ...post, ...texts }], {
    siteName: hostile,
    siteUrl: 'https://example.test',
    icon: '/icon.png',
  });
  expect(feed).toContain(`<title>${escaped} News</title>`);
  expect(feed).toContain(`<author><name>${escaped}</name></author>`);
  expect(feed).toContain(`<title>${escaped}</title>`);
  expect(feed).toContain(`<category term="${escaped}"/>`);
  expect(feed).toContain(`<content type="html">${escaped}</content>`);
  expect(feed).not.toContain(hostile);
});
