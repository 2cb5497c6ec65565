import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';

export const pollSettings = {
  /** False: only players who have confirmed their email address. */
  unconfirmedMayVote: defineSetting('polls.unconfirmed_may_vote', z.boolean(), true),
};
