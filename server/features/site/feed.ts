import type { FeedPost } from '#server/features/news/news.service.ts';
import { readDate } from '#shared/rules/dates.ts';

import { escapeXml } from './xml.ts';

type Site = { siteName: string; siteUrl: string; icon: string };

/** The news as Atom (RFC 4287). */
export function renderFeed(posts: FeedPost[], { siteName, siteUrl, icon }: Site): string {
  const newest = Math.max(0, ...posts.map(({ updatedAt }) => updatedAt.getTime()));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(siteUrl)}/</id>
<title>${escapeXml(siteName)} News</title>
<updated>${new Date(newest).toISOString()}</updated>
<author><name>${escapeXml(siteName)}</name></author>
<icon>${escapeXml(siteUrl + icon)}</icon>
<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl)}/feed.xml"/>
<link rel="alternate" type="text/html" href="${escapeXml(siteUrl)}/news"/>
${posts.map((post) => renderEntry(post, siteUrl)).join('')}</feed>
`;
}

function renderEntry(post: FeedPost, siteUrl: string): string {
  const address = escapeXml(`${siteUrl}/news/${post.id}`);
  const published = readDate(post.createdAt) ?? post.updatedAt;
  return `<entry>
<id>${address}</id>
<title>${escapeXml(post.title)}</title>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${published.toISOString()}</published>
<updated>${post.updatedAt.toISOString()}</updated>
<category term="${escapeXml(post.categoryName)}"/>
<content type="html">${escapeXml(toAbsoluteUrls(renderPicture(post) + post.content, siteUrl))}</content>
</entry>
`;
}

function renderPicture({ displayImage }: FeedPost): string {
  return displayImage ? `<p><img src="${displayImage.replaceAll('"', '&quot;')}" alt=""></p>` : '';
}

/** Feed readers cannot resolve relative paths and do not use srcset. The HTML is already sanitised. */
function toAbsoluteUrls(html: string, siteUrl: string): string {
  return html
    .replaceAll(/ (?:srcset|sizes)="[^"]*"/g, '')
    .replaceAll(/ (href|src)="\/(?!\/)/g, (_match, name: string) => ` ${name}="${siteUrl}/`);
}
