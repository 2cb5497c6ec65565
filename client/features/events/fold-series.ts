import type { GameEvent } from '#shared/endpoints/events.ts';

export type ListedEvent = {
  event: GameEvent;
  /** Only for the next date of a series that has later ones to show or hide. */
  later?: { count: number; isShown: boolean } | undefined;
};

type Choice = {
  /** Series whose later dates are shown. */
  shown: readonly string[];
  /** Dates that are never folded away. */
  isKept: (event: GameEvent) => boolean;
};

/** Keeps the next date of each series, so that a weekly event does not fill the page. Events are soonest first. */
export function foldSeries(events: readonly GameEvent[], { shown, isKept }: Choice): ListedEvent[] {
  const later = new Map<string, number>();
  const firsts = new Set<GameEvent>();
  const folded = new Set<GameEvent>();
  for (const event of events) {
    const series = event.repeat?.series;
    if (!series) continue;
    const count = later.get(series);
    if (count === undefined) firsts.add(event);
    if (count !== undefined && !isKept(event)) folded.add(event);
    later.set(series, count === undefined ? 0 : count + (isKept(event) ? 0 : 1));
  }
  const isShown = (event: GameEvent) => shown.includes(event.repeat?.series ?? '');
  return events
    .filter((event) => !folded.has(event) || isShown(event))
    .map((event) => {
      const count = firsts.has(event) ? later.get(event.repeat?.series ?? '') : 0;
      return count ? { event, later: { count, isShown: isShown(event) } } : { event };
    });
}
