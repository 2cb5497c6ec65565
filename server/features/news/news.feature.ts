import type { Feature } from '#server/feature.ts';

import { drawNewsPictures, loadDemoNews } from './news.demo.ts';
import { newsJobs } from './news.jobs.ts';
import { describeNewsPages } from './news.pages.ts';
import { registerNewsRoutes } from './news.routes.ts';

export const news: Feature = {
  name: 'news',
  routes: registerNewsRoutes,
  pages: describeNewsPages,
  jobs: newsJobs,
  demo: loadDemoNews,
  demoPictures: drawNewsPictures,
};
