import type { Feature } from '#server/feature.ts';

import { storeNewsPictures, loadDemoNews } from './news.demo.ts';
import { describeNewsPages } from './news.pages.ts';
import { newsPersonalData } from './news.personal-data.ts';
import { registerNewsRoutes } from './news.routes.ts';
import { publishDuePosts } from './news.service.ts';

export const news = {
  name: 'news',
  personalData: newsPersonalData,
  routes: registerNewsRoutes,
  pages: describeNewsPages,
  jobs: (deps) => [{ name: 'news/publish-due', everySeconds: 5, run: () => publishDuePosts(deps) }],
  demo: loadDemoNews,
  demoPictures: storeNewsPictures,
} satisfies Feature;
