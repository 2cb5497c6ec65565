import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges, recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
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
  await transaction(deps.db, async (trx) => {
    const within = { db: trx, live: deps.live };
    const by = actor.id;
    await setSetting(within, 'payments.top_up', { value: rules, by });
    await setSetting(within, 'payments.daily_cents', { value: daily, by });
    await setSetting(within, 'payments.monthly_cents', { value: monthly, by });
    await recordAudit(trx, {
      actor,
      action: 'payments/price-changed',
      subject: 'payments.top_up',
      ...findChanges(before, next),
    });
    await deps.live.publish(trx, { topic: 'admin' });
  });
  return next;
}
