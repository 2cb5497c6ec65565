import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { loadDemoSupporters } from './supporters.demo.ts';
import { registerSupporterRoutes } from './supporters.routes.ts';
import { endLostRanks } from './supporters.service.ts';

export const supporters: Feature = {
  name: 'supporters',
  personalData: {
    parts: [
      ownRows(
        'Ranks for your support that the game was told of',
        'supporter_grants.account_id',
        'game_rank, ended_at',
        { orderBy: 'purchase_id' },
      ),
    ],
    deletes: ['supporter_grants'],
  },
  routes: registerSupporterRoutes,
  demo: loadDemoSupporters,
  jobs: ({ db }) => [
    { name: 'supporters/end-ranks', everySeconds: 60, run: () => endLostRanks(db) },
  ],
};
