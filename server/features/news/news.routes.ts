import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/news.ts';

import * as news from './news.service.ts';

export function registerNewsRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.listNews, ({ query }) => news.listNews(deps, query));

  on(endpoints.getNewsPost, ({ params }) => news.getNewsPost(deps, params.id));

  on(endpoints.listEditedPosts, ({ query }) => news.listEditedPosts(deps, query));

  on(endpoints.getEditedPost, ({ params }) => news.getEditedPost(deps, params.id));

  on(endpoints.createPost, ({ body, actor }) => news.createPost(deps, body, actor));

  on(endpoints.updatePost, ({ params, body, actor }) =>
    news.updatePost(deps, params.id, body, actor),
  );

  on(endpoints.deletePost, ({ params, actor }) => news.deletePost(deps, params.id, actor));
}
