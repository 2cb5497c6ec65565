import { Link } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { breakName } from '#client/ui/text/break-name.ts';
import type { HiscoresRecord, PlayerGains } from '#shared/endpoints/hiscores.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { formatCompact } from './format-compact.ts';
import { LevelBar } from './level-bar.tsx';
import { placeOf } from './lists.tsx';
import { SkillLevel } from './skill-level.tsx';
import { useSkillRows } from './use-skill-rows.ts';

import styles from './stat-tiles.module.css';

type Props = { player: HiscoresRecord; gains: PlayerGains | undefined };

/** All skills at a glance. Each opens its list at the player's place. */
export function SkillTiles({ player, gains }: Props) {
  return (
    <ul
      className={classNames(styles.tiles, styles.skills)}
      aria-label={`Levels of ${player.username}`}
    >
      {useSkillRows(player, gains).map(({ skill, rank, level, experience, gain }) => (
        <li key={skill}>
          <Link
            to="/hiscores"
            search={{ skill, ...placeOf(rank) }}
            className={styles.tile}
            title={`${skill}: ${formatExperience(experience)} XP`}
          >
            <SkillIcon skill={skill} className={styles.icon} />
            <span className={styles.name}>{breakName(skill)}</span>
            <span className={styles.level}>
              <SkillLevel level={level} />
            </span>
            <span className={styles.second}>
              <LevelBar level={level} experience={experience} />
            </span>
            {gain > 0 && (
              <span className={styles.gain} aria-label={`${formatExperience(gain)} XP this week`}>
                +{formatCompact(gain)}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
