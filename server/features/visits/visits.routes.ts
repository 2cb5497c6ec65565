import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/visits.ts';

import { getOwnNews, visitProfile } from './visits.service.ts';

export function registerVisitRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getOwnNews, ({ account }) => getOwnNews(deps, account));
  on(endpoints.visitProfile, ({ account }) => visitProfile(deps, account));
}
