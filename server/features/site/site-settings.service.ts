import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/audit.ts';
import { change } from '#server/lib/change.ts';
import { getSetting, setSetting } from '#server/lib/settings.ts';
import type { SettingKey } from '#server/lib/settings.ts';
import type { SiteSettings, SiteState } from '#shared/site-settings.ts';

type SettingsDeps = Pick<Deps, 'db' | 'live' | 'config'>;

const keys = {
  communityUrl: 'site.community_url',
  playersMayHost: 'events.players_may_host',
  excludeStaff: 'hiscores.exclude_staff',
  excludeBanned: 'hiscores.exclude_banned',
  unconfirmedMayBuy: 'shop.unconfirmed_may_buy',
  unconfirmedMayVote: 'polls.unconfirmed_may_vote',
  shopOpen: 'shop.is_open',
  renameDays: 'accounts.rename_days',
  banner: 'site.banner',
} as const satisfies Record<keyof SiteSettings, SettingKey>;

export async function getSiteState(
  deps: SettingsDeps,
): Promise<Pick<SiteState, 'communityUrl' | 'banner'>> {
  return {
    communityUrl: (await getSetting(deps, keys.communityUrl)) ?? deps.config.communityUrl,
    banner: await getSetting(deps, keys.banner),
  };
}

export async function getSiteSettings(deps: SettingsDeps): Promise<SiteSettings> {
  return {
    ...(await getSiteState(deps)),
    playersMayHost: await getSetting(deps, keys.playersMayHost),
    excludeStaff: await getSetting(deps, keys.excludeStaff),
    excludeBanned: await getSetting(deps, keys.excludeBanned),
    unconfirmedMayBuy: await getSetting(deps, keys.unconfirmedMayBuy),
    unconfirmedMayVote: await getSetting(deps, keys.unconfirmedMayVote),
    shopOpen: await getSetting(deps, keys.shopOpen),
    renameDays: await getSetting(deps, keys.renameDays),
  };
}

type SiteSettingsChange = { [Key in keyof SiteSettings]?: SiteSettings[Key] | undefined };

export async function updateSiteSettings(
  deps: SettingsDeps,
  actor: Actor,
  changed: SiteSettingsChange,
): Promise<SiteSettings> {
  const before = await getSiteSettings(deps);
  await change(deps, actor, 'admin', async (trx, audit) => {
    for (const name of Object.keys(keys) as (keyof SiteSettings)[]) {
      const value = changed[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(before[name])) continue;
      await setSetting({ ...deps, db: trx }, keys[name], { value, by: actor.id });
      audit('site/setting-changed', keys[name], {
        before: { value: before[name] },
        after: { value },
      });
    }
  });
  return getSiteSettings(deps);
}
