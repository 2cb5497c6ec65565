import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { attacks, attackStrings } from '#server/testing/attack-strings.ts';
import { findActiveContent } from '#server/testing/find-active-content.ts';
import { mutationsOf } from '#server/testing/mutate-html.ts';
import { sized } from '#server/testing/sized.ts';

import { sanitiseHtml } from './sanitise-html.ts';

const policy = { siteUrl: 'https://play.example', imageHosts: ['i.example.com', '*.cdn.example'] };
const clean = (html: string) => sanitiseHtml(html, policy);
const media = `/media/${'ab'.repeat(16)}`;

describe('ordinary formatting survives', () => {
  test.each([
    '<h2>Heading</h2><h3>Smaller</h3><h4>Smallest</h4>',
    '<p>One <strong>bold</strong>, <em>italic</em>, <u>underlined</u> and <s>struck</s> word.</p>',
    '<p>Old style <b>bold</b> and <i>italic</i>.</p>',
    '<ul><li><p>One</p></li><li><p>Two</p><ul><li><p>Inner</p></li></ul></li></ul>',
    '<ol start="3"><li>Three</li><li>Four</li></ol>',
    '<blockquote><p>Said &amp; done: 1 &lt; 2 &gt; 0</p></blockquote>',
    '<pre><code>if (a &lt; b) {\n  return "c";\n}</code></pre>',
    '<p>A line<br>and another</p><hr>',
    '<table><thead><tr><th>Day</th><th colspan="2">Hours</th></tr></thead><tbody><tr><td rowspan="2"><p>Mon</p></td><td>8</td><td>10</td></tr></tbody></table>',
    '<p>Ünïcödé, 漢字, العربية, 👨‍👩‍👧‍👦 and “quotes” – all kept…</p>',
    '<p>alert(1) and onclick= are only words, javascript: too.</p>',
  ])('%s', async (html) => {
    expect(await clean(html)).toBe(html);
  });

  test('tags that the editor cannot produce are removed, their text stays', async () => {
    expect(
      await clean(
        '<h1>Big</h1><div><span style="color:red"> red</span></div><section>, part</section>',
      ),
    ).toBe('Big red, part');
  });

  test('a table keeps its cells, and of their attributes only spans below 100', async () => {
    expect(
      await clean(
        '<table border="1" width="900"><tr style="x"><td colspan="100" rowspan="2" width="5">a<td colspan="-1" rowspan="x">b</table>',
      ),
    ).toBe('<table><tbody><tr><td rowspan="2">a</td><td>b</td></tr></tbody></table>');
  });

  test('sanitising twice changes nothing more', async () => {
    for (const html of attackStrings) {
      const once = await clean(html);
      expect(await clean(once)).toBe(once);
    }
  });
});

