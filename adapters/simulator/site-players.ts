import type { HiscoresPage, HiscoresRecord } from '#shared/hiscores.ts';
import { toUsernameKey, usernamePattern } from '#shared/usernames.ts';
import { trainedSkills } from '#shared/xp.ts';

// The simulated game has no players of its own: it plays those that the website knows, from where
// they stand, because experience never goes down.

type Site = { url: string; signal: AbortSignal };

const timeoutMs = 10_000;

/** The first page of the website's hiscores. */
export async function findSitePlayers(
  { url, signal }: Site,
  known: readonly string[],
): Promise<string[]> {
  const address = `${url}/api/hiscores?skill=Overall&page=1`;
  const page = await fetchJson<HiscoresPage>(address, signal);
  return (page?.players ?? [])
    .map(({ username }) => username)
    .filter((name) => usernamePattern.test(name))
    .map(toUsernameKey)
    .filter((name) => !known.includes(name));
}

export async function findStartingXp(
  { url, signal }: Site,
  name: string,
): Promise<number[] | undefined> {
  const address = `${url}/api/hiscores/user/${encodeURIComponent(name)}`;
  const record = await fetchJson<HiscoresRecord>(address, signal);
  if (!record) return undefined;
  const bySkill = new Map(record.playerStats.map((stat) => [stat.skill, stat.experience]));
  return trainedSkills.map((skill) => Math.round((bySkill.get(skill) ?? 0) * 10));
}

/** `undefined` when the website has no such thing; any other failure is thrown, to try again. */
async function fetchJson<T>(url: string, signal: AbortSignal): Promise<T | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { signal: limit });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as T;
}
