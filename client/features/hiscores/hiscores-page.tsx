import { useSearch } from '@tanstack/react-router';

import { usePageTitle } from '#client/lib/page-title.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { overall } from '#shared/rules/skills.ts';

import { CompareHeading, CompareView } from './compare-view.tsx';
import { readPair } from './hiscores-search.ts';
import { HiscoresTools } from './hiscores-tools.tsx';
import { useListNames } from './list-names.ts';
import { ListView } from './list-view.tsx';
import { PlayerHeading, PlayerView } from './player-view.tsx';
import { SeasonLine } from './season-line.tsx';
import { SkillMenu } from './skill-menu.tsx';

import styles from './hiscores-page.module.css';

export function HiscoresPage() {
  const { skill, page, player, ...search } = useSearch({ from: '/site/hiscores' });
  const compare = readPair(search);
  const isList = !compare && !player;
  return (
    <div className="wrap">
      {compare ? (
        <CompareHeading names={compare} />
      ) : player ? (
        <PlayerHeading name={player} />
      ) : (
        <ListHeading skill={skill} />
      )}
      {isList && <SeasonLine />}
      <div className={styles.columns}>
        <div className={classNames(styles.skills, useListNames().length > 22 && styles.long)}>
          <SkillMenu chosen={isList ? skill : undefined} />
        </div>
        <div className={styles.main}>
          {compare ? (
            <CompareView names={compare} />
          ) : player ? (
            <PlayerView key={player} name={player} />
          ) : (
            <ListView skill={skill} page={page} />
          )}
        </div>
        <Stack as="aside" className={styles.tools} aria-label="Find players">
          <HiscoresTools skill={isList ? skill : undefined} />
        </Stack>
      </div>
    </div>
  );
}

function ListHeading({ skill }: { skill: string }) {
  usePageTitle(skill === overall ? 'Hiscores' : `${skill} Hiscores`);
  return <PageHeading>{skill} Hiscores</PageHeading>;
}
