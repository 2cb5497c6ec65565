import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Kysely, RawBuilder, Transaction } from 'kysely';

import type { LiveTopic } from '#shared/endpoint.ts';

import type { Database } from '../db/client.ts';
import type { Schema } from '../db/schema.ts';
import { afterCommit } from '../db/transaction.ts';

/**
 * Tells every replica, and through it every open page, that something changed. A message is a hint:
 * it names what changed and readers fetch it again, so losing one to a broken connection is repaired
 * by reading once more (`resync`), never by trusting a message to carry the truth.
 */
export type LiveMessage = {
  topic: LiveTopic;
  /** Only for topic `me`: whose account it is about. */
  accountId?: number;
  /** A small hint for the client, such as the id of what changed. Never private, except on `me`. */
  data?: Record<string, string | number | boolean | null>;
  /**
   * Set where changes come several times a second. Each replica passes the first one on at once, and
   * gathers those that follow within the window into one. The transaction that made the change has
   * told every replica by then, so nothing is lost when the replica that made it is killed.
   */
  mayWait?: true;
};

export type Live = {
  /** Inside a transaction the message leaves with the commit, or not at all. */
  publish(db: Kysely<Schema> | Transaction<Schema>, message: LiveMessage): Promise<void>;
  /** For a change that is a single statement: see Hint. */
  prepare(message: LiveMessage): Hint;
  subscribe(subscriber: LiveSubscriber): () => void;
  /** Names the last message so far, `<run>-<number>`: what is read now has seen all up to it. */
  position(): string;
  close(): Promise<void>;
};

/** `notify` is called within the statement, and tells the other replicas; `deliver` after it, for this one. */
export type Hint = { notify: RawBuilder<unknown>; deliver: () => void };

type LiveSubscriber = {
  onMessage(message: LiveMessage, number: number): void;
  /** Messages may have been missed: everything derived from them must be read again. */
  onResync(): void;
};

const channel = 'live';

export async function createLive(database: Database, { gatherMs = 0 } = {}): Promise<Live> {
  const replica = randomUUID();
  const subscribers = new Set<LiveSubscriber>();
  const run = randomBytes(6).toString('hex');
  let lastNumber = 0;

  /** By topic; while one is open, what may wait is noted in it. */
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
    const payload = JSON.stringify({ from: replica, message });
    return {
      notify: sql`pg_notify(${channel}, ${payload})`,
      deliver: () => receive(message),
    };
  }

  const unlisten = await database.listen(
    channel,
    (payload) => {
      const { from, message } = JSON.parse(payload) as { from: string; message: LiveMessage };
      // This replica delivered its own message at commit, so that whoever wrote reads the new state.
      if (from !== replica) receive(message);
    },
    () => {
      for (const subscriber of subscribers) subscriber.onResync();
    },
  );

  return {
    async publish(db, message) {
      const hint = prepare(message);
      await sql`select ${hint.notify}`.execute(db);
      if (db.isTransaction) afterCommit(db as Transaction<Schema>, hint.deliver);
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
