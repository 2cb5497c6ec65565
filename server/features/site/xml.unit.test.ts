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

test('every text of the feed that someone wrote is escaped', () => {
  const hostile = `5" & <b>`;
  const escaped = '5&quot; &amp; &lt;b&gt;';
  const at = new Date('2026-01-02T03:04:05Z');
  const post = {
    id: '7',
    title: hostile,
    category: 'Community' as const,
    categoryName: hostile,
    displayImage: null,
    picture: null,
    content: hostile,
    createdAt: toTimestamp(at),
    updatedAt: at,
  };
  const feed = renderFeed([post], {
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
