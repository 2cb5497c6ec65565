import { showToast } from '#client/ui/overlay/toast.tsx';
import type { LiveTopic } from '#shared/pages.ts';

import { queryClient } from './query-client.ts';
import { visit } from './site.ts';

/** One event stream for the app. A message invalidates the queries of its topic; `resync`, after a gap, all of them. */
let stream: EventSource | undefined;
let attempts = 0;
/** The last event the page has seen. The server sends later ones, e.g. from before the stream opened. */
let seen = visit.livePosition;

/** Called again after sign-in and sign-out, because the `me` topic belongs to the session. */
export function connectLive(): void {
  stream?.close();
  const source = new EventSource(`/api/live?topics=all${seen ? `&seen=${seen}` : ''}`);
  stream = source;
  source.addEventListener('change', (event) => {
    seen = event.lastEventId;
    const { topic, gift } = JSON.parse(event.data as string) as { topic: LiveTopic; gift?: string };
    invalidate(topic);
    if (gift) showToast(gift, { tone: 'success', seconds: 15 });
  });
  source.addEventListener('hello', () => {
    attempts = 0;
  });
  source.addEventListener('resync', (event) => {
    attempts = 0;
    seen = event.lastEventId;
    void queryClient.invalidateQueries();
  });
  source.addEventListener('error', () => {
    // The browser reconnects by itself, except after an HTTP error. Then we do, with growing delays.
    if (source.readyState !== EventSource.CLOSED || stream !== source) return;
    attempts += 1;
    const seconds = Math.min(30, 2 ** attempts) * (0.5 + Math.random());
    setTimeout(() => stream === source && connectLive(), seconds * 1000);
  });
}

/** Topics invalidated in the last half second; true if another message has come since. */
const throttled = new Map<LiveTopic, boolean>();

/** Invalidates at once, then at most every half second while messages keep coming (a busy poll). */
function invalidate(topic: LiveTopic): void {
  if (throttled.has(topic)) {
    throttled.set(topic, true);
    return;
  }
  throttled.set(topic, false);
  void queryClient.invalidateQueries({ queryKey: [topic] });
  setTimeout(() => {
    const hasChanged = throttled.get(topic);
    throttled.delete(topic);
    if (hasChanged) invalidate(topic);
  }, 500);
}
