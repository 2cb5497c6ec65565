import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useChoices, useLabel } from '#client/lib/labels.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useMay } from '#client/lib/use-may.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Skeleton, SkeletonText } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FilterChips } from '#client/ui/form/filter-chips.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { canHostEvents } from '#shared/rules/events.ts';

import { CalendarPanel } from './calendar-panel.tsx';
import { EventCard } from './event-card.tsx';
import { EventForm } from './event-form.tsx';
import { eventSettingsQuery, showCreated, startOf, upcomingQuery } from './events.queries.ts';
import { ownZone } from './own-zone.ts';
import { SubscribePanel } from './subscribe-panel.tsx';

import styles from './events-page.module.css';

export function EventsPage() {
  const host = useHost();
  const may = useMay();
  const [isHosting, setIsHosting] = useState(false);
  return (
    <div className="wrap">
      <PageHeading
        lead={
          <SiteText
            name="eventsLead"
            original="Boss masses, sieges, quiet quests and silly hats. Say you are coming, and find friends at the gate."
          />
        }
        actions={
          host && (
            <>
              {may('events') && (
                <LinkButton to="/admin/events/types" icon="settings">
                  Types
                </LinkButton>
              )}
              <Button
                tone={isHosting ? 'secondary' : 'primary'}
                icon={isHosting ? 'close' : 'plus'}
                aria-expanded={isHosting}
                onClick={() => setIsHosting(!isHosting)}
              >
                {isHosting ? 'Cancel' : 'Host Event'}
              </Button>
            </>
          )
        }
      >
        Events Calendar
      </PageHeading>
      <TypeFilter />
      <div className={styles.columns}>
        <Stack gap={4} className={styles.main}>
          {host && isHosting && <CreateForm host={host} onDone={() => setIsHosting(false)} />}
          <UpcomingEvents />
        </Stack>
        <Stack as="aside" gap={4} className={styles.aside} aria-label="Calendar">
          <CalendarPanel />
          <SubscribePanel />
        </Stack>
      </div>
    </div>
  );
}

function TypeFilter() {
  const { type: chosen } = useSearch({ from: '/site/events' });
  const types = useChoices('events', chosen);
  return (
    <FilterChips
      label="Types of events"
      className={styles.filter}
      chips={[undefined, ...types].map((type) => ({
        label: type?.name ?? 'All',
        icon: type?.icon ?? 'calendar',
        active: type?.key === chosen,
        link: linkOptions({
          from: '/events',
          to: '/events',
          search: (before) => ({ ...before, type: type?.key, event: undefined }),
        }),
      }))}
    />
  );
}

function UpcomingEvents() {
  const upcoming = useQuery(upcomingQuery);
  // Events begin on the minute, so checking once a minute is enough.
  const now = useNow(60_000);
  const { event: target, type } = useSearch({ from: '/site/events' });
  if (upcoming.isPending) return <EventsSkeleton />;
  const events = (upcoming.data ?? []).filter((event) => startOf(event) > now);
  const shown = events.filter(({ id, ...event }) => !type || event.type === type || id === target);
  return (
    <Stack
      as="section"
      gap={4}
      id="events-list"
      tabIndex={-1}
      aria-label="Upcoming events"
      className={styles.list}
    >
      {upcoming.isError && (
        <Callout
          tone="warning"
          live
          action={
            <Button size="sm" icon="refresh" onClick={() => void upcoming.refetch()}>
              Try Again
            </Button>
          }
        >
          The events could not be loaded.
        </Callout>
      )}
      {upcoming.isSuccess && target && !events.some(({ id }) => id === target) && (
        <Callout tone="info">
          The event in this link has begun or was deleted. Here is what comes next.
        </Callout>
      )}
      {upcoming.isSuccess && events.length === 0 && (
        <Panel>
          <EmptyState scene="campfire" text="No events... Why not host your own?" />
        </Panel>
      )}
      {events.length > 0 && shown.length === 0 && <NoneOfType type={type ?? ''} />}
      <Cards events={shown} target={target} />
    </Stack>
  );
}

function NoneOfType({ type }: { type: string }) {
  const { name } = useLabel('events', type);
  return (
    <Panel>
      <EmptyState
        scene="signpost"
        text={`No ${name} events are planned right now.`}
        action={
          <LinkButton to="/events" resetScroll={false}>
            Show All Events
          </LinkButton>
        }
      />
    </Panel>
  );
}

function Cards({ events, target }: { events: GameEvent[]; target: string | undefined }) {
  return (
    <Stack as="ul" gap={4}>
      {events.map((event) => (
        <li key={event.id}>
          <EventCard event={event} isTarget={event.id === target} />
        </li>
      ))}
    </Stack>
  );
}

function CreateForm({ host, onDone }: { host: SessionUser; onDone: () => void }) {
  const navigate = useNavigate();
  return (
    <Panel heading="Create New Event" icon="plus">
      <EventForm
        submitLabel="Create Event"
        save={async (fields) => {
          const claims = {
            userId: host.username,
            userRights: host.user_rights,
            communityManager: host.community_manager,
          };
          const event = await call('POST /api/events', {
            body: { ...fields, ...claims, zone: ownZone },
          });
          showCreated(event);
          onDone();
          showToast('Your event was created.', { tone: 'success' });
          await navigate({
            to: '/events',
            search: { event: event.id },
            replace: true,
            resetScroll: false,
          });
        }}
      />
    </Panel>
  );
}

/** The signed-in user if they may host events. */
function useHost(): SessionUser | undefined {
  const { data: user } = useQuery(sessionQuery);
  const { data: settings } = useQuery({ ...eventSettingsQuery, enabled: Boolean(user) });
  if (!user) return undefined;
  const account = {
    userRights: user.user_rights,
    permissions: user.permissions,
    communityManager: user.community_manager,
  };
  return canHostEvents(account, settings ?? { playersMayHost: false }) ? user : undefined;
}

function EventsSkeleton() {
  return (
    <Loading text="Loading events...">
      <Stack gap={4}>
        {['first', 'second', 'third'].map((key) => (
          <Panel key={key} pad="sm">
            <Skeleton width="55%" height="28px" />
            <SkeletonText lines={3} />
          </Panel>
        ))}
      </Stack>
    </Loading>
  );
}
