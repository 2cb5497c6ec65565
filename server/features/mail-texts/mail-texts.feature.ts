import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { registerMailTextRoutes } from './mail-texts.routes.ts';

export const mailTexts: Feature = {
  name: 'mail-texts',
  personalData: {
    parts: [
      ownRows('Email texts you saved', 'mail_text_versions.saved_by', 'kind, version, saved_at', {
        orderBy: 'saved_at',
      }),
    ],
  },
  routes: registerMailTextRoutes,
};
