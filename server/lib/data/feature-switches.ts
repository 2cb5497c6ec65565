import * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { SwitchableFeature } from '#shared/endpoints/site-settings.ts';

import { defineSetting, getSetting } from './settings.ts';
import type { Setting } from './settings.ts';

type SwitchDeps = Pick<Deps, 'db' | 'live'>;

/** One setting each, so that two admins who switch two features at once do not undo each other. */
export function switchOf(feature: SwitchableFeature): Setting<boolean> {
  return defineSetting(`features.${feature}`, z.boolean(), true);
}

export function isOn(deps: SwitchDeps, feature: SwitchableFeature): Promise<boolean> {
  return getSetting(deps, switchOf(feature));
}

export async function listFeaturesOff(deps: SwitchDeps): Promise<SwitchableFeature[]> {
  const off: SwitchableFeature[] = [];
  for (const feature of SwitchableFeature.options) {
    if (!(await isOn(deps, feature))) off.push(feature);
  }
  return off;
}
