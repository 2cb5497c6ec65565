import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useLabel } from '#client/lib/labels.ts';
import { useSession } from '#client/lib/session.ts';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { GlancePanel, glance } from '#client/ui/layout/glance-panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Countdown } from '#client/ui/text/countdown.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { formatLongDateTime } from '#shared/rules/dates.ts';

import { DateLeaf } from './date-leaf.tsx';
import { nextEventQuery, startOf, useAttendance } from './events.queries.ts';

import styles from './next-event.module.css';

type Props = {
  /** The address of the panel, to which a visitor returns after the login. */
  address: string;
};

export function NextEvent({ address }: Props) {
  const query = useQuery(nextEventQuery);
  return (
    <GlancePanel
      heading="Next Event"
      icon="calendar"
      more={<Link to="/events">Calendar</Link>}
      query={query}
      errorHeading="The events could not be loaded"
    >
      {([event]) => (event ? <Details event={event} address={address} /> : <Nothing />)}
    </GlancePanel>
  );
}

function Nothing() {
  return (
    <EmptyState
      small
      scene="campfire"
      text={
        <SiteText
          name="noEvent"
          original="No event is planned yet. The fire is lit all the same."
        />
      }
      action={
        <Link to="/events" className={buttonClass({ size: 'sm' })}>
          Open the Calendar
        </Link>
      }
    />
  );
}

function Details({ event, address }: Props & { event: GameEvent }) {
  const { id, title, description, dateTime, going } = event;
  const type = useLabel('events', event.type);
  return (
    <div className={glance.details}>
      <div className={styles.top}>
        <DateLeaf start={startOf(event)} />
        <div className={styles.name}>
          <Chip tone={type.tone} icon={type.icon}>
            {type.name}
          </Chip>
          <h4 className={glance.title} id="next-event">
            <Link to="/events" search={{ event: id }}>
              {title}
            </Link>
          </h4>
        </div>
      </div>
      <ul className={glance.facts}>
        <li className={glance.countdown}>
          <Icon name="clock" />
          <Countdown until={startOf(event)} over="Begins now">
            {(left) => <>Starts in {left}</>}
          </Countdown>
        </li>
        <li>
          <Icon name="users" />
          <span>
            <RollingNumber value={going.length} /> going
          </span>
        </li>
        <li>
          <Icon name="calendar" />
          <LocalTime iso={dateTime} text={(zone) => formatLongDateTime(new Date(dateTime), zone)} />
        </li>
      </ul>
      <p className={styles.description}>{description}</p>
      <GoingButton event={event} address={address} />
    </div>
  );
}

function GoingButton({ event, address }: Props & { event: GameEvent }) {
  const { isLoggedIn, username } = useSession();
  const isGoing = event.going.includes(username);
  const sending = useAttendance(event, username);
  if (!isLoggedIn) {
    return (
      <Link
        to="/login"
        search={{ redirect: address }}
        className={buttonClass({ block: true })}
        preload={false}
        aria-describedby="next-event"
      >
        <Icon name="check" />
        Going
      </Link>
    );
  }
  return (
    <div className={glance.action}>
      {isGoing && (
        <Chip tone="moss" icon="check">
          You are going
        </Chip>
      )}
      <Button
        block={!isGoing}
        tone={isGoing ? 'quiet' : 'secondary'}
        icon={isGoing ? 'minus' : 'check'}
        pending={sending.isPending}
        aria-describedby="next-event"
        onClick={() => sending.mutate(isGoing ? 'unmark' : 'going')}
      >
        {isGoing ? 'Unmark' : 'Going'}
      </Button>
    </div>
  );
}
