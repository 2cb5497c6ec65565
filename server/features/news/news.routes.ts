import type { FeatureContext } from '#server/feature.ts';
import { actorOf } from '#server/lib/audit.ts';
import {
  createPost,
  deletePost,
  getEditedPost,
  getNewsPost,
  listEditedPosts,
  listNews,
  updatePost,
} from '#shared/news.ts';

import * as news from './news.service.ts';

export function registerNewsRoutes({ on, deps }: FeatureContext): void {
  on(listNews, ({ query }) => news.listNews(deps, query));

  on(getNewsPost, ({ params }) => news.getNewsPost(deps, params.id));

  on(listEditedPosts, ({ query }) => news.listEditedPosts(deps, query));

  on(getEditedPost, ({ params }) => news.getEditedPost(deps, params.id));

  on(createPost, ({ body, account, request }) =>
    news.createPost(deps, body, actorOf(account, request)),
  );

  on(updatePost, ({ params, body, account, request }) =>
    news.updatePost(deps, params.id, body, actorOf(account, request)),
  );

  on(deletePost, ({ params, account, request }) =>
    news.deletePost(deps, params.id, actorOf(account, request)),
  );
}
