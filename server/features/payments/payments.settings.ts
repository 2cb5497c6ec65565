import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';
import { Packs, topUp, TopUpRules } from '#shared/endpoints/top-up.ts';

export const paymentSettings = {
  topUp: defineSetting('payments.top_up', TopUpRules, topUp),
  packs: defineSetting('payments.bonus_packs', Packs, []),
  // Limits per player: open checkouts, and cents topped up.
  openCheckoutsPerHour: defineSetting('payments.open_checkouts_per_hour', z.int(), 5),
  dailyCents: defineSetting('payments.daily_cents', z.int(), 100_000),
  monthlyCents: defineSetting('payments.monthly_cents', z.int(), 300_000),
};
