import type { Feature } from '#server/feature.ts';

import { loadDemoModeration } from './players.demo.ts';
import { registerPlayerRoutes } from './players.routes.ts';
import { playerSettings } from './players.settings.ts';

export const players: Feature = {
  name: 'players',
  routes: registerPlayerRoutes,
  siteSettings: playerSettings,
  demo: loadDemoModeration,
};
