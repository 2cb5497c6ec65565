import { type ReactNode, useEffect, useRef, useState } from 'react';

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
import { formatLongDate } from '#shared/rules/dates.ts';
import { describeRepeat } from '#shared/rules/event-series.ts';
import { formatEventTime, originOf } from '#shared/rules/events.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { AttendanceButtons } from './attendance-buttons.tsx';
import { Attendees } from './attendees.tsx';
import { DateLeaf } from './date-leaf.tsx';
import { EventMenu } from './event-menu.tsx';
import type { Scope } from './event-menu.tsx';
import { EventText } from './event-text.tsx';
import { showChanged, startOf } from './events.queries.ts';
import type { ListedEvent } from './fold-series.ts';
import { LaterEventForm } from './later-event-form.tsx';
import { findHostTime } from './own-zone.ts';

import styles from './event-card.module.css';

const originLooks = {
  'Staff Event': { icon: 'coronet', tone: 'gold' },
  'Official Community Event': { icon: 'shield', tone: 'gold' },
  'Unofficial Community Event': { icon: 'pennant', tone: 'neutral' },
} as const;

type Props = ListedEvent & {
  onToggleLater: () => void;
  /** The URL names this event: scroll to it and highlight it. */
  isTarget: boolean;
};

export function EventCard({ event, later, onToggleLater, isTarget }: Props) {
  const card = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<Scope>();
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
    setEditing(undefined);
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
        {!editing && <DateLeaf start={startOf(event)} className={styles.leaf} />}
        {editing ? (
          <EditForm event={event} scope={editing} onDone={stopEditing} />
        ) : (
          <Details event={event} onEdit={setEditing}>
            {event.repeat && (
              <Repeat repeat={event.repeat} later={later} onToggleLater={onToggleLater} />
            )}
          </Details>
        )}
      </Panel>
    </article>
  );
}

type DetailsProps = {
  event: GameEvent;
  onEdit: (scope: Scope) => void;
  children: ReactNode;
};

function Details({ event, onEdit, children }: DetailsProps) {
  const origin = originOf(event);
  const type = useLabel('events', event.type);
  const titleId = `event-${event.id}-title`;
  return (
    <>
      <div className={styles.top}>
        <h2 id={titleId} className={styles.title}>
          {event.title}
        </h2>
        <EventMenu event={event} onEdit={onEdit} />
      </div>
      <Row className={styles.chips}>
        <Chip tone={type.tone} icon={type.icon}>
          {type.name}
        </Chip>
        <Chip {...originLooks[origin]}>{origin}</Chip>
        <OwnAttendance event={event} />
      </Row>
      <Facts event={event} />
      <Stack gap={1} className={styles.rest}>
        {children}
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
      <span className={classNames(styles.fact, styles.date)}>
        <Icon name="calendar" />
        <LocalTime iso={event.dateTime} text={(zone) => formatEventTime(event.dateTime, zone)} />
      </span>
      <div className={styles.others}>
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
              <span className={styles.hosted}>Hosted by </span>
              <PlayerName
                name={formatUsername(event.creatorId)}
                rights={event.creatorRights}
                mode={event.modes?.[event.creatorId]}
                supporter={event.supporters?.[event.creatorId]}
              />
              {hostTime && (
                <Text as="span" tone="muted" suppressHydrationWarning>
                  {` (${hostTime} for the host)`}
                </Text>
              )}
            </span>
          </span>
        )}
      </div>
    </div>
  );
}

type RepeatProps = Pick<Props, 'later' | 'onToggleLater'> & {
  repeat: NonNullable<GameEvent['repeat']>;
};

function Repeat({ repeat, later, onToggleLater }: RepeatProps) {
  return (
    <Row gap={3} className={styles.repeat}>
      <span className={styles.fact}>
        <Icon name="refresh" />
        {describeRepeat(repeat)} until {formatLongDate(repeat.until, { timeZone: 'UTC' })}
      </span>
      {later && (
        <button
          type="button"
          className={styles.later}
          aria-expanded={later.isShown}
          onClick={onToggleLater}
        >
          {later.isShown ? 'Hide later dates' : formatCount(later.count, 'more date')}
        </button>
      )}
    </Row>
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

type EditProps = { event: GameEvent; scope: Scope; onDone: () => void };

function EditForm({ event, scope, onDone }: EditProps) {
  // Keep the version that was opened, so that the server notices a change made meanwhile.
  const [opened] = useState(event);
  return (
    <Stack gap={3} className={styles.editing}>
      <h2 id={`event-${event.id}-title`} className={styles.title}>
        Edit {opened.title}
      </h2>
      {opened.repeat && (
        <Text tone="muted">
          {scope === 'one'
            ? 'Only this date changes.'
            : 'This date and all later ones change. Changes made to single dates are replaced.'}
        </Text>
      )}
      <LaterEventForm
        submitLabel="Save"
        event={opened}
        repeatsIn={scope === 'following' ? opened.zone : undefined}
        save={async (fields) => {
          const { interested: _i, going: _g, zone: _z, ...known } = opened;
          const body = { ...known, ...fields, scope };
          showChanged(await call('PUT /api/events/{id}', { params: { id: event.id }, body }));
          onDone();
        }}
      >
        <Button onClick={onDone}>Cancel</Button>
      </LaterEventForm>
    </Stack>
  );
}
