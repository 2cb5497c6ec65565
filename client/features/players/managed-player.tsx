import { useQuery } from '@tanstack/react-query';
import { linkOptions, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatDateTime } from '#client/lib/dates.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useSession } from '#client/lib/session.ts';
import { useIsOn } from '#client/lib/site.ts';
import { useMay } from '#client/lib/use-may.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ErrorState } from '#client/ui/feedback/error-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import type { ManagedSanction, ManagedUser } from '#shared/endpoints/players.ts';
import { canActOn } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { CoinsPanel } from './coins-forms.tsx';
import { DataPanel } from './data-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { GamePanel } from './game-panel.tsx';
import { HiscoresPanel } from './hiscores-panel.tsx';
import { InfractionsPanel } from './infractions-panel.tsx';
import { ManageHeader } from './manage-header.tsx';
import { managedUserQuery } from './manage.queries.ts';
import { OrdersPanel } from './orders-panel.tsx';
import { AccountFacts, LastPurchases } from './overview-panels.tsx';
import { NamePanel } from './player-name-panel.tsx';
import { PlayerSessionsPanel } from './player-sessions-panel.tsx';
import type { PlayerTab } from './players-search.ts';
import { PurchasesPanel } from './purchases-panel.tsx';
import { RightsPanel } from './rights-panel.tsx';
import { SanctionHistory, SanctionsPanel } from './sanctions-panel.tsx';
import { StatementPanel } from './statement-panel.tsx';
import { VotesPanel } from './votes-panel.tsx';

import styles from './managed-player.module.css';

/** `permission`: also for staff who have it. */
type Tab = { name: PlayerTab; label: string; icon: IconName; permission?: StaffPermission };

const tabs: Tab[] = [
  { name: 'overview', label: 'Overview', icon: 'eye', permission: 'players' },
  { name: 'account', label: 'Account', icon: 'user' },
  { name: 'moderation', label: 'Moderation', icon: 'shield', permission: 'players' },
  { name: 'coins', label: 'Coins', icon: 'coin' },
  { name: 'items', label: 'Items', icon: 'cart', permission: 'shop' },
  { name: 'history', label: 'History', icon: 'scroll' },
];

type Props = { renderTrail: (username: string) => ReactNode };

export function ManagedPlayer({ renderTrail }: Props) {
  const { username } = useParams({ from: '/admin/manage/$username' });
  const search = useSearch({ from: '/admin/manage/$username' });
  const may = useMay();
  const shown = tabs.filter(({ permission }) => may(...(permission ? [permission] : [])));
  const tab = shown.some(({ name }) => name === search.tab) ? search.tab : 'overview';
  const query = useQuery(managedUserQuery(username));
  usePageTitle(query.data?.username);
  return (
    <>
      <BackLink to="/admin/users">All users</BackLink>
      <QueryView
        query={query}
        errorHeading="The player could not be loaded"
        missing={<NoSuchPlayer text={query.error?.message} />}
        loadingText="Loading player..."
        skeleton={
          <Stack>
            <Skeleton height="150px" shape="block" />
            <Skeleton height="340px" shape="block" />
          </Stack>
        }
      >
        {(user) => (
          <>
            <ManageHeader user={user} />
            <ActiveSanctions user={user} />
            <Tabs
              label="About this player"
              tabs={shown.map(({ name, label, icon }) => ({
                label,
                icon,
                active: name === tab,
                link: linkOptions({
                  to: '/admin/manage/$username',
                  params: { username },
                  search: { tab: name },
                }),
              }))}
            />
            <TabContent tab={tab} user={user} trail={renderTrail(user.username)} />
          </>
        )}
      </QueryView>
    </>
  );
}

type ContentProps = { tab: PlayerTab; user: ManagedUser; trail: ReactNode };

function TabContent({ tab, user, trail }: ContentProps) {
  const isOn = useIsOn();
  if (tab === 'overview') return <Overview user={user} />;
  if (tab === 'moderation') return <Moderation user={user} />;
  if (tab === 'coins') {
    return (
      <Stack>
        <Columns min="lg" gap={5}>
          <CoinsPanel user={user} />
          <OrdersPanel user={user} />
        </Columns>
        <StatementPanel user={user} />
      </Stack>
    );
  }
  if (tab === 'items') return <PurchasesPanel user={user} />;
  if (tab === 'history') {
    return (
      <Columns min="lg" gap={5}>
        <Panel variant="plain" heading="Audit Trail" icon="shield">
          {trail}
        </Panel>
        {isOn('polls') && <VotesPanel user={user} />}
      </Columns>
    );
  }
  return (
    <Columns min="lg" gap={5}>
      <Stack>
        <RightsPanel user={user} />
      </Stack>
      <Stack>
        <EmailPanel user={user} />
        <NamePanel user={user} />
        <PlayerSessionsPanel user={user} />
        <DataPanel user={user} />
      </Stack>
    </Columns>
  );
}

/** Who the player is, and what is done most often. */
function Overview({ user }: { user: ManagedUser }) {
  const { userRights } = useSession();
  const may = useMay();
  return (
    <Columns min="lg" gap={5}>
      <Stack>
        {canActOn(userRights, user.userRights) ? (
          <SanctionsPanel user={user} />
        ) : (
          <OnlyLowerRights />
        )}
        {may() && <CoinsPanel user={user} />}
      </Stack>
      <Stack>
        <AccountFacts user={user} />
        {may('shop') && <LastPurchases user={user} />}
      </Stack>
    </Columns>
  );
}

function OnlyLowerRights() {
  return <Callout>You can act only on players with lower rights than yours.</Callout>;
}

function Moderation({ user }: { user: ManagedUser }) {
  const { userRights } = useSession();
  const may = useMay();
  const isOn = useIsOn();
  if (!canActOn(userRights, user.userRights)) {
    return (
      <Stack>
        <OnlyLowerRights />
        <SanctionHistory user={user} />
      </Stack>
    );
  }
  return (
    <Columns min="lg" gap={5}>
      <Stack>
        <SanctionsPanel user={user} />
        <GamePanel user={user} />
        {may() && isOn('hiscores') && <HiscoresPanel user={user} />}
      </Stack>
      <Stack>
        <InfractionsPanel user={user} />
        <SanctionHistory user={user} />
      </Stack>
    </Columns>
  );
}

function ActiveSanctions({ user }: { user: ManagedUser }) {
  const { ban, mute } = user;
  if (!ban && !mute) return null;
  return (
    <Stack gap={3} className={styles.sanctions}>
      {ban && (
        <Callout tone="danger" heading={`Banned ${describeEnd(ban)}`}>
          {ban.reason} <Muted>({ban.issuedBy})</Muted>
        </Callout>
      )}
      {mute && (
        <Callout tone="warning" heading={`Muted ${describeEnd(mute)}`}>
          {mute.reason} <Muted>({mute.issuedBy})</Muted>
        </Callout>
      )}
    </Stack>
  );
}

function describeEnd({ expiresAt }: ManagedSanction): string {
  return expiresAt ? `until ${formatDateTime(expiresAt)}` : 'permanently';
}

function NoSuchPlayer({ text }: { text: string | undefined }) {
  return (
    <ErrorState
      heading="No such player"
      text={text}
      action={<LinkButton to="/admin/users">Search Users</LinkButton>}
    />
  );
}
