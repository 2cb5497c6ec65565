import type { Feature } from '#server/feature.ts';

import { deliveriesPersonalData } from './deliveries.personal-data.ts';
import { returnExpiredLeases } from './deliveries.service.ts';

export const deliveries: Feature = {
  name: 'deliveries',
  personalData: deliveriesPersonalData,
  jobs: (deps) => [
    { name: 'bridge/return-leases', everySeconds: 10, run: () => returnExpiredLeases(deps) },
  ],
};
