import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';
import { Goal } from '#shared/endpoints/supporters.ts';

export const supporterSettings = {
  isShown: defineSetting('supporters.shown', z.boolean(), true),
  goal: defineSetting('supporters.goal', z.nullable(Goal), null),
};
