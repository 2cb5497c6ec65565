import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery, useSession } from '#client/lib/session.ts';
import { useIsOn } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Crown } from '#client/ui/text/crown.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { maskEmail } from '#shared/endpoints/accounts.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import { routeKey } from '#shared/query-key.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { ownHiscoresQuery, profileQuery } from './accounts.queries.ts';
import { SkillsPanel } from './skills-panel.tsx';

import styles from './profile-home-page.module.css';

export function ProfileHomePage() {
  const { username } = useSession();
  const profile = useQuery(profileQuery(username));
  const isOn = useIsOn();
  const hiscores = useQuery({ ...ownHiscoresQuery(username), enabled: isOn('hiscores') });
  // Only without data: after a failed refresh, keep showing the old profile.
  if (!profile.data) return profile.isError ? <BackToLogin /> : <ProfileSkeleton />;
  return (
    <Stack gap={6}>
      <PlayerPanel user={profile.data} hiscores={hiscores.data} />
      {isOn('hiscores') && <SkillsPanel hiscores={hiscores} />}
    </Stack>
  );
}

type PlayerProps = { user: UserDetails; hiscores: HiscoresRecord | undefined };

function PlayerPanel({ user, hiscores }: PlayerProps) {
  const hasStore = useIsOn()('shop');
  const hasStats = Boolean(hiscores?.playerStats.length);
  const { coins } = useWords();
  return (
    <Panel variant="ornate" className={styles.player}>
      <div className={styles.identity}>
        <span className={styles.portrait} aria-hidden="true">
          {user.username.charAt(0).toUpperCase()}
        </span>
        <div>
          <h2 className={styles.name}>
            {formatUsername(user.username)}
            <Crown rights={user.user_rights} />
          </h2>
          <p className={styles.email}>
            <Icon name="mail" />
            {maskEmail(user.email)}
          </p>
        </div>
      </div>
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
        {hasStats && (
          <Stat
            icon="skill/overall"
            label="Total Level"
            value={hiscores?.totalLevel ?? 0}
            note={`${Math.floor(hiscores?.totalExp ?? 0).toLocaleString('en')} XP`}
          />
        )}
      </dl>
    </Panel>
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
