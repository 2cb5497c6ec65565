import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { describeDay, describeDays, describeMonth, format, groupByDay } from './calendar-days.ts';
import { DayDots } from './day-dots.tsx';
import { DayList } from './day-list.tsx';
import { monthQuery } from './events.queries.ts';
import { addDays, addMonths, dateOf, weeksBetween } from './month-days.ts';
import { MonthGrid } from './month-grid.tsx';
import { useCalendarSearch, useToday } from './use-calendar.ts';
import type { CalendarView } from './use-calendar.ts';

import styles from './calendar-panel.module.css';

/** A month; on narrow screens seven days that unfold to the month. */
export function CalendarPanel() {
  const today = useToday();
  const view = useCalendarSearch(today);
  const { month, day } = view;
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [weeksAhead, setWeeksAhead] = useState(day ? weeksBetween(today, day) : 0);
  const days = [0, 1, 2, 3, 4, 5, 6].map((each) => addDays(today, weeksAhead * 7 + each));
  const ofMonth = useEventsAround(view, month);
  // An answer reaches two weeks into the next month, so it covers all seven days.
  const ofWeek = useEventsAround(view, days[0]!.slice(0, 7));
  const byDay = groupByDay(ofMonth.data ?? []);
  return (
    <Panel
      className={classNames(styles.calendar, isUnfolded && styles.unfolded)}
      heading={
        <span aria-live="polite">
          <span className={styles.inMonth}>
            {format(dateOf(`${month}-01`), { month: 'long', year: 'numeric' })}
          </span>
          <span className={styles.inWeek} suppressHydrationWarning>
            {describeDays(days[0]!, days[6]!)}
          </span>
        </span>
      }
      icon="calendar"
      actions={
        <span className={styles.actions}>
          <MonthTurner today={today} view={view} />
          <WeekTurner onTurn={(weeks) => setWeeksAhead(weeksAhead + weeks)} />
          <IconButton
            size="sm"
            icon={isUnfolded ? 'chevron-up' : 'chevron-down'}
            label="Whole month"
            aria-expanded={isUnfolded}
            className={styles.fold}
            onClick={() => {
              setIsUnfolded(!isUnfolded);
              if (day) setWeeksAhead(weeksBetween(today, day));
            }}
          />
        </span>
      }
    >
      <MonthGrid today={today} view={view} byDay={byDay} />
      <WeekStrip days={days} today={today} view={view} byDay={groupByDay(ofWeek.data ?? [])} />
      <div
        className={classNames(styles.below, !day && !ofMonth.error && styles.inMonth)}
        aria-live="polite"
      >
        <QueryView
          query={ofMonth}
          errorHeading="This month could not be loaded"
          skeleton={<p className={styles.hint} />}
          panel="none"
          small
        >
          {(events) =>
            day ? (
              <DayList day={day} events={byDay.get(day) ?? []} />
            ) : (
              <p className={styles.hint}>{describeMonth(month, events)}</p>
            )
          }
        </QueryView>
      </div>
    </Panel>
  );
}

/** The events of the chosen type in a month and around it. */
function useEventsAround(view: CalendarView, month: string) {
  const { data, error, refetch } = useQuery(monthQuery(month));
  const events = data?.filter(({ type }) => !view.type || type === view.type);
  return { data: events, error, refetch };
}

function MonthTurner({ today, view }: { today: string; view: CalendarView }) {
  const turn = (months: number) =>
    view.show({ month: addMonths(`${view.month}-01`, months).slice(0, 7) });
  return (
    <span className={classNames(styles.turn, styles.inMonth)}>
      {view.month !== today.slice(0, 7) && (
        <Button
          size="sm"
          tone="quiet"
          onClick={() => view.show({ month: undefined, day: undefined })}
        >
          Today
        </Button>
      )}
      <IconButton size="sm" icon="chevron-left" label="Previous month" onClick={() => turn(-1)} />
      <IconButton size="sm" icon="chevron-right" label="Next month" onClick={() => turn(1)} />
    </span>
  );
}

function WeekTurner({ onTurn }: { onTurn: (weeks: number) => void }) {
  return (
    <span className={classNames(styles.turn, styles.inWeek)}>
      <IconButton
        size="sm"
        icon="chevron-left"
        label="Previous seven days"
        onClick={() => onTurn(-1)}
      />
      <IconButton
        size="sm"
        icon="chevron-right"
        label="Next seven days"
        onClick={() => onTurn(1)}
      />
    </span>
  );
}

type Props = {
  days: string[];
  today: string;
  view: CalendarView;
  byDay: Map<string, GameEvent[]>;
};

function WeekStrip({ days, today, view, byDay }: Props) {
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
