import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';

export const eventSettings = {
  playersMayHost: defineSetting('events.players_may_host', z.boolean(), false),
};
