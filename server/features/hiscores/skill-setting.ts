import { readFile } from 'node:fs/promises';

import * as z from 'zod';

import { StartupError } from '#server/lib/startup-error.ts';
import { skillIcons } from '#shared/rules/skill-icons.ts';
import { overall, skillLimits } from '#shared/rules/skills.ts';
import type { Skill } from '#shared/rules/skills.ts';

import { findSkillIcon, skillPresets } from './skill-presets.ts';

const { fewest, most, nameLength, gameId: highestId } = skillLimits;

/** Names are also columns of CSV files and parts of addresses. */
const SkillName = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(nameLength, `must have at most ${nameLength} characters`)
  .regex(/^[\p{L}\p{N} '-]+$/u, 'may have letters, digits, spaces, hyphens and apostrophes')
  .refine((name) => name.toLowerCase() !== overall.toLowerCase(), 'must not be Overall');

/** A skill of the file, or of the command add-skill. */
const GivenSkill = z.strictObject({
  name: SkillName,
  gameId: z
    .int(`must be a whole number from 0 to ${highestId}`)
    .min(0, 'must not be negative')
    .max(highestId, `must be at most ${highestId}`),
  icon: z.enum(skillIcons, `must be one of ${skillIcons.join(', ')}`).optional(),
  startLevel: z
    .int('must be a whole number from 1 to 99')
    .min(1, 'must be at least 1')
    .max(99, 'must be at most 99')
    .default(1),
});

/** The list that SKILLS names: a preset, or a JSON file with one object per skill. */
export async function readSkillSetting(setting: string): Promise<readonly Skill[]> {
  const preset = skillPresets.get(setting.toLowerCase());
  if (preset) return preset;
  const text = await readFile(setting, 'utf8').catch((error: unknown) => {
    const presets = [...skillPresets.keys()].join(', ');
    const problem = `use ${presets}, or the path of a JSON file. ${setting} cannot be read`;
    throw refuse(problem, error);
  });
  return checkSkills(parseArray(text, setting), setting);
}

function parseArray(text: string, file: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw refuse(`${file} is not JSON`, error);
  }
  throw refuse(`${file} must contain an array of skills`);
}

function checkSkills(given: unknown[], file: string): Skill[] {
  if (given.length < fewest || given.length > most) {
    throw refuse(`${file} has ${given.length} skills; a list has ${fewest} to ${most}`);
  }
  const skills: Skill[] = [];
  for (const [at, one] of given.entries()) {
    const checked = checkSkill(one, skills);
    if ('problem' in checked) throw refuse(`skill ${at + 1} of ${file}: ${checked.problem}`);
    skills.push(checked.skill);
  }
  return skills;
}

type Checked = { skill: Skill } | { problem: string };

/** `others` are the skills before it in the list. */
export function checkSkill(given: unknown, others: readonly Skill[]): Checked {
  const { success, data, error } = GivenSkill.safeParse(given);
  if (!success) {
    const [issue] = error.issues;
    return { problem: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') };
  }
  const skill = { ...data, icon: data.icon ?? findSkillIcon(data.name) };
  const namesake = others.find(({ name }) => name.toLowerCase() === skill.name.toLowerCase());
  if (namesake) return { problem: `there is already a skill named ${namesake.name}` };
  const twin = others.find(({ gameId }) => gameId === skill.gameId);
  if (twin) return { problem: `${twin.name} already has the game id ${skill.gameId}` };
  return { skill };
}

function refuse(problem: string, cause?: unknown): StartupError {
  return new StartupError(`Setting SKILLS is not valid: ${problem}.`, { cause });
}
