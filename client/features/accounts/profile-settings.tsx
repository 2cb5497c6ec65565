import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { AccountForm } from './account-form.tsx';
import { profileQuery } from './accounts.queries.ts';
import { NamePanel } from './name-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';
import { YourDataPanel } from './your-data-panel.tsx';

import styles from './profile-settings.module.css';

/** `beside` and `children` are panels of other features. */
export function ProfileSettings({ beside, children }: Record<'beside' | 'children', ReactNode>) {
  const { username } = useSession();
  const query = useQuery(profileQuery(username));
  return (
    <QueryView
      query={query}
      errorHeading="Failed to load user data."
      loadingText="Loading your settings..."
      skeleton={<SettingsSkeleton />}
      panel="stone"
    >
      {(user) => (
        <div className={styles.page}>
          <Panel heading="Account" icon="user">
            <AccountForm user={user} />
          </Panel>
          <Stack gap={6} className={styles.beside}>
            <TwoFactorPanel />
            {beside}
            <SessionsPanel />
          </Stack>
          <Stack gap={6}>
            <NamePanel username={user.username} />
            {children}
            <YourDataPanel />
          </Stack>
        </div>
      )}
    </QueryView>
  );
}

function SettingsSkeleton() {
  const panel = (
    <Panel>
      <Skeleton shape="block" height="240px" />
    </Panel>
  );
  return (
    <div className={styles.page}>
      {panel}
      {panel}
    </div>
  );
}
