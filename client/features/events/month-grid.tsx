import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { describeDay } from './calendar-days.ts';
import { DayDots } from './day-dots.tsx';
import { addDays, addMonths, dateOf, weeksOf } from './month-days.ts';
import type { CalendarView } from './use-calendar.ts';

import styles from './calendar-panel.module.css';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Props = { today: string; view: CalendarView; byDay: Map<string, GameEvent[]> };

/** Arrow keys move by day and week, Page Up and Page Down by month. */
export function MonthGrid({ today, view, byDay }: Props) {
  const { month, day } = view;
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
    <div className={styles.inMonth}>
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
                      view.choose(each);
                    }}
                  >
                    {Number(each.slice(8))}
                    <DayDots count={byDay.get(each)?.length ?? 0} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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
