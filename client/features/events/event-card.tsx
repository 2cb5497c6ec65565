import { useEffect, useRef, useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useLabel } from '#client/lib/labels.ts';
import { useSession } from '#client/lib/session.ts';
import { useZone } from '#client/lib/use-in-browser.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { formatEventTime, originOf } from '#shared/rules/events.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { AttendanceButtons } from './attendance-buttons.tsx';
import { Attendees } from './attendees.tsx';
import { DateLeaf } from './date-leaf.tsx';
import { EventForm } from './event-form.tsx';
import { EventMenu } from './event-menu.tsx';
import { EventText } from './event-text.tsx';
import { showChanged, startOf } from './events.queries.ts';
import { findHostTime } from './own-zone.ts';

import styles from './event-card.module.css';

const originLooks = {
  'Staff Event': { icon: 'coronet', tone: 'gold' },
  'Official Community Event': { icon: 'shield', tone: 'gold' },
  'Unofficial Community Event': { icon: 'pennant', tone: 'neutral' },
} as const;

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
      <Panel pad="sm" className={classNames(styles.card, isTarget && styles.target)}>
        {!isEditing && <DateLeaf start={startOf(event)} className={styles.leaf} />}
        {isEditing ? (
          <EditForm event={event} onDone={stopEditing} />
        ) : (
          <Details event={event} onEdit={() => setIsEditing(true)} />
        )}
      </Panel>
    </article>
  );
}

function Details({ event, onEdit }: { event: GameEvent; onEdit: () => void }) {
  const origin = originOf(event);
  const type = useLabel('events', event.type);
  const titleId = `event-${event.id}-title`;
  return (
    <>
      <div className={styles.top}>
        <div className={styles.heading}>
          <h2 id={titleId} className={styles.title}>
            {event.title}
          </h2>
          <Row className={styles.chips}>
            <Chip tone={type.tone} icon={type.icon}>
              {type.name}
            </Chip>
            <Chip {...originLooks[origin]}>{origin}</Chip>
            <OwnAttendance event={event} />
          </Row>
        </div>
        <EventMenu event={event} onEdit={onEdit} />
      </div>
      <Stack gap={1} className={styles.rest}>
        <Facts event={event} />
        {/* Measured again when an edit changes it. */}
        <EventText key={event.description} text={event.description} labelledBy={titleId} />
        <div className={styles.foot}>
          <Attendees event={event} />
          <div className={styles.buttons}>
            <AttendanceButtons event={event} />
          </div>
        </div>
      </Stack>
    </>
  );
}

function Facts({ event }: { event: GameEvent }) {
  const hostTime = findHostTime(event.dateTime, event.zone, useZone());
  return (
    <div className={styles.facts}>
      <span className={styles.fact}>
        <Icon name="calendar" />
        <LocalTime iso={event.dateTime} text={(zone) => formatEventTime(event.dateTime, zone)} />
      </span>
      <Countdown until={startOf(event)}>
        {(left) => (
          <span className={classNames(styles.fact, styles.countdown)}>
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
              <Text as="span" tone="muted" suppressHydrationWarning>
                {` (${hostTime} for the host)`}
              </Text>
            )}
          </span>
        </span>
      )}
    </div>
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

function EditForm({ event, onDone }: { event: GameEvent; onDone: () => void }) {
  // Keep the version that was opened, so that the server notices a change made meanwhile.
  const [opened] = useState(event);
  return (
    <Stack gap={3} className={styles.editing}>
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
    </Stack>
  );
}
