import type { UseQueryResult } from '@tanstack/react-query';

import { useSite } from '#client/lib/site.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';
import { breakName } from '#client/ui/text/break-name.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';

import styles from './skills-panel.module.css';

export function SkillsPanel({ hiscores }: { hiscores: UseQueryResult<HiscoresRecord> }) {
  return (
    <QueryPanel
      heading="Skills"
      icon="skill/overall"
      query={hiscores}
      errorHeading="Your skills could not be loaded."
      height="260px"
    >
      {({ playerStats }) =>
        playerStats.length === 0 ? <NoSkills /> : <SkillsGrid stats={playerStats} />
      }
    </QueryPanel>
  );
}

function NoSkills() {
  return (
    <EmptyState
      scene="signpost"
      text="No hiscores data available yet. Log in to the game to begin tracking progress."
      action={<LinkButton to="/play">Get the Launcher</LinkButton>}
    />
  );
}

type Stat = HiscoresRecord['playerStats'][number];

function SkillsGrid({ stats }: { stats: readonly Stat[] }) {
  const statOf = new Map(stats.map((stat) => [stat.skill, stat]));
  return (
    <ul className={styles.grid}>
      {useSite()
        .skills.filter((skill) => statOf.has(skill))
        .map((skill) => (
          <li key={skill}>
            <SkillTile skill={skill} stat={statOf.get(skill)!} />
          </li>
        ))}
    </ul>
  );
}

function SkillTile({ skill, stat }: { skill: string; stat: Stat }) {
  const experience = Math.floor(stat.experience).toLocaleString('en');
  return (
    <Tooltip text={`${experience} XP`}>
      {(trigger) => (
        <button type="button" className={styles.tile} {...trigger}>
          <SkillIcon skill={skill} size="md" className={styles.icon} />
          <span>{breakName(skill)}</span>
          <span className={styles.level}>{stat.level}</span>
        </button>
      )}
    </Tooltip>
  );
}
