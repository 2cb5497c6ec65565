import { randomBytes, randomUUID } from 'node:crypto';

import type { Database } from '#server/db/database.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { prepareStatement } from '#server/db/prepared-statement.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { afterCommit } from '#server/db/transaction.ts';
import type { LiveTopic } from '#shared/pages.ts';

/** A message only names what changed; readers fetch it again. After a lost connection they read everything (`resync`). */
export type LiveMessage = {
  topic: LiveTopic;
  /** Only for topic `me`: whose account it is about. */
  accountId?: number;
  /** A small hint for the client, such as the id of what changed. Never private, except on `me`. */
  data?: Record<string, string | number | boolean | null>;
  /** For changes several times a second: each replica delivers the first at once and combines those that follow. */
  mayWait?: true;
};

export type Live = {
  /** Inside a transaction the message is sent at commit, and never on rollback. */
  publish(db: Db, message: LiveMessage): Promise<void>;
  /** For a change made by a single statement: see Hint. */
  prepare(message: LiveMessage): Hint;
  subscribe(subscriber: LiveSubscriber): () => void;
  /** The last message so far, as `<run>-<number>`: a read made now includes every change up to it. */
  position(): string;
  close(): Promise<void>;
};

/** Let the statement do pg_notify(channel, payload) for the other replicas; call `deliver` after it for this one. */
export type Hint = { channel: string; payload: string; deliver: () => void };

type LiveSubscriber = {
  onMessage(message: LiveMessage, number: number): void;
  /** Messages may have been missed: drop everything derived from them. */
  onResync(): void;
};

const channel = 'live';
const notifyAll = prepareStatement(
  'notify',
  'select pg_notify($1, payload) from unnest($2::text[]) as payload',
);
const notify = inBatches(async (db, payloads: string[]) => {
  await notifyAll(db, channel, payloads);
  return payloads;
});

export async function createLive(database: Database, { gatherMs = 0 } = {}): Promise<Live> {
  const replica = randomUUID();
  const subscribers = new Set<LiveSubscriber>();
  const run = randomBytes(6).toString('hex');
  let lastNumber = 0;

  /** Open windows by topic: `isPending` is set when another message came within the window. */
  const windows = new Map<LiveTopic, { isPending: boolean }>();

  function receive({ mayWait, ...message }: LiveMessage): void {
    if (mayWait && gatherMs > 0) gather(message);
    else deliver(message);
  }

  function gather(message: LiveMessage): void {
    const open = windows.get(message.topic);
    if (open) {
      open.isPending = true;
      return;
    }
    deliver(message);
    const window = { isPending: false };
    windows.set(message.topic, window);
    setTimeout(() => {
      windows.delete(message.topic);
      if (window.isPending) gather(message);
    }, gatherMs).unref();
  }

  function deliver(message: LiveMessage): void {
    lastNumber += 1;
    for (const subscriber of subscribers) subscriber.onMessage(message, lastNumber);
  }

  function prepare(message: LiveMessage): Hint {
    return {
      channel,
      payload: JSON.stringify({ from: replica, message }),
      deliver: () => receive(message),
    };
  }

  const unlisten = await database.listen(
    channel,
    (payload) => {
      const { from, message } = JSON.parse(payload) as { from: string; message: LiveMessage };
      // This replica has delivered its own message at commit, so that the writer reads the new state.
      if (from !== replica) receive(message);
    },
    () => {
      for (const subscriber of subscribers) subscriber.onResync();
    },
  );

  return {
    async publish(db, message) {
      const hint = prepare(message);
      await notify(db, hint.payload);
      if (db.isTransaction) afterCommit(db as Trx, hint.deliver);
      else hint.deliver();
    },
    prepare,
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    position: () => `${run}-${lastNumber}`,
    close: unlisten,
  };
}
