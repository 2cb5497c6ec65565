import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { change } from '#server/lib/change.ts';
import { getSetting, setSetting } from '#server/lib/settings.ts';
import type { TopUpSettings } from '#shared/top-up.ts';

type SettingsDeps = Pick<Deps, 'db' | 'live'>;

/** The only source of currency, price and limits. Orders store what they were created with. */
export async function getTopUpSettings(deps: SettingsDeps): Promise<TopUpSettings> {
  return {
    ...(await getSetting(deps, 'payments.top_up')),
    daily: await getSetting(deps, 'payments.daily_cents'),
    monthly: await getSetting(deps, 'payments.monthly_cents'),
  };
}

export async function updateTopUpSettings(
  deps: SettingsDeps,
  actor: Actor,
  next: TopUpSettings,
): Promise<TopUpSettings> {
  const before = await getTopUpSettings(deps);
  const { daily, monthly, ...rules } = next;
  await change(deps, actor, 'admin', async (trx, audit) => {
    const within = { ...deps, db: trx };
    const by = actor.id;
    await setSetting(within, 'payments.top_up', { value: rules, by });
    await setSetting(within, 'payments.daily_cents', { value: daily, by });
    await setSetting(within, 'payments.monthly_cents', { value: monthly, by });
    audit('payments/price-changed', 'payments.top_up', findChanges(before, next));
  });
  return next;
}
