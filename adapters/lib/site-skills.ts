import { listSkills } from '#shared/endpoints/hiscores.ts';
import type { Skill } from '#shared/rules/skills.ts';

import type { Bridge } from './bridge-client.ts';

export type SiteSkills = {
  get(): Promise<readonly Skill[]>;
  /** The next `get` asks the website again. */
  forget(): void;
};

/** The owner may add a skill while the adapter runs. */
const maxAgeMs = 10 * 60_000;

export function createSiteSkills(bridge: Bridge): SiteSkills {
  let known: { skills: readonly Skill[]; until: number } | undefined;
  return {
    async get() {
      if (known && Date.now() < known.until) return known.skills;
      const { skills } = await bridge.call(listSkills, {}, { attempts: 3 });
      known = { skills, until: Date.now() + maxAgeMs };
      return skills;
    },
    forget() {
      known = undefined;
    },
  };
}

/** How many values a report may have: values are ordered by the game's ids. */
export function countGameIds(skills: readonly Skill[]): number {
  return 1 + Math.max(...skills.map(({ gameId }) => gameId));
}
