import type { SkillIcon } from '#shared/rules/skill-icons.ts';

import type icons from './icons.json';

/** Our names and those in game-icons (CC BY 3.0), and glyphs of our own. `npx tsx scripts/icons.ts` makes the sprites. */
export type GlyphName = keyof typeof icons.featureIcons | keyof typeof icons.glyphs;
/** Skill icons are in a sprite of their own: it is larger than the other one, and few pages need it. */
export type IconName = `skill/${SkillIcon | 'overall'}` | GlyphName;
