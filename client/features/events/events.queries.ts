import { useMutation } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { readEventTime } from '#shared/rules/events.ts';

export const upcomingQuery = eventsQuery({});

export const nextEventQuery = eventsQuery({ limit: 1 });

/** Enough for those that begin within minutes. The answer is the same for everyone and cached by the server. */
export const soonQuery = eventsQuery({ limit: 10 });

/** All events of a month such as 2026-11, including past ones. */
export function monthQuery(month: string) {
  return eventsQuery({ month });
}

function eventsQuery(query: { month?: string; limit?: number }) {
  return read(
    'events',
    'GET /api/events',
    { query },
    { convert: readList, meta: { failure: 'The events could not be loaded.' } },
  );
}

async function readList(answer: Promise<unknown>): Promise<GameEvent[]> {
  const events = await answer;
  return Array.isArray(events) ? (events as GameEvent[]) : [];
}

export const eventSettingsQuery = read('site', 'GET /api/events/settings', {});

export const reminderQuery = read('me', 'GET /api/account/notifications', {});

export type AttendanceAction = 'going' | 'interested' | 'unmark';

export function useAttendance({ id }: GameEvent, userId: string) {
  return useMutation({
    mutationFn: (action: AttendanceAction) =>
      call(`PATCH /api/events/{id}/${action}`, { params: { id }, body: { userId } }),
    onSuccess: showChanged,
    onError: (error) => showToast(error.message, { tone: 'danger' }),
  });
}

/** Shows the server's answer at once and refetches the lists in the background. */
export function showChanged(event: GameEvent): void {
  changeLists((events) => events.map((each) => (each.id === event.id ? event : each)));
}

export function showCreated(event: GameEvent): void {
  queryClient.setQueryData(upcomingQuery.queryKey, (events = []) =>
    [...events.filter(({ id }) => id !== event.id), event].toSorted(
      (a, b) => startOf(a) - startOf(b),
    ),
  );
  invalidateEvents();
}

export function showDeleted(id: string): void {
  changeLists((events) => events.filter((each) => each.id !== id));
}

/** Milliseconds; 0 for an invalid date. */
export function startOf(event: Pick<GameEvent, 'dateTime'>): number {
  return readEventTime(event.dateTime)?.getTime() ?? 0;
}

function changeLists(change: (events: GameEvent[]) => GameEvent[]): void {
  queryClient.setQueriesData<GameEvent[]>({ queryKey: ['events'] }, (events) => {
    return events && change(events);
  });
  invalidateEvents();
}

function invalidateEvents(): void {
  void queryClient.invalidateQueries({ queryKey: ['events'] });
}
