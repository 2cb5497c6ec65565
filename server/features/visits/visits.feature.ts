import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { registerVisitRoutes } from './visits.routes.ts';

/** A player's own place on the site: the news since the last visit. */
export const visits: Feature = {
  name: 'visits',
  personalData: {
    parts: [
      ownRows(
        'Visits to your profile',
        'account_visits.account_id',
        'seen_at, seen_experience, last_visit_at, last_visit_experience',
      ),
    ],
    deletes: ['account_visits'],
  },
  routes: registerVisitRoutes,
};
