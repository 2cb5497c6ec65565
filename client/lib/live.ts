import { liveTopics } from '#shared/endpoint.ts';
import type { LiveTopic } from '#shared/endpoint.ts';

import { queryClient } from './query-client.ts';
import { visit } from './site.ts';

/**
 * One stream for the whole app. A message names a topic; every query whose key begins with that
 * topic is read again if somebody is looking at it. After a gap everything is.
 */
let stream: EventSource | undefined;
let attempts = 0;
/** What the page knows already; what came since, between its HTML and the stream, is told at once. */
let seen = visit.livePosition;

/** Opened anew at sign-in and sign-out, because `me` belongs to whoever opened it. */
export function connectLive(): void {
  stream?.close();
  const query = new URLSearchParams({ topics: liveTopics.join(','), ...(seen && { seen }) });
  const source = new EventSource(`/api/live?${query}`);
  stream = source;
  source.addEventListener('change', (event) => {
    seen = event.lastEventId;
    const { topic } = JSON.parse(event.data as string) as { topic: LiveTopic };
    readAgain(topic);
  });
  source.addEventListener('hello', () => {
    attempts = 0;
  });
  source.addEventListener('resync', (event) => {
    attempts = 0;
    seen = event.lastEventId;
    for (const topic of liveTopics) readAgain(topic);
  });
  source.addEventListener('error', () => {
    // The browser reconnects by itself, except after an HTTP error: then we do, ever more slowly.
    if (source.readyState !== EventSource.CLOSED || stream !== source) return;
    attempts += 1;
    const seconds = Math.min(30, 2 ** attempts) * (0.5 + Math.random());
    setTimeout(() => stream === source && connectLive(), seconds * 1000);
  });
}

/** Topics that were read a moment ago; true when there is news since. */
const resting = new Map<LiveTopic, boolean>();

/** At once, and in a rush of messages (a poll everybody votes in) once more every half second. */
function readAgain(topic: LiveTopic): void {
  if (resting.has(topic)) {
    resting.set(topic, true);
    return;
  }
  resting.set(topic, false);
  void queryClient.invalidateQueries({ queryKey: [topic] });
  setTimeout(() => {
    const hasNews = resting.get(topic);
    resting.delete(topic);
    if (hasNews) readAgain(topic);
  }, 500);
}
