import type { Route, RouteAnswer, RouteInput } from '#shared/api.ts';
import type { LiveTopic } from '#shared/pages.ts';

import { call } from './api.ts';
import { queryClient } from './query-client.ts';

/** Sends a change, and reads again what it is about: the live stream may be late. */
export async function change<R extends Route>(
  topic: LiveTopic,
  route: R,
  input: RouteInput<R>,
): Promise<RouteAnswer<R>> {
  try {
    return await call(route, input);
  } finally {
    await queryClient.invalidateQueries({ queryKey: [topic] });
  }
}
