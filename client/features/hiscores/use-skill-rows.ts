import { useSite } from '#client/lib/site.ts';
import type { HiscoresRecord, PlayerGains } from '#shared/endpoints/hiscores.ts';

/** Every skill of the site in its order, also those that the record does not have. */
export function useSkillRows(player: HiscoresRecord, gains: PlayerGains | undefined) {
  return useSite().skills.map((skill) => {
    const stat = player.playerStats.find((one) => one.skill === skill);
    return {
      skill,
      rank: stat?.rank ?? null,
      level: stat?.level ?? 1,
      experience: stat?.experience ?? 0,
      /** Within a week. */
      gain: findGain(gains, skill),
    };
  });
}

export function findGain(gains: PlayerGains | undefined, list: string): number {
  return gains?.week.find(({ skill }) => skill === list)?.experience ?? 0;
}
