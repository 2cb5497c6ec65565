import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { call } from '#client/lib/api.ts';
import { sessionQuery, useSession } from '#client/lib/session.ts';
import { useZone } from '#client/lib/use-in-browser.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { CopyButton } from '#client/ui/copy-button.tsx';
import { Countdown } from '#client/ui/countdown.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { LocalTime } from '#client/ui/local-time.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PlayerName } from '#client/ui/player-name.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { canManageEvent, formatEventTime, originOf } from '#shared/event-rules.ts';
import type { GameEvent } from '#shared/events.ts';
import { formatUsername } from '#shared/usernames.ts';

import { AttendanceButtons } from './attendance-buttons.tsx';
import { AttendanceCounts } from './attendance-counts.tsx';
import { EventForm } from './event-form.tsx';
import { originLooks, typeLooks } from './event-looks.ts';
import { showChanged, showDeleted, startOf } from './events.queries.ts';
import { findHostTime } from './own-zone.ts';

import styles from './event-card.module.css';

type Props = {
  event: GameEvent;
  /** The URL names this event: scroll to it and highlight it. */
  isTarget: boolean;
};

export function EventCard({ event, isTarget }: Props) {
  const card = useRef<HTMLElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  useEffect(() => {
    if (!isTarget) return undefined;
    // Wait for the next frame: the router scrolls to the top after this render.
    const frame = requestAnimationFrame(() => {
      card.current?.scrollIntoView({ block: 'center' });
      card.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isTarget]);

  function stopEditing() {
    setIsEditing(false);
    card.current?.focus({ preventScroll: true });
  }

  return (
    <article
      ref={card}
      tabIndex={-1}
      className={styles.article}
      aria-labelledby={`event-${event.id}-title`}
    >
      <Panel className={classNames(styles.card, isTarget && styles.target)}>
        <Leaf start={startOf(event)} />
        <Stack gap={3}>
          {isEditing ? (
            <EditForm event={event} onDone={stopEditing} />
          ) : (
            <Details event={event} onEdit={() => setIsEditing(true)} />
          )}
        </Stack>
      </Panel>
    </article>
  );
}

function Details({ event, onEdit }: { event: GameEvent; onEdit: () => void }) {
  const origin = originOf(event);
  const hostTime = findHostTime(event.dateTime, event.zone, useZone());
  return (
    <>
      <div className={styles.chips}>
        <Chip {...typeLooks[event.type]}>{event.type}</Chip>
        <Chip {...originLooks[origin]}>{origin}</Chip>
        <OwnAttendance event={event} />
      </div>
      <h2 id={`event-${event.id}-title`} className={styles.title}>
        {event.title}
      </h2>
      <div className={styles.facts}>
        <span className={styles.fact}>
          <Icon name="calendar" />
          <LocalTime iso={event.dateTime} text={(zone) => formatEventTime(event.dateTime, zone)} />
        </span>
        <Countdown until={startOf(event)}>
          {(left) => (
            <span className={styles.countdown}>
              <Icon name="clock" />
              Starts in {left}
            </span>
          )}
        </Countdown>
        {event.creatorId && (
          <span className={styles.fact}>
            <Icon name="user" />
            <span>
              Hosted by{' '}
              <PlayerName name={formatUsername(event.creatorId)} rights={event.creatorRights} />
              {hostTime && (
                <span className={styles.hostTime} suppressHydrationWarning>
                  {` (${hostTime} for the host)`}
                </span>
              )}
            </span>
          </span>
        )}
      </div>
      <p className={styles.description}>{event.description}</p>
      <AttendanceCounts event={event} />
      <div className={styles.actions}>
        <Row gap={2}>
          <AttendanceButtons event={event} />
        </Row>
        <Row gap={2}>
          <ButtonLink
            size="sm"
            tone="quiet"
            icon="calendar"
            href={`/events/${event.id}.ics`}
            download
            aria-describedby={`event-${event.id}-title`}
          >
            Add to calendar
          </ButtonLink>
          <CopyButton
            text={() => `${location.origin}/events?event=${event.id}`}
            label="Copy link"
          />
          <ManageButtons event={event} onEdit={onEdit} />
        </Row>
      </div>
    </>
  );
}

function OwnAttendance({ event }: { event: GameEvent }) {
  const { isLoggedIn, username } = useSession();
  if (!isLoggedIn) return null;
  if (event.going.includes(username)) {
    return (
      <Chip tone="moss" icon="check">
        You are going
      </Chip>
    );
  }
  if (!event.interested.includes(username)) return null;
  return (
    <Chip tone="moss" icon="bell">
      You are interested
    </Chip>
  );
}

function ManageButtons({ event, onEdit }: { event: GameEvent; onEdit: () => void }) {
  const { data: user } = useQuery(sessionQuery);
  const deleting = useMutation({
    mutationFn: () => confirmAndDelete(event.id),
    onError: (error) => showToast(error.message, { tone: 'danger' }),
  });
  if (!user || !canManageEvent(user.user_rights, event.creatorId === user.username)) return null;
  const about = { 'aria-describedby': `event-${event.id}-title` };
  return (
    <>
      <Button {...about} size="sm" tone="quiet" icon="pencil" onClick={onEdit}>
        Edit
      </Button>
      <Button
        {...about}
        size="sm"
        tone="quiet"
        icon="trash"
        className={styles.delete}
        pending={deleting.isPending}
        onClick={() => deleting.mutate()}
      >
        Delete
      </Button>
    </>
  );
}

async function confirmAndDelete(id: string): Promise<void> {
  const isSure = await askConfirm('Are you sure you want to delete this event?', {
    confirmLabel: 'Delete',
    tone: 'danger',
  });
  if (!isSure) return;
  await call('DELETE /api/events/{id}', { params: { id } });
  document.getElementById('events-list')?.focus({ preventScroll: true });
  showDeleted(id);
}

function EditForm({ event, onDone }: { event: GameEvent; onDone: () => void }) {
  // Keep the version that was opened, so that the server notices a change made meanwhile.
  const [opened] = useState(event);
  return (
    <>
      <h2 id={`event-${event.id}-title`} className={styles.title}>
        Edit {opened.title}
      </h2>
      <EventForm
        submitLabel="Save"
        event={opened}
        save={async (fields) => {
          const { interested: _i, going: _g, zone: _z, ...known } = opened;
          const body = { ...known, ...fields };
          showChanged(await call('PUT /api/events/{id}', { params: { id: event.id }, body }));
          onDone();
        }}
      >
        <Button onClick={onDone}>Cancel</Button>
      </EventForm>
    </>
  );
}

/** Looks like a calendar page. Decorative: the full date is next to it. */
function Leaf({ start }: { start: number }) {
  const timeZone = useZone();
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(new Date(start));
  return (
    <div className={styles.leaf} aria-hidden="true">
      {/* Browsers abbreviate months differently. */}
      <span className={styles.month} suppressHydrationWarning>
        {part({ month: 'short' })}
      </span>
      <span className={styles.day}>{part({ day: 'numeric' })}</span>
      <span className={styles.weekday} suppressHydrationWarning>
        {part({ weekday: 'short' })}
      </span>
    </div>
  );
}
