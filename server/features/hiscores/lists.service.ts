import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { listShownSteps } from '#server/features/supporters/supporters.service.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import type { Live } from '#server/lib/data/live.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { TopicCache } from '#server/lib/data/topic-cache.ts';
import type { HiscoreLists, Mode } from '#shared/endpoints/hiscore-lists.ts';
import { invalidField } from '#shared/errors.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';
import { overall } from '#shared/rules/skills.ts';

import * as queries from './lists.db.ts';
import { getSkills } from './skills.service.ts';
import type { Skills } from './skills.service.ts';

export type GameMode = Awaited<ReturnType<typeof queries.findModes>>[number];
export type Counter = Awaited<ReturnType<typeof queries.findCounters>>[number];

/** Everything that has a list, in the owner's order, and the modes that divide the lists. */
export type Lists = {
  skills: Skills;
  counters: readonly Counter[];
  modes: readonly GameMode[];
  /** The supporter steps that are shown beside names. */
  supporters: readonly { id: number }[];
};

const caches = new WeakMap<Live, TopicCache<Lists>>();

/** Cached until a message on the topic `site`. */
export function getLists(deps: { db: Db; live: Live }): Promise<Lists> {
  const cache = caches.get(deps.live) ?? createTopicCache<Lists>(deps.live, 1);
  caches.set(deps.live, cache);
  return cache.get('lists', ['site'], async () => ({
    skills: await getSkills(deps),
    counters: await queries.findCounters(deps.db),
    modes: await queries.findModes(deps.db),
    supporters: await listShownSteps(deps),
  }));
}

/** For every page. Without the hiscores nothing shows them. */
export async function findModes(deps: Pick<Deps, 'db' | 'live'>): Promise<Mode[]> {
  if (!(await isOn(deps, 'hiscores'))) return [];
  const { modes } = await getLists(deps);
  return modes.map(({ key, name, icon, colour }) => ({ key, name, icon, colour }));
}

/** The number of a list in the database: Overall is 0, then come the skills, and counters have their ids. */
export function numberOfList({ skills, counters }: Lists, name: string): number {
  if (name === overall) return 0;
  const at = skills.findIndex((skill) => skill.name === name);
  if (at >= 0) return at + 1;
  const counter = counters.find((one) => one.name === name);
  if (counter) return counter.id;
  throw invalidField('skill', 'Unknown skill.');
}

export function nameOfList({ skills, counters }: Lists, list: number): string {
  if (list === 0) return overall;
  const own = isCounter(list) ? counters.find(({ id }) => id === list) : skills[list - 1];
  return own?.name ?? '';
}

export function isCounter(list: number): boolean {
  return list >= counterLimits.firstId;
}

/** 0 is the list of all players. */
export function numberOfMode({ modes }: Lists, key: string | undefined): number {
  if (key === undefined) return 0;
  const mode = modes.find((one) => one.key === key);
  if (mode) return mode.id;
  throw invalidField('mode', 'Unknown game mode.');
}

/** Trackers call them as the original game does: `ultimate` is `ultimate_ironman`. */
export function findOfficialMode({ modes }: Lists, name: string): GameMode | undefined {
  const shorten = (key: string) => key.toLowerCase().replace(/[_-]ironman$/, '');
  return modes.find(({ key }) => shorten(key) === shorten(name));
}

/** For answers, where the mode is missing if the player has none. */
export function modeOf({ modes }: Lists, id: number): { mode?: string } {
  const mode = id > 0 && modes.find((one) => one.id === id);
  return mode ? { mode: mode.key } : {};
}

/** The same for the supporter step. */
export function supporterOf({ supporters }: Lists, id: number): { supporter?: number } {
  return supporters.some((step) => step.id === id) ? { supporter: id } : {};
}

export function toHiscoreLists({ counters }: Lists): HiscoreLists {
  const names = [...new Set(counters.map(({ group }) => group))];
  return {
    groups: names.map((name) => ({
      name,
      counters: counters
        .filter(({ group }) => group === name)
        .map(({ key, name, icon, minimum }) => ({ key, name, icon, minimum })),
    })),
  };
}
