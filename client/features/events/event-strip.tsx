import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useNow } from '#client/lib/use-now.ts';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { styles as toast, tones } from '#client/ui/overlay/toast.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { soonQuery, startOf } from './events.queries.ts';

const minute = 60_000;
const minutesBefore = 15;
const storageKey = 'dismissed-event';

/** Over the page and not in it, so that nothing that is being read moves. */
export function EventStrip() {
  const { username } = useSession();
  const { data: events = [] } = useQuery(soonQuery);
  const now = useNow(5000);
  const [dismissed, setDismissed] = useState(readDismissed);
  const event = events.find((one) => {
    const left = startOf(one) - now;
    const isSoon = left > 0 && left <= minutesBefore * minute;
    return isSoon && one.going.includes(username) && keyOf(one) !== dismissed;
  });
  function dismiss(one: GameEvent) {
    setDismissed(keyOf(one));
    writeDismissed(keyOf(one));
  }
  return (
    <aside aria-label="Event starting soon" className={toast.left}>
      {/* There from the start, and without the minutes: it is announced once. */}
      <output className="visually-hidden">{event && `${event.title} starts soon.`}</output>
      {event && (
        <div className={classNames(toast.toast, tones.ember)}>
          <Icon name="hourglass" size="md" className={toast.icon} />
          <p className={toast.text}>
            <Link to="/events" search={{ event: event.id }}>
              {event.title}
            </Link>{' '}
            starts in {Math.ceil((startOf(event) - now) / minute)} min{' '}
            <span className={toast.unbroken}>– {event.going.length} going</span>
          </p>
          <IconButton icon="close" label="Dismiss" size="sm" onClick={() => dismiss(event)} />
        </div>
      )}
    </aside>
  );
}

/** An event that is moved is announced again. */
function keyOf({ id, dateTime }: GameEvent): string {
  return `${id} ${dateTime}`;
}

function readDismissed(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeDismissed(key: string): void {
  try {
    localStorage.setItem(storageKey, key);
  } catch {
    // Without storage it is dismissed until the next load.
  }
}
