import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';

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
};

export type Live = {
  /** Inside a transaction the message leaves with the commit, or not at all. */
  publish(db: Kysely<Schema> | Transaction<Schema>, message: LiveMessage): Promise<void>;
  subscribe(subscriber: LiveSubscriber): () => void;
  /** Names the last message so far, `<run>-<number>`: what is read now has seen all up to it. */
  position(): string;
  close(): Promise<void>;
};

type LiveSubscriber = {
  onMessage(message: LiveMessage, number: number): void;
  /** Messages may have been missed: everything derived from them must be read again. */
  onResync(): void;
};

const channel = 'live';

export async function createLive(database: Database): Promise<Live> {
  const replica = randomUUID();
  const subscribers = new Set<LiveSubscriber>();
  const run = randomBytes(6).toString('hex');
  let lastNumber = 0;

  function deliver(message: LiveMessage): void {
    lastNumber += 1;
    for (const subscriber of subscribers) subscriber.onMessage(message, lastNumber);
  }

  const unlisten = await database.listen(
    channel,
    (payload) => {
      const { from, message } = JSON.parse(payload) as { from: string; message: LiveMessage };
      // This replica delivered its own message at commit, so that whoever wrote reads the new state.
      if (from !== replica) deliver(message);
    },
    () => {
      for (const subscriber of subscribers) subscriber.onResync();
    },
  );

  return {
    async publish(db, message) {
      const payload = JSON.stringify({ from: replica, message });
      await sql`select pg_notify(${channel}, ${payload})`.execute(db);
      if (db.isTransaction) afterCommit(db as Transaction<Schema>, () => deliver(message));
      else deliver(message);
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    position: () => `${run}-${lastNumber}`,
    close: unlisten,
  };
}
