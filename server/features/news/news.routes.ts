import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/news.ts';
import { readDate } from '#shared/rules/dates.ts';
import { readId } from '#shared/schemas.ts';

import * as news from './news.service.ts';

export function registerNewsRoutes({ on, deps, preview }: FeatureContext): void {
  on(endpoints.listNews, ({ query }) => news.listNews(deps, query));

  on(endpoints.getNewsPost, ({ params }) => news.getNewsPost(deps, params.id));

  on(endpoints.listEditedPosts, ({ query }) => news.listEditedPosts(deps, query));

  on(endpoints.getEditedPost, ({ params }) => news.getEditedPost(deps, params.id));

  on(endpoints.createPost, ({ body, actor }) => news.createPost(deps, body, actor));

  on(endpoints.updatePost, ({ params, body, actor }) =>
    news.updatePost(deps, params.id, body, actor),
  );

  on(endpoints.deletePost, ({ params, actor }) => news.deletePost(deps, params.id, actor));

  preview('/og/news/:id.png', ['news', 'site'], async ({ id }) => {
    const post = await news.getNewsPost(deps, readId(id));
    const labels = await deps.brand.readLabels();
    return {
      title: post.title,
      label: labels.news.find(({ key }) => key === post.category)?.name ?? post.category,
      note: formatDate(readDate(post.createdAt)),
      pictureFile: post.picture?.src.slice('/media/'.length),
    };
  });
}

function formatDate(date: Date | undefined): string {
  if (!date) return '';
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
