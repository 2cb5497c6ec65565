import { classNames } from '#client/ui/class-names.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { describeDay, format } from './calendar-days.ts';
import { DayDots } from './day-dots.tsx';
import { dateOf } from './month-days.ts';
import type { CalendarView } from './use-calendar.ts';

import styles from './calendar-panel.module.css';

type Props = {
  days: string[];
  today: string;
  view: CalendarView;
  byDay: Map<string, GameEvent[]>;
};

export function WeekStrip({ days, today, view, byDay }: Props) {
  return (
    <ul className={classNames(styles.week, styles.inWeek)} aria-label="Seven days">
      {days.map((day) => (
        <li key={day}>
          <button
            type="button"
            aria-pressed={day === view.day}
            aria-current={day === today ? 'date' : undefined}
            aria-label={describeDay(day, byDay.get(day) ?? [])}
            className={classNames(
              styles.day,
              day < today && styles.past,
              day === view.day && styles.chosen,
            )}
            onClick={() => view.choose(day)}
          >
            <span className={styles.weekday} suppressHydrationWarning>
              {format(dateOf(day), { weekday: 'short' })}
            </span>
            <span suppressHydrationWarning>{Number(day.slice(8))}</span>
            <DayDots count={byDay.get(day)?.length ?? 0} />
          </button>
        </li>
      ))}
    </ul>
  );
}
