import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePageTitle } from '#client/lib/page-title.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import type { IconName } from '#client/ui/icon-names.ts';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { formatTimestamp } from '#client/ui/timestamp.tsx';
import { AppError } from '#shared/errors.ts';
import type { ManagedSanction, ManagedUser } from '#shared/players.ts';

import { CoinsPanel } from './coins-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { GamePanel } from './game-panel.tsx';
import { InfractionsPanel } from './infractions-panel.tsx';
import { ManageHeader } from './manage-header.tsx';
import { managedUserQuery } from './manage.queries.ts';
import { OrdersPanel } from './orders-panel.tsx';
import { PlayerSessionsPanel } from './player-sessions-panel.tsx';
import type { PlayerTab } from './players-search.ts';
import { PurchasesPanel } from './purchases-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SanctionHistory, SanctionsPanel } from './sanctions-panel.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { VotesPanel } from './votes-panel.tsx';

import styles from './managed-player.module.css';

const tabs: { name: PlayerTab; label: string; icon: IconName }[] = [
  { name: 'account', label: 'Account', icon: 'user' },
  { name: 'moderation', label: 'Moderation', icon: 'shield' },
  { name: 'coins', label: 'Coins', icon: 'coins' },
  { name: 'items', label: 'Items', icon: 'cart' },
  { name: 'history', label: 'History', icon: 'scroll' },
];

type Props = { renderTrail: (username: string) => ReactNode };

export function ManagedPlayer({ renderTrail }: Props) {
  const { username } = useParams({ from: '/admin/manage/$username' });
  const { tab } = useSearch({ from: '/admin/manage/$username' });
  const { data, error, refetch } = useQuery(managedUserQuery(username));
  usePageTitle(data?.username);
  return (
    <>
      <BackLink label="All users" render={(props) => <Link to="/admin/users" {...props} />} />
      {data ? (
        <>
          <ManageHeader user={data} />
          <ActiveSanctions user={data} />
          <Tabs
            label="About this player"
            tabs={tabs.map(({ name, label, icon }) => ({
              label,
              icon,
              active: name === tab,
              render: (props) => (
                <Link
                  to="/admin/manage/$username"
                  params={{ username }}
                  search={{ tab: name }}
                  resetScroll={false}
                  {...props}
                />
              ),
            }))}
          />
          <TabContent tab={tab} user={data} trail={renderTrail(data.username)} />
        </>
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading player...">
          <div className={styles.stack}>
            <Skeleton height="150px" shape="block" />
            <Skeleton height="340px" shape="block" />
          </div>
        </Loading>
      )}
    </>
  );
}

type ContentProps = { tab: PlayerTab; user: ManagedUser; trail: ReactNode };

function TabContent({ tab, user, trail }: ContentProps) {
  if (tab === 'moderation') {
    return (
      <div className={styles.columns}>
        <div className={styles.stack}>
          <SanctionsPanel user={user} />
          <GamePanel user={user} />
        </div>
        <div className={styles.stack}>
          <InfractionsPanel user={user} />
          <SanctionHistory user={user} />
        </div>
      </div>
    );
  }
  if (tab === 'coins') {
    return (
      <div className={styles.stack}>
        <div className={styles.columns}>
          <CoinsPanel user={user} />
          <OrdersPanel user={user} />
        </div>
        <StatementPanel user={user} />
      </div>
    );
  }
  if (tab === 'items') return <PurchasesPanel user={user} />;
  if (tab === 'history') {
    return (
      <div className={styles.columns}>
        <Panel variant="plain" heading="Audit trail" icon="shield">
          {trail}
        </Panel>
        <VotesPanel user={user} />
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <RightsPanel user={user} />
        <EmailPanel user={user} />
      </div>
      <PlayerSessionsPanel user={user} />
    </div>
  );
}

function ActiveSanctions({ user }: { user: ManagedUser }) {
  const { ban, mute } = user;
  if (!ban && !mute) return null;
  return (
    <div className={styles.sanctions}>
      {ban && (
        <Callout tone="danger" heading={`Banned ${describeEnd(ban)}`}>
          {ban.reason} <span className={styles.by}>({ban.issuedBy})</span>
        </Callout>
      )}
      {mute && (
        <Callout tone="warning" heading={`Muted ${describeEnd(mute)}`}>
          {mute.reason} <span className={styles.by}>({mute.issuedBy})</span>
        </Callout>
      )}
    </div>
  );
}

function describeEnd({ expiresAt }: ManagedSanction): string {
  return expiresAt ? `until ${formatTimestamp(expiresAt)}` : 'permanently';
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof AppError && error.status === 404;
  return (
    <Panel variant="plain">
      <ErrorState
        heading={isMissing ? 'No such player' : 'The player could not be loaded'}
        text={error.message}
        onRetry={isMissing ? undefined : onRetry}
        action={
          isMissing && (
            <Link to="/admin/users" className={buttonClass()}>
              Search users
            </Link>
          )
        }
      />
    </Panel>
  );
}
