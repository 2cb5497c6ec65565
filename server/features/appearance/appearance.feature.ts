import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { registerAppearanceRoutes } from './appearance.routes.ts';
import { registerBrandFiles } from './brand-files.routes.ts';

export const appearance: Feature = {
  name: 'appearance',
  personalData: {
    parts: [
      ownRows(
        'Appearances you published',
        'appearance_versions.published_by',
        'id as version, published_at',
      ),
    ],
  },
  routes(context) {
    registerAppearanceRoutes(context);
    registerBrandFiles(context);
  },
};
