import { isDeepStrictEqual } from 'node:util';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Live } from '#server/lib/data/live.ts';
import { AppError } from '#shared/errors.ts';
import { overall, skillLimits } from '#shared/rules/skills.ts';
import type { Skill } from '#shared/rules/skills.ts';

import { findCounters } from './lists.db.ts';
import { checkSkill, readSkillSetting } from './skill-setting.ts';
import * as queries from './skills.db.ts';

/**
 * The site's skills. The setting SKILLS decides until the first player is known: players' experience is
 * stored in the order of the list, so from then on it only grows, by the command add-skill.
 */
export type Skills = readonly Skill[];

type Cache = { skills: Skills | undefined; generation: number };

const caches = new WeakMap<Live, Cache>();

/** Cached until a message on the topic `site`. `db` may be a transaction. */
export async function getSkills({ db, live }: { db: Db; live: Live }): Promise<Skills> {
  const cache = cacheOf(live);
  if (cache.skills) return cache.skills;
  const { generation } = cache;
  const skills = await queries.findSkills(db);
  // Do not cache a list read before an invalidation.
  if (cache.generation === generation) cache.skills = skills;
  return skills;
}

/** Without the counters. */
export function namesOfLists(skills: Skills): string[] {
  return [overall, ...skills.map(({ name }) => name)];
}

/** For reports with experience by game id. */
export function countGameIds(skills: Skills): number {
  return 1 + Math.max(...skills.map(({ gameId }) => gameId));
}

/** Says what an owner can do about reports with more skills than the site ranks. */
export function explainSurplus(skills: Skills, count: number): string {
  return `There are ${count} values, but the site has skills with the game ids 0 to ${countGameIds(skills) - 1} only. The setting SKILLS chooses the list before the first start; npm run admin -- add-skill adds a skill later.`;
}

type Settling = Pick<Deps, 'db' | 'onProblem'> & { config: { skills: string | undefined } };

/** At every start: makes the list that of the setting while no players are known, else warns. */
export async function settleSkills({ db, config, onProblem }: Settling): Promise<void> {
  if (config.skills === undefined) return;
  const wanted = await readSkillSetting(config.skills);
  if (isDeepStrictEqual(await queries.findChosenSkills(db), wanted)) return;
  const isIgnored = await transaction(db, async (trx) => {
    await queries.lockSkills(trx);
    if (await queries.hasPlayers(trx)) return true;
    await queries.replaceSkills(trx, wanted);
    await queries.resizeHiscores(trx);
    return false;
  });
  if (isIgnored) onProblem(ignoredSetting);
}

const ignoredSetting =
  'Setting SKILLS names another list than this site has, and is ignored because players are already known. Add a skill with npm run admin -- add-skill NAME GAME-ID, or remove the setting.';

/** Appends a skill and gives it to every known player, untrained. Reports wait until it is done. */
export async function addSkill(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  given: { name: string; gameId: number; icon?: string | undefined },
): Promise<{ skill: Skill; position: number; players: number }> {
  return change(deps, actor, ['site', 'hiscores'], async (trx, audit) => {
    await queries.lockSkills(trx);
    const known = await queries.findSkills(trx);
    const checked = checkSkill(given, known);
    if ('problem' in checked) {
      throw new AppError('request/invalid', `Not added: ${checked.problem}.`);
    }
    const namesake = (await findCounters(trx)).find(
      ({ name }) => name.toLowerCase() === checked.skill.name.toLowerCase(),
    );
    if (namesake) {
      throw new AppError(
        'request/invalid',
        `Not added: there is already a counter named ${namesake.name}.`,
      );
    }
    if (known.length >= skillLimits.most) {
      throw new AppError(
        'request/invalid',
        `Not added: there are already ${skillLimits.most} skills.`,
      );
    }
    const { skill } = checked;
    const position = known.length + 1;
    await queries.appendSkill(trx, skill, position);
    await queries.resizeHiscores(trx);
    audit('hiscores/skill-added', skill.name, { after: skill });
    return { skill, position, players: await queries.countPlayers(trx) };
  });
}

function cacheOf(live: Live): Cache {
  const known = caches.get(live);
  if (known) return known;
  const cache: Cache = { skills: undefined, generation: 0 };
  function invalidate(): void {
    cache.generation += 1;
    cache.skills = undefined;
  }
  live.subscribe({
    onMessage: ({ topic }) => topic === 'site' && invalidate(),
    onResync: invalidate,
  });
  caches.set(live, cache);
  return cache;
}
