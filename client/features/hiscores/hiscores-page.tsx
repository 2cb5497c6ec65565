import { useSearch } from '@tanstack/react-router';

import { PageHeading } from '#client/ui/page-heading.tsx';

import { CompareHeading, CompareView } from './compare-view.tsx';
import { readPair } from './hiscores-search.ts';
import { HiscoresTools } from './hiscores-tools.tsx';
import { ListView } from './list-view.tsx';
import { PlayerHeading, PlayerView } from './player-view.tsx';
import { SkillMenu } from './skill-menu.tsx';

import styles from './hiscores-page.module.css';

export function HiscoresPage() {
  const { skill, page, player, ...search } = useSearch({ from: '/site/hiscores' });
  const compare = readPair(search.compare);
  const isList = !compare && !player;
  return (
    <div className="wrap">
      {compare ? (
        <CompareHeading names={compare} />
      ) : player ? (
        <PlayerHeading name={player} />
      ) : (
        <PageHeading>{skill} Hiscores</PageHeading>
      )}
      <div className={styles.columns}>
        <div className={styles.skills}>
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
        <aside className={styles.tools} aria-label="Find players">
          <HiscoresTools skill={isList ? skill : undefined} />
        </aside>
      </div>
    </div>
  );
}
