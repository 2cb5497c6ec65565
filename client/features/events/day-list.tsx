import { Link } from '@tanstack/react-router';

import { useNow } from '#client/lib/use-now.ts';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { format } from './calendar-days.ts';
import { startOf } from './events.queries.ts';
import { dateOf } from './month-days.ts';
import { formatClock } from './own-zone.ts';

import styles from './calendar-panel.module.css';

export function DayList({ day, events }: { day: string; events: GameEvent[] }) {
  const now = useNow(60_000);
  return (
    <>
      <Text as="h3" size="lg" strong className={styles.dayName}>
        {format(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long' })}
      </Text>
      {events.length === 0 && <p className={styles.hint}>Nothing planned.</p>}
      <Stack as="ul" gap={2}>
        {events.map((event) => (
          <li key={event.id} className={styles.item}>
            <time dateTime={event.dateTime}>{formatClock(event.dateTime)}</time>
            {startOf(event) > now ? (
              <Link
                to="/events"
                search={(before) => ({ ...before, event: event.id })}
                from="/events"
                resetScroll={false}
              >
                {event.title}
              </Link>
            ) : (
              <span>
                {event.title} <Muted>(over)</Muted>
              </span>
            )}
          </li>
        ))}
      </Stack>
    </>
  );
}
