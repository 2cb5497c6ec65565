import { classNames } from '#client/ui/class-names.ts';
import { experienceOfLevel, formatExperience, maxLevel } from '#shared/rules/xp.ts';

import styles from './level-bar.module.css';

export function LevelBar({ level, experience }: { level: number; experience: number }) {
  const isHighest = level >= maxLevel;
  const [start, end] = [experienceOfLevel(level), experienceOfLevel(level + 1)];
  const share = isHighest ? 1 : Math.min(1, Math.max(0, (experience - start) / (end - start)));
  const text = isHighest
    ? 'Highest level'
    : `${formatExperience(Math.max(0, end - experience))} XP to level ${level + 1}`;
  return (
    <progress
      className={classNames(styles.bar, isHighest && styles.full)}
      max={100}
      value={Math.floor(share * 100)}
      aria-label={text}
      title={text}
    />
  );
}