describe('links', () => {
  test.each([
    ['https://elsewhere.example/a?b=1&amp;c=2', true],
    ['http://elsewhere.example/', true],
    ['https://play.example/news/1', false],
    ['/events', false],
    ['/news?category=Events#top', false],
    ['mailto:owner@play.example', false],
  ])('%s stays', async (href, isForeign) => {
    const target = isForeign ? ' target="_blank"' : '';
    expect(await clean(`<a href="${href}">x</a>`)).toBe(
      `<a href="${href}" rel="noopener nofollow ugc"${target}>x</a>`,
    );
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'page.html',
    '#part',
    '?a=b',
    'tel:123',
    'ftp://x.example',
    'sms:1',
    '',
  ])('%s is not a link', async (href) => {
    expect(await clean(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
  });

  test('rel and target cannot be chosen', async () => {
    const html = await clean(
      '<a href="https://elsewhere.example/" rel="opener" target="_top">x</a>',
    );
    expect(html).toContain('rel="noopener nofollow ugc" target="_blank"');
    expect(html).not.toContain('_top');
  });
});

describe('pictures', () => {
  test('an uploaded picture gets its widths and size, and loads lazily', async () => {
    expect(
      await clean(`<img src="${media}-1000.webp" alt="A keep" width="1000" height="500">`),
    ).toBe(
      `<img src="${media}-1000.webp" alt="A keep" width="1000" height="500" ` +
        `srcset="${media}-400.webp 400w, ${media}-800.webp 800w, ${media}-1000.webp 1000w" ` +
        'sizes="(max-width: 760px) 92vw, 720px" loading="lazy" decoding="async">',
    );
  });

  test('our own full address becomes a path', async () => {
    expect(await clean(`<img src="https://play.example${media}-400.webp">`)).toContain(
      `src="${media}-400.webp"`,
    );
  });

  test.each(['https://i.example.com/keep.png', 'https://a.b.cdn.example/x.webp'])(
    '%s has an allowed host',
    async (src) => {
      expect(await clean(`<p><img src="${src}"></p>`)).toBe(
        `<p><img src="${src}" alt="" loading="lazy" decoding="async"></p>`,
      );
    },
  );

  test.each([
    'http://i.example.com/keep.png',
    'https://i.example.com.evil.example/x.png',
    'https://evil.example/?i.example.com',
    'https://i.example.com@evil.example/x.png',
    'https://user@i.example.com/x.png',
    'https://i.example.com:8443/x.png',
    'https://evilcdn.example/x.png',
    'https://cdn.example/x.png',
    '/api/live',
    '/auth/logout',
    '/media/../api/x',
    media,
    `${media}-400.webp?x=1#`.replace('?x=1#', '/../../auth'),
    'data:image/png;base64,iVBORw0KGgo=',
    '',
  ])('%s is not shown', async (src) => {
    expect(await clean(`<p>a<img src="${src}">b</p>`)).toBe('<p>ab</p>');
  });

  test.each(['0', '-1', '1e9', '100%', '999999', 'x'])(
    'a width of %s is dropped',
    async (width) => {
      expect(await clean(`<img src="${media}-400.webp" width="${width}">`)).not.toContain(
        ' width=',
      );
    },
  );
});

describe.each(Object.entries(attacks))('%s', (_technique, strings) => {
  test.each(strings)('%j does nothing', async (html) => {
    expect(findActiveContent(await clean(html))).toEqual([]);
  });
});

test('findActiveContent recognises active content', () => {
  const raw = attackStrings.filter((html) => findActiveContent(html).length > 0);
  expect(raw.length).toBeGreaterThan(300);
});

// `npm run soak -- sanitiser` runs many more.
test('seeded mutations of the attacks do nothing either', async () => {
  await fc.assert(
    fc.asyncProperty(mutationsOf(attackStrings), async (html) => {
      expect(findActiveContent(await clean(html))).toEqual([]);
    }),
    { seed: 2006, numRuns: sized(250, 1000) },
  );
}, 300_000);

describe('HTML with', () => {
  test.each([
    ['unclosed tags', '<b>'.repeat(40_000)],
    ['nested lists', '<ul><li>'.repeat(5_000)],
    ['nested quotes', '<blockquote>'.repeat(201)],
    ['too many paragraphs', '<p>x</p>'.repeat(20_000)],
  ])('%s is refused', async (_, html) => {
    await expect(clean(html)).rejects.toMatchObject({ code: 'news/too-complex' });
  });
});

test('HTML may have 5,000 tags', async () => {
  expect(await clean(`${'</b>'.repeat(5_000)}x`)).toBe('x');
  await expect(clean('</b>'.repeat(5_001))).rejects.toMatchObject({ code: 'news/too-complex' });
});

test('the same HTML is sanitised again for other hosts of pictures, and for another address', async () => {
  const html =
    '<p><img src="https://i.example.com/a.png"> <a href="https://play.example/">b</a></p>';
  expect(await clean(html)).toMatch(/<img .*<a href="[^"]+" rel="[^"]+">b/);
  const other = { siteUrl: 'https://other.example', imageHosts: [] };
  expect(await sanitiseHtml(html, other)).toMatch(/^<p> <a .* target="_blank">b/);
});
