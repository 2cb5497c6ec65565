import type { Feature } from '#server/feature.ts';

import { registerSearchRoutes } from './search.routes.ts';

export const search: Feature = { name: 'search', routes: registerSearchRoutes };
