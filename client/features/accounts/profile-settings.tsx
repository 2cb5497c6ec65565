import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { UserDetails } from '#shared/accounts.ts';

import { AccountForm } from './account-form.tsx';
import { profileQuery } from './accounts.queries.ts';
import { useFreshSignIn } from './fresh-sign-in.tsx';
import type { RunFresh } from './fresh-sign-in.tsx';
import { textOf } from './refusals.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';

import styles from './profile-settings.module.css';

/** Panels of other features. Those in `Beside` may need a fresh sign-in. */
type Props = { Beside: ComponentType<{ runFresh: RunFresh }>; children: ReactNode };

export function ProfileSettings(panels: Props) {
  const { username } = useSession();
  const profile = useQuery(profileQuery(username));
  if (profile.data) return <Settings user={profile.data} {...panels} />;
  if (profile.isError) {
    return (
      <Panel>
        <ErrorState
          heading="Failed to load user data."
          text={textOf(profile.error)}
          onRetry={() => void profile.refetch()}
        />
      </Panel>
    );
  }
  return <SettingsSkeleton />;
}

function Settings({ user, Beside, children }: Props & { user: UserDetails }) {
  const { runFresh, dialog } = useFreshSignIn(user.email);
  return (
    <div className={styles.page}>
      <Panel heading="Account" icon="user">
        <AccountForm user={user} runFresh={runFresh} />
      </Panel>
      <div className={styles.beside}>
        <TwoFactorPanel runFresh={runFresh} />
        <Beside runFresh={runFresh} />
      </div>
      <div className={styles.stack}>
        <SessionsPanel />
        {children}
      </div>
      {dialog}
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <Loading text="Loading your settings...">
      <div className={styles.page}>
        <Panel>
          <Skeleton shape="block" height="240px" />
        </Panel>
        <Panel>
          <Skeleton shape="block" height="240px" />
        </Panel>
      </div>
    </Loading>
  );
}
