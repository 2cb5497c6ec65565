import type { Feature } from '#server/feature.ts';

import { registerLabelRoutes } from './labels.routes.ts';

export const labels: Feature = { name: 'labels', routes: registerLabelRoutes };
