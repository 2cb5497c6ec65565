import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { GameEvent } from '#shared/events.ts';

import { monthQuery, startOf } from './events.queries.ts';
import { addDays, addMonths, dateOf, toDay, toMonth, weeksOf } from './month-days.ts';
import { formatClock } from './own-zone.ts';

import styles from './month-view.module.css';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Calendar grid: arrow keys move by day and week, Page Up and Page Down by month. */
export function MonthView() {
  const today = useToday();
  const view = useMonthSearch(today);
  const { month, day } = view;
  const { data = [], isPending } = useQuery(monthQuery(month));
  const events = data.filter(({ type }) => view.type === undefined || type === view.type);
  const byDay = groupByDay(events);
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const [cursor, setCursor] = useState<string>();
  const stop = [cursor, day, today].find((each) => each?.startsWith(month)) ?? `${month}-01`;

  // Runs after every render: the target day exists only after its month has been rendered.
  useEffect(() => {
    const button = grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`);
    if (!wantsFocus.current || !button) return;
    wantsFocus.current = false;
    button.focus();
  });

  function moveTo(target: string) {
    wantsFocus.current = true;
    setCursor(target);
    if (!target.startsWith(month)) view.show({ month: target.slice(0, 7) });
  }

  function onKey(event: KeyboardEvent) {
    // Start from a pending move if there is one: keys can arrive before the month is rendered.
    const focused = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const target = findKeyTarget(event.key, (wantsFocus.current ? cursor : focused) ?? stop);
    if (!target) return;
    event.preventDefault();
    moveTo(target);
  }

  return (
    <Panel
      heading={
        <span aria-live="polite">
          {format(dateOf(`${month}-01`), { month: 'long', year: 'numeric' })}
        </span>
      }
      icon="calendar"
      actions={
        <span className={styles.turn}>
          {month !== toMonth(dateOf(today)) && (
            <Button
              size="sm"
              tone="quiet"
              onClick={() => view.show({ month: undefined, day: undefined })}
            >
              Today
            </Button>
          )}
          <IconButton
            size="sm"
            icon="chevron-left"
            label="Previous month"
            onClick={() => view.show({ month: addMonths(`${month}-01`, -1).slice(0, 7) })}
          />
          <IconButton
            size="sm"
            icon="chevron-right"
            label="Next month"
            onClick={() => view.show({ month: addMonths(`${month}-01`, 1).slice(0, 7) })}
          />
        </span>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a calendar is a grid */}
      <table ref={grid} role="grid" aria-label="Month" className={styles.grid} onKeyDown={onKey}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 2)}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each} aria-selected={each === day}>
                  <button
                    type="button"
                    data-day={each}
                    tabIndex={each === stop ? 0 : -1}
                    aria-current={each === today ? 'date' : undefined}
                    aria-label={describeDay(each, byDay.get(each) ?? [])}
                    className={classNames(
                      styles.day,
                      !each.startsWith(month) && styles.outside,
                      each < today && styles.past,
                      each === day && styles.chosen,
                    )}
                    onClick={() => {
                      setCursor(each);
                      view.show({ day: each === day ? undefined : each, month: each.slice(0, 7) });
                    }}
                  >
                    {Number(each.slice(8))}
                    <Dots count={byDay.get(each)?.length ?? 0} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.below} aria-live="polite">
        {day ? (
          <DayList day={day} events={byDay.get(day) ?? []} />
        ) : (
          <p className={styles.hint}>{isPending ? '' : describeMonth(month, events)}</p>
        )}
      </div>
    </Panel>
  );
}

function DayList({ day, events }: { day: string; events: GameEvent[] }) {
  const now = useNow(60_000);
  return (
    <>
      <h3 className={styles.dayName}>
        {format(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long' })}
      </h3>
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
                {event.title} <span className={styles.over}>(over)</span>
              </span>
            )}
          </li>
        ))}
      </Stack>
    </>
  );
}

/** Shows at most three dots. */
function Dots({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.dots} aria-hidden="true">
      {[1, 2, 3].slice(0, count).map((dot) => (
        <span key={dot} className={styles.dot} />
      ))}
    </span>
  );
}

function useToday(): string {
  const now = new Date(useNow(60_000));
  return useInBrowser() ? toDay(now) : now.toISOString().slice(0, 10);
}

function useMonthSearch(today: string) {
  const { day, month = (day ?? today).slice(0, 7), type } = useSearch({ from: '/site/events' });
  const navigate = useNavigate({ from: '/events' });
  return {
    month,
    type,
    day: day?.startsWith(month) ? day : undefined,
    show(changes: { month?: string | undefined; day?: string | undefined }) {
      void navigate({
        to: '/events',
        search: (before) => ({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      });
    },
  };
}

function findKeyTarget(key: string, day: string): string | undefined {
  const weekday = (dateOf(day).getDay() + 6) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

function groupByDay(events: GameEvent[]): Map<string, GameEvent[]> {
  const days = new Map<string, GameEvent[]>();
  for (const event of events) {
    const day = toDay(new Date(startOf(event)));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}

function describeDay(day: string, events: GameEvent[]): string {
  const date = format(dateOf(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  if (events.length === 0) return date;
  return `${date}, ${events.length} ${events.length === 1 ? 'event' : 'events'}`;
}

function describeMonth(month: string, events: GameEvent[]): string {
  const count = events.filter((event) => toMonth(new Date(startOf(event))) === month).length;
  if (count === 0) return 'No events this month.';
  return `${count} ${count === 1 ? 'event' : 'events'} this month. Choose a day to see them.`;
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(date);
}
