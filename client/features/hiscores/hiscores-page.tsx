import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { usePageTitle } from '#client/lib/page-title.ts';
import { useSession } from '#client/lib/session.ts';
import { useSite } from '#client/lib/site.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { ModeIcon } from '#client/ui/text/mode-icon.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { overall } from '#shared/rules/skills.ts';

import { CompareHeading, CompareView } from './compare-view.tsx';
import { GainsView } from './gains-view.tsx';
import { readPair } from './hiscores-search.ts';
import { HiscoresTools, SearchPanel } from './hiscores-tools.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { FollowedView, ListView } from './list-view.tsx';
import { useListName, useListSearch } from './lists.tsx';
import { PlayerHeading, PlayerView } from './player-view.tsx';
import { SeasonLine } from './season-line.tsx';
import { SkillMenu } from './skill-menu.tsx';

import styles from './hiscores-page.module.css';

export function HiscoresPage() {
  const { player, followed, ...search } = useSearch({ from: '/site/hiscores' });
  const skill = useListName(search.skill);
  const { isLoggedIn } = useSession();
  const compare = readPair(search);
  const isList = !compare && !player;
  const [isSearching, setIsSearching] = useState(false);
  const searchButton = (
    <IconButton
      icon="search"
      label="Search by name"
      aria-expanded={isSearching}
      className={styles.search}
      onClick={() => setIsSearching(!isSearching)}
    />
  );
  return (
    <div className="wrap">
      {compare ? (
        <CompareHeading names={compare} />
      ) : player ? (
        <PlayerHeading name={player} beside={searchButton} />
      ) : (
        <ListHeading skill={skill} beside={searchButton} />
      )}
      {isSearching && (
        <div className={styles.searching}>
          <SearchPanel onOpen={() => setIsSearching(false)} />
        </div>
      )}
      {isList && <SeasonLine />}
      <div className={styles.columns}>
        <div className={styles.skills}>
          <SkillMenu chosen={isList ? skill : undefined} />
        </div>
        <div className={styles.main}>
          {isList && <ListToolbar />}
          {compare ? (
            <CompareView names={compare} />
          ) : player ? (
            <PlayerView key={player} name={player} />
          ) : search.period ? (
            <GainsView skill={skill} />
          ) : followed && isLoggedIn ? (
            <FollowedView skill={skill} />
          ) : (
            <ListView skill={skill} />
          )}
        </div>
        <Stack as="aside" className={styles.tools} aria-label="Find players">
          <HiscoresTools skill={isList ? skill : undefined} hideSearch={isSearching} />
        </Stack>
      </div>
    </div>
  );
}

function ListHeading({ skill, beside }: { skill: string; beside: ReactNode }) {
  const { mode } = useListSearch();
  const modeName = useSite().modes?.find(({ key }) => key === mode)?.name;
  const name = skill === overall ? 'Hiscores' : `${skill} Hiscores`;
  usePageTitle(modeName ? `${modeName} ${skill} Hiscores` : name);
  return (
    <PageHeading beside={beside}>
      {skill} Hiscores
      <ModeIcon mode={mode} className={styles.mode} />
    </PageHeading>
  );
}
