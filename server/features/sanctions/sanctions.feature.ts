import type { Feature } from '#server/feature.ts';

import { sanctionsPersonalData } from './sanctions.personal-data.ts';
import { closeExpiredSanctions } from './sanctions.service.ts';

export const sanctions: Feature = {
  name: 'sanctions',
  personalData: sanctionsPersonalData,
  jobs: (deps) => [
    { name: 'sanctions/close-expired', everySeconds: 15, run: () => closeExpiredSanctions(deps) },
  ],
};
