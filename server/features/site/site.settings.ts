import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';
import { Banner } from '#shared/endpoints/site-settings.ts';

export const siteSettings = {
  /** Null: COMMUNITY_URL. */
  communityUrl: defineSetting('site.community_url', z.nullable(z.string()), null),
  banner: defineSetting('site.banner', z.nullable(Banner), null),
};
