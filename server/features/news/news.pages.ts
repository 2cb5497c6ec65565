import type { FeatureContext } from '#server/feature.ts';
import { shorten, toText } from '#server/lib/html/teaser.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import type { NewsPost } from '#shared/endpoints/news.ts';
import { queryKey } from '#shared/query-key.ts';
import { readDate } from '#shared/rules/dates.ts';
import { homeNewsCount, newsPageSize, postPictureSizes } from '#shared/rules/news-display.ts';
import { readId } from '#shared/schemas.ts';

import { getNewsPost, listNews, listPublishedDates } from './news.service.ts';

export function describeNewsPages({ pages, deps }: FeatureContext): void {
  const { config } = deps;

  pages.addAddresses(['news'], async () => {
    const posts = await listPublishedDates(deps, 20_000);
    const addresses = posts.map(({ id, updatedAt }) => ({
      path: `/news/${id}`,
      changedAt: updatedAt,
    }));
    return [{ path: '/news' }, ...addresses];
  });

  pages.describe('/news', async ({ query }) => {
    const label = await findCategory(query.category);
    const category = label?.key;
    const page = Math.min(10_000, Math.max(1, Math.trunc(Number(query.page)) || 1));
    const search = new URLSearchParams({
      ...(category && { category }),
      ...(page > 1 && { page: String(page) }),
    });
    return {
      title: label?.name ?? 'All News',
      description: `Everything new in ${(await deps.brand.read()).name}: updates, events and stories from behind the scenes.`,
      canonical: search.size > 0 ? `/news?${search}` : '/news',
      data: [await listData({ limit: newsPageSize, page, category })],
    };
  });

  pages.describe('/news/$id', async ({ params }) => {
    const id = params.id ?? '';
    const post = await getNewsPost(deps, readId(id));
    const section = (await findCategory(post.category))?.name ?? post.category;
    const publishedAt = readDate(post.createdAt) ?? new Date(0);
    return {
      title: post.title,
      description: shorten(toText(post.content), 160) || post.title,
      type: 'article',
      ...(post.picture && { picture: { ...post.picture, sizes: postPictureSizes } }),
      article: { publishedAt, section },
      image: { path: `/og/news/${id}.png`, width: 1200, height: 630, alt: post.title },
      jsonLd: {
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        headline: post.title,
        datePublished: publishedAt.toISOString(),
        articleSection: section,
        image: [`${config.siteUrl}/og/news/${id}.png`],
      },
      data: [
        firstRead(queryKey('news', 'GET /api/news/{id}', { params: { id } }), post),
        // For "More News" at its end.
        await listData({ limit: homeNewsCount, page: 1 }),
      ],
    };
  });

  async function findCategory(key: string | undefined) {
    const { news } = await deps.brand.readLabels();
    return news.find((label) => label.key === key);
  }

  async function listData(query: {
    limit: number;
    page: number;
    category?: NewsPost['category'] | undefined;
  }) {
    return firstRead(queryKey('news', 'GET /api/news', { query }), await listNews(deps, query));
  }
}
