import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import type { Packs, TopUpSettings } from '#shared/endpoints/top-up.ts';

import { paymentSettings } from './payments.settings.ts';

type SettingsDeps = Pick<Deps, 'db' | 'live'>;

/** The only source of currency, price and limits. Orders store what they were created with. */
export async function getTopUpSettings(deps: SettingsDeps): Promise<TopUpSettings> {
  return {
    ...(await getSetting(deps, paymentSettings.topUp)),
    daily: await getSetting(deps, paymentSettings.dailyCents),
    monthly: await getSetting(deps, paymentSettings.monthlyCents),
    packs: await findPacks(deps),
  };
}

/** Undefined without packs, so that the answers of sites without them do not change. */
export async function findPacks(deps: SettingsDeps): Promise<Packs | undefined> {
  const packs = await getSetting(deps, paymentSettings.packs);
  return packs.length > 0 ? packs : undefined;
}

export async function updateTopUpSettings(
  deps: SettingsDeps,
  actor: Actor,
  next: TopUpSettings,
): Promise<TopUpSettings> {
  const before = await getTopUpSettings(deps);
  const { daily, monthly, packs = before.packs, ...rules } = next;
  await change(deps, actor, 'admin', async (trx, audit) => {
    const within = { ...deps, db: trx };
    const by = actor.id;
    await setSetting(within, paymentSettings.topUp, { value: rules, by });
    await setSetting(within, paymentSettings.dailyCents, { value: daily, by });
    await setSetting(within, paymentSettings.monthlyCents, { value: monthly, by });
    if (packs) await setSetting(within, paymentSettings.packs, { value: packs, by });
    audit('payments/price-changed', 'payments.top_up', findChanges(before, next));
  });
  return getTopUpSettings(deps);
}
