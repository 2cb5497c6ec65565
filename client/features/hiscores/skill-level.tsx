import { maxLevel } from '#shared/rules/xp.ts';

import styles from './skill-level.module.css';

export function SkillLevel({ level }: { level: number }) {
  return level < maxLevel ? <>{level}</> : <span className={styles.highest}>{level}</span>;
}
