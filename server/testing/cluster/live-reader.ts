import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SiteClient } from './site-client.ts';

// An open page that follows the polls, like EventSource with client/lib/live.ts: it reconnects after the
// time that the server named, sends the last id it has seen, and reads everything again after each message.

export type LiveReader = {
  /** Polls that were read after a message: messages only say that something changed. */
  known: ReadonlySet<string>;
  /** For each time the stream was lost, how many milliseconds it took until it was back. */
  gaps: readonly number[];
  isOpen(): boolean;
  close(): Promise<void>;
};

type Options = { client: SiteClient; readPolls: () => Promise<string[]>; localAddress?: string };

export function startLiveReader({ client, readPolls, localAddress }: Options): LiveReader {
  const known = new Set<string>();
  const gaps: number[] = [];
  const closing = new AbortController();
  const { signal } = closing;
  let lastId = '';
  let retryMs = 3000;
  let refusals = 0;
  let lostAt: number | undefined;
  let isOpen = false;

  function receive({ event, id }: Record<string, string>): void {
    if (id) lastId = id;
    if (lostAt !== undefined) gaps.push(Date.now() - lostAt);
    lostAt = undefined;
    isOpen = true;
    refusals = 0;
    if (event === 'change' || event === 'resync') {
      void readPolls().then((polls) => polls.forEach((poll) => known.add(poll)));
    }
  }

  async function readStream(): Promise<'ended' | 'refused'> {
    const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) };
    const answer = await client.open('/api/live?topics=polls', { headers, signal, localAddress });
    if (answer.statusCode !== 200) {
      answer.resume();
      return 'refused';
    }
    await readEvents(answer, { onEvent: receive, onRetry: (ms) => (retryMs = ms) });
    return 'ended';
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const outcome = await readStream().catch(() => 'ended');
      isOpen = false;
      lostAt ??= Date.now();
      refusals = outcome === 'refused' ? refusals + 1 : 0;
      const pause =
        refusals > 0 ? Math.min(30, 2 ** refusals) * (0.5 + Math.random()) * 1000 : retryMs;
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    known,
    gaps,
    isOpen: () => isOpen,
    async close() {
      closing.abort();
      await running;
    },
  };
}

type Handlers = {
  onEvent: (event: Record<string, string>) => void;
  onRetry: (milliseconds: number) => void;
};

async function readEvents(answer: IncomingMessage, { onEvent, onRetry }: Handlers): Promise<void> {
  let event: Record<string, string> = {};
  for await (const line of createInterface({ input: answer })) {
    const [, name = '', value = ''] = /^(event|id|data|retry): (.*)$/.exec(line) ?? [];
    if (name === 'retry') onRetry(Number(value));
    else if (name) event[name] = value;
    else if (line === '') {
      if (event['event']) onEvent(event);
      event = {};
    }
  }
}
