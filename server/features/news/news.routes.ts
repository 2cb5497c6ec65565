import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/lib/audit.ts';
import type { On } from '#server/lib/route.ts';
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

export function registerNewsRoutes(on: On, deps: Deps): void {
  on(listNews, ({ query }) => news.listPublished(deps, query));

  on(getNewsPost, ({ params }) => news.getPublished(deps, params.id));

  on(listEditedPosts, ({ query }) => news.listEdited(deps, query));

  on(getEditedPost, ({ params }) => news.getEdited(deps, params.id));

  on(createPost, ({ body, account, request }) =>
    news.createPost(deps, body, actorOf(account, request)),
  );

  on(updatePost, ({ params, body, account, request }) =>
    news.savePost(deps, params.id, body, actorOf(account, request)),
  );

  on(deletePost, ({ params, account, request }) =>
    news.removePost(deps, params.id, actorOf(account, request)),
  );
}
