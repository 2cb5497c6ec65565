import type { FeatureContext } from '#server/feature.ts';
import { shorten, toText } from '#server/lib/html/teaser.ts';
import { firstRead } from '#server/lib/pages/page-registry.ts';
import type { PageDescription } from '#server/lib/pages/page-registry.ts';
import type { OwnPage } from '#shared/endpoints/own-pages.ts';
import { queryKey } from '#shared/query-key.ts';
import { fixedPages, pathOfPage } from '#shared/rules/own-page-address.ts';

import { getOwnPage, listPublishedPages } from './own-pages.service.ts';

export function describeOwnPages({ pages, deps }: FeatureContext): void {
  pages.addAddresses(['site'], async () => {
    const published = await listPublishedPages(deps);
    const changes = new Map(published.map(({ slug, savedAt }) => [slug, savedAt]));
    const slugs = new Set([...fixedPages, ...changes.keys()]);
    return [...slugs].map((slug) => {
      const changedAt = changes.get(slug);
      return { path: pathOfPage(slug), ...(changedAt && { changedAt }) };
    });
  });

  for (const slug of fixedPages) {
    pages.describe(`/${slug}`, async () => describe(await getOwnPage(deps, slug)));
  }

  pages.describe('/pages/$slug', async ({ params: { slug = '' } }) => {
    const page = await getOwnPage(deps, slug);
    const path = pathOfPage(page.slug);
    return path === `/pages/${slug}` ? describe(page) : { movedTo: path };
  });
}

function describe(page: OwnPage): PageDescription {
  const { slug, title, description, content } = page;
  return {
    title,
    description: description || shorten(toText(content), 160) || title,
    image: { path: `/og/pages/${slug}.png`, width: 1200, height: 630, alt: title },
    data: [firstRead(queryKey('site', 'GET /api/pages/{slug}', { params: { slug } }), page)],
  };
}
