import { withTimeLimit } from '#shared-node/with-time-limit.ts';
import type { HiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import type { HiscoresPage, HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import type { Skill } from '#shared/rules/skills.ts';
import { toUsernameKey, usernamePattern } from '#shared/rules/usernames.ts';

import type { Start } from './sim-player.ts';

// The simulated game has no players of its own. It uses the players from the website's hiscores and
// starts from their experience there, because experience never goes down.

type Counter = { key: string; name: string };

type Site = { url: string; signal: AbortSignal; userAgent?: string | undefined };

const timeoutMs = 10_000;

/** The first page of the website's hiscores. */
export async function findSitePlayers(site: Site, known: readonly string[]): Promise<string[]> {
  const address = '/api/hiscores?skill=Overall&page=1';
  const page = await fetchJson<HiscoresPage>(site, address);
  return (page?.players ?? [])
    .map(({ username }) => username)
    .filter((name) => usernamePattern.test(name))
    .map(toUsernameKey)
    .filter((name) => !known.includes(name));
}

export async function findCounters(site: Site): Promise<Counter[]> {
  const lists = await fetchJson<HiscoreLists>(site, '/api/hiscores/lists');
  return (lists?.groups ?? []).flatMap(({ counters }) => counters);
}

/** The stats, mode and counts of a player on the website. */
export async function findStart(
  site: Site,
  name: string,
  { skills, counters }: { skills: readonly Skill[]; counters: readonly Counter[] },
): Promise<Start | undefined> {
  const address = `/api/hiscores/user/${encodeURIComponent(name)}`;
  const record = await fetchJson<HiscoresRecord>(site, address);
  if (!record) return undefined;
  const bySkill = new Map(record.playerStats.map((stat) => [stat.skill, stat.experience]));
  const xpTenths: number[] = [];
  for (const { name: skill, gameId } of skills) {
    xpTenths[gameId] = Math.round((bySkill.get(skill) ?? 0) * 10);
  }
  const scores = new Map(record.counters?.map((count) => [count.name, count.score]));
  const counts = counters.map((counter) => [counter.key, scores.get(counter.name) ?? 0]);
  return { xpTenths, mode: record.mode ?? 'normal', counts: Object.fromEntries(counts) };
}

/** Returns `undefined` on 404; throws on any other failure, so that the caller retries. */
async function fetchJson<T>(
  { url, signal, userAgent }: Site,
  path: string,
): Promise<T | undefined> {
  const headers = userAgent ? { 'user-agent': userAgent } : {};
  return withTimeLimit({ ms: timeoutMs, signals: [signal] }, async (limit) => {
    const response = await fetch(url + path, { signal: limit, headers });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`${url + path} answered ${response.status}.`);
    return (await response.json()) as T;
  });
}
