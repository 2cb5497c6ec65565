import { useNavigate, useSearch } from '@tanstack/react-router';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { useNow } from '#client/lib/use-now.ts';

import { toDay } from './month-days.ts';

export function useToday(): string {
  const now = new Date(useNow(60_000));
  return useInBrowser() ? toDay(now) : now.toISOString().slice(0, 10);
}

export type CalendarView = ReturnType<typeof useCalendarSearch>;

/** The month and day of the address; the month of today by default. */
export function useCalendarSearch(today: string) {
  const { day, month = (day ?? today).slice(0, 7), type } = useSearch({ from: '/site/events' });
  const navigate = useNavigate({ from: '/events' });
  function show(changes: { month?: string | undefined; day?: string | undefined }) {
    void navigate({
      to: '/events',
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  }
  return {
    month,
    type,
    day: day?.startsWith(month) ? day : undefined,
    show,
    /** A second click takes the choice back. */
    choose: (chosen: string) =>
      show({ day: chosen === day ? undefined : chosen, month: chosen.slice(0, 7) }),
  };
}
