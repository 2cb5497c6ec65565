import type { Api, Route, RouteInput } from './api.ts';
import type { LiveTopic } from './pages.ts';

export type ReadRoute = Extract<Route, `GET ${string}`>;

/** The topics that refresh an answer: those of its cache, or the caller's choice if it has none. */
export type TopicOf<R extends ReadRoute> = [CachedUntil<R>] extends [never]
  ? LiveTopic | null
  : CachedUntil<R>;

type CachedUntil<R extends ReadRoute> = NonNullable<Api[R]['cachedUntil']>[number];

export type QueryKeyOf<R extends ReadRoute> = readonly [
  topic: TopicOf<R>,
  route: R,
  input: RouteInput<R>,
];

/** The server's first HTML uses it too. Begins with the live topic that refreshes the answer; null if none does. */
export function queryKey<R extends ReadRoute>(
  topic: TopicOf<R>,
  route: R,
  input: RouteInput<R>,
): QueryKeyOf<R> {
  return [topic, route, input];
}

/** Matches the answers of a route with any input. */
export function routeKey<R extends ReadRoute>(
  topic: TopicOf<R>,
  route: R,
): readonly [TopicOf<R>, R] {
  return [topic, route];
}
