import type { SkillIcon } from '#shared/rules/skill-icons.ts';

import type icons from './icons.json';

/**
 * icons.json gives our names and those in game-icons (CC BY 3.0); its glyphs are drawn for this site: 24 px
 * grid, one stroke weight, round joints. `npx tsx scripts/icons.ts` makes the sprites from it.
 */
export type GlyphName = keyof typeof icons.featureIcons | keyof typeof icons.glyphs;
/** Skill icons are in a sprite of their own: it is larger than the other one, and few pages need it. */
export type IconName = `skill/${SkillIcon | 'overall'}` | GlyphName;
