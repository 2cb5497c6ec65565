import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery, useSession } from '#client/lib/session.ts';
import { useIsOn, useSite } from '#client/lib/site.ts';
import { useNow } from '#client/lib/use-now.ts';
import { useWords } from '#client/lib/words.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Skeleton, SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Crown } from '#client/ui/text/crown.tsx';
import { ModeIcon, SupporterIcon } from '#client/ui/text/mode-icon.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { maskEmail } from '#shared/endpoints/accounts.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import type { OwnNews as News } from '#shared/endpoints/visits.ts';
import { routeKey } from '#shared/query-key.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import {
  ownHiscoresQuery,
  ownNewsQuery,
  ownSupporterQuery,
  profileQuery,
} from './accounts.queries.ts';
import { GoalsPanel } from './goals-panel.tsx';
import { OwnNews } from './own-news.tsx';
import { SkillsPanel } from './skills-panel.tsx';
import { WelcomePanel } from './welcome-panel.tsx';

import styles from './profile-home-page.module.css';

export function ProfileHomePage() {
  const { username } = useSession();
  const profile = useQuery(profileQuery(username));
  const isOn = useIsOn();
  const hiscores = useQuery({ ...ownHiscoresQuery(username), enabled: isOn('hiscores') });
  const news = useQuery(ownNewsQuery);
  // Only without data: after a failed refresh, keep showing the old profile.
  if (!profile.data) return profile.isError ? <BackToLogin /> : <ProfileSkeleton />;
  const hasStats = Boolean(hiscores.data?.playerStats.length);
  return (
    <Stack gap={6}>
      <Hearth user={profile.data} news={news} hasStats={hasStats} mode={hiscores.data?.mode} />
      {news.data && <WelcomePanel news={news.data} hasCharacter={hasStats} />}
      <Columns min="lg" gap={6} className={styles.pair}>
        {hiscores.data && <GoalsPanel hiscores={hiscores.data} />}
        <Panel className={styles.figures}>
          <Figures user={profile.data} hiscores={hasStats ? hiscores.data : undefined} />
        </Panel>
      </Columns>
      {isOn('hiscores') && <SkillsPanel hiscores={hiscores} />}
    </Stack>
  );
}

type HearthProps = {
  user: UserDetails;
  news: UseQueryResult<News>;
  hasStats: boolean;
  mode: string | undefined;
};

function Hearth({ user, news, hasStats, mode }: HearthProps) {
  const isOn = useIsOn();
  const hasSteps = useSite().supporterSteps !== undefined;
  const { data: supporter } = useQuery({ ...ownSupporterQuery, enabled: hasSteps });
  return (
    <Panel variant="ornate" className={styles.player}>
      <div className={styles.identity}>
        <span className={styles.portrait} aria-hidden="true">
          {user.username.charAt(0).toUpperCase()}
        </span>
        <div>
          <p className={styles.greeting}>{useGreeting()},</p>
          <h2 className={styles.name}>
            {formatUsername(user.username)}
            <Crown rights={user.user_rights} />
            <ModeIcon mode={mode} />
            <SupporterIcon step={supporter?.step?.id} />
          </h2>
          <p className={styles.email}>
            <Icon name="mail" />
            {maskEmail(user.email)}
          </p>
          {hasStats && (
            <Link to="/hiscores" search={{ player: user.username }} className={styles.own}>
              Your page in the hiscores
            </Link>
          )}
          {isOn('inbox') && (
            <div>
              <Link to="/support" className={styles.own}>
                Your messages to the staff
              </Link>
            </div>
          )}
        </div>
      </div>
      <div className={styles.news}>
        <QueryView
          query={news}
          errorHeading="Your news could not be loaded"
          small
          panel="none"
          skeleton={<SkeletonText lines={4} />}
        >
          {(data) => <OwnNews news={data} username={user.username} />}
        </QueryView>
      </div>
    </Panel>
  );
}

function useGreeting(): string {
  const hour = new Date(useNow(60_000)).getHours();
  if (hour < 5 || hour >= 18) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
}

type FigureProps = { user: UserDetails; hiscores: HiscoresRecord | undefined };

function Figures({ user, hiscores }: FigureProps) {
  const hasStore = useIsOn()('shop');
  const { coins } = useWords();
  return (
    <dl className={styles.stats}>
      <Stat
        icon="coins"
        label={coins}
        value={user.wyncoins}
        note={
          <>
            <Link to="/profile/wallet">Open wallet</Link>
            {hasStore && (
              <>
                {' '}
                or <Link to="/shop">visit the store</Link>
              </>
            )}
          </>
        }
      />
      {hiscores && (
        <Stat
          icon="skill/overall"
          label="Total Level"
          value={hiscores.totalLevel}
          note={`${Math.floor(hiscores.totalExp).toLocaleString('en')} XP`}
        />
      )}
    </dl>
  );
}

function ProfileSkeleton() {
  return (
    <Loading text="Loading your profile...">
      <Stack gap={6}>
        <Panel variant="ornate">
          <Skeleton shape="block" height="96px" />
        </Panel>
        <Panel>
          <Skeleton shape="block" height="280px" />
        </Panel>
      </Stack>
    </Loading>
  );
}

/** Clears the cached session too, or the login page would redirect a signed-in player straight back, in a loop. */
function BackToLogin() {
  useEffect(() => {
    queryClient.removeQueries({ queryKey: routeKey('me', 'GET /api/users/{username}') });
    queryClient.setQueryData(sessionQuery.queryKey, null);
  }, []);
  return <Navigate to="/login" search={{ redirect: '/profile' }} replace />;
}
