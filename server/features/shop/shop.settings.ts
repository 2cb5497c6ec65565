import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';

export const shopSettings = {
  /** False: nothing can be bought with coins, and coins cannot be topped up. */
  isOpen: defineSetting('shop.is_open', z.boolean(), true),
  /** False: only players who have confirmed their email address. */
  unconfirmedMayBuy: defineSetting('shop.unconfirmed_may_buy', z.boolean(), true),
};
