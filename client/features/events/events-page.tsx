import { useQuery } from '@tanstack/react-query';
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useChoices, useLabel } from '#client/lib/labels.ts';
import { useSession } from '#client/lib/session.ts';
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

import { CalendarPanel } from './calendar-panel.tsx';
import { EventCard } from './event-card.tsx';
import { showCreated, startOf, upcomingQuery } from './events.queries.ts';
import { foldSeries } from './fold-series.ts';
import type { ListedEvent } from './fold-series.ts';
import { LaterEventForm } from './later-event-form.tsx';
import { ownZone } from './own-zone.ts';
import { SubscribePanel } from './subscribe-panel.tsx';
import { useHost } from './use-host.ts';

import styles from './events-page.module.css';

export function EventsPage() {
  const host = useHost();
  const may = useMay();
  const { copy } = useSearch({ from: '/site/events' });
  const navigate = useNavigate({ from: '/events' });
  const [isOpen, setIsOpen] = useState(false);
  const isHosting = isOpen || copy !== undefined;
  function close() {
    setIsOpen(false);
    if (!copy) return;
    const search = (before: object) => ({ ...before, copy: undefined });
    void navigate({ to: '/events', search, replace: true, resetScroll: false });
  }
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
                onClick={() => (isHosting ? close() : setIsOpen(true))}
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
          {host && isHosting && (
            <CreateForm host={host} copy={copy} onDone={() => setIsOpen(false)} />
          )}
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
  const { isLoggedIn, username } = useSession();
  const [openSeries, setOpenSeries] = useState<string[]>([]);
  if (upcoming.isPending) return <EventsSkeleton />;
  const events = (upcoming.data ?? []).filter((event) => startOf(event) > now);
  const ofType = events.filter(({ id, ...event }) => !type || event.type === type || id === target);
  const listed = foldSeries(ofType, {
    shown: openSeries,
    isKept: ({ id, going, interested }) =>
      id === target || (isLoggedIn && [...going, ...interested].includes(username)),
  });
  function toggleSeries(series: string) {
    const isShown = openSeries.includes(series);
    setOpenSeries(isShown ? openSeries.filter((one) => one !== series) : [...openSeries, series]);
  }
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
      {events.length > 0 && listed.length === 0 && <NoneOfType type={type ?? ''} />}
      <Cards listed={listed} target={target} onToggle={toggleSeries} />
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

type CardsProps = {
  listed: ListedEvent[];
  target: string | undefined;
  onToggle: (series: string) => void;
};

function Cards({ listed, target, onToggle }: CardsProps) {
  return (
    <Stack as="ul" gap={4}>
      {listed.map(({ event, ...rest }) => (
        <li key={event.id}>
          <EventCard
            {...rest}
            event={event}
            isTarget={event.id === target}
            onToggleLater={() => onToggle(event.repeat?.series ?? '')}
          />
        </li>
      ))}
    </Stack>
  );
}

type CreateProps = { host: SessionUser; copy: string | undefined; onDone: () => void };

function CreateForm({ host, copy, onDone }: CreateProps) {
  const navigate = useNavigate();
  const { data: events } = useQuery(upcomingQuery);
  const copied = events?.find(({ id }) => id === copy);
  return (
    <Panel heading="Create New Event" icon="plus">
      <LaterEventForm
        key={copied?.id}
        submitLabel="Create Event"
        event={copied && toCopy(copied)}
        // Duplicate is in the menu of a card that may be far below.
        hasFocus={copied !== undefined}
        repeatsIn={ownZone}
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

/** A week later, so that it need not be changed for the same evening next week. */
function toCopy({ title, description, type, ...event }: GameEvent) {
  const dateTime = new Date(startOf(event) + 7 * 86_400_000).toISOString();
  return { title, description, type, dateTime };
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
