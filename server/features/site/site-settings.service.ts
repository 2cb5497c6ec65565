import type { Deps } from '#server/deps.ts';
import type { FeatureContext, SiteSettingsOf } from '#server/feature.ts';
import { findOnline } from '#server/features/discord/widget.service.ts';
import { findModes } from '#server/features/hiscores/lists.service.ts';
import { listShownSteps } from '#server/features/supporters/supporters.service.ts';
import { hasVotes } from '#server/features/votes/votes.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { listFeaturesOff, switchOf } from '#server/lib/data/feature-switches.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import type { Setting } from '#server/lib/data/settings.ts';
import type { FeatureSwitch, SiteSettings, SiteState } from '#shared/endpoints/site-settings.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

import { siteSettings } from './site.settings.ts';

type SettingsDeps = Pick<Deps, 'db' | 'live' | 'config'>;

export async function getSiteState(
  deps: SettingsDeps,
): Promise<Omit<SiteState, 'brand' | 'labels'>> {
  const communityUrl =
    (await getSetting(deps, siteSettings.communityUrl)) ?? deps.config.communityUrl;
  const widget = await findOnline(deps);
  const vote = (await hasVotes(deps)) ? { label: 'Vote', href: '/vote' } : null;
  const discord = widget && {
    label: `${formatNumber(widget.online)} on Discord`,
    href: widget.invite ?? communityUrl,
  };
  const modes = await findModes(deps);
  const supporterSteps = await listShownSteps(deps);
  return {
    communityUrl,
    banner: await getSetting(deps, siteSettings.banner),
    featuresOff: await listFeaturesOff(deps),
    communityLinks: [vote, discord].filter((link) => link !== null),
    discord,
    ...(modes.length > 0 && { modes }),
    ...(supporterSteps.length > 0 && { supporterSteps }),
  };
}

/** `declared` are the settings of all features. */
export async function getSiteSettings(
  deps: SettingsDeps,
  declared: SiteSettingsOf,
): Promise<SiteSettings> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of listSettings(declared)) {
    values[name] = await getSetting(deps, setting);
  }
  // The features declare one setting per name, with its type.
  return { ...(values as SiteSettings), ...(await getSiteState(deps)) };
}

export async function listFeatureSwitches(
  deps: SettingsDeps,
  switches: FeatureContext['offSwitches'],
): Promise<FeatureSwitch[]> {
  const off = await listFeaturesOff(deps);
  return switches.map((one) => ({ ...one, isOn: !off.includes(one.name) }));
}

export async function switchFeature(
  deps: SettingsDeps,
  actor: Actor,
  { name, isOn }: Pick<FeatureSwitch, 'name' | 'isOn'>,
): Promise<void> {
  const setting = switchOf(name);
  const before = await getSetting(deps, setting);
  if (isOn === before) return;
  await change(deps, actor, 'admin', async (trx, audit) => {
    await setSetting({ ...deps, db: trx }, setting, { value: isOn, by: actor.id });
    audit('site/setting-changed', setting.key, {
      before: { value: before },
      after: { value: isOn },
    });
  });
}

type SiteSettingsChange = { [Key in keyof SiteSettings]?: SiteSettings[Key] | undefined };

export async function updateSiteSettings(
  deps: SettingsDeps,
  actor: Actor,
  { declared, changed }: { declared: SiteSettingsOf; changed: SiteSettingsChange },
): Promise<SiteSettings> {
  const before = await getSiteSettings(deps, declared);
  await change(deps, actor, 'admin', async (trx, audit) => {
    for (const [name, setting] of listSettings(declared)) {
      const value = changed[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(before[name])) continue;
      await setSetting({ ...deps, db: trx }, setting, { value, by: actor.id });
      audit('site/setting-changed', setting.key, {
        before: { value: before[name] },
        after: { value },
      });
    }
  });
  return getSiteSettings(deps, declared);
}

function listSettings(declared: SiteSettingsOf) {
  return Object.entries(declared) as [keyof SiteSettings, Setting<unknown>][];
}
