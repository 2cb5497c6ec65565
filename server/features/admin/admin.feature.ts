import type { Feature } from '#server/feature.ts';

import { registerAdminRoutes } from './admin.routes.ts';

export const admin: Feature = { name: 'admin', routes: registerAdminRoutes };
