import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { storeNewsPictures, loadDemoNews } from './news.demo.ts';
import { describeNewsPages } from './news.pages.ts';
import { registerNewsRoutes } from './news.routes.ts';
import { publishDuePosts } from './news.service.ts';

export const news = {
  name: 'news',
  personalData: {
    parts: [
      ownRows(
        'News posts you changed last',
        'news_posts.updated_by',
        'id, title, state, updated_at',
      ),
    ],
  },
  routes: registerNewsRoutes,
  pages: describeNewsPages,
  jobs: (deps) => [{ name: 'news/publish-due', everySeconds: 5, run: () => publishDuePosts(deps) }],
  demo: loadDemoNews,
  demoPictures: storeNewsPictures,
} satisfies Feature;
