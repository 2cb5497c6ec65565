import { setTimeout as wait } from 'node:timers/promises';

import { Client, DatabaseError, escapeIdentifier } from 'pg';

import type { Database, OnWarning } from './database.ts';
import { createNotificationHub } from './notification-hub.ts';
import { connectionOptions } from './postgres-options.ts';

type PostgresListener = Pick<Database, 'listen' | 'close'>;

const pingEveryMs = 10_000;
const longestBackoffMs = 5000;

/** After a loss it reconnects and subscribes again, and only then calls onReconnect, so that no change is missed. */
export function createPostgresListener(
  databaseUrl: string,
  onWarning: OnWarning,
): PostgresListener {
  const hub = createNotificationHub(onWarning);
  const stopped = new AbortController();
  let connection: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const client = new Client({ ...connectionOptions(databaseUrl), query_timeout: 10_000 });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => hub.dispatch(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of hub.channels()) await subscribe(client, channel);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    watch(client);
    return client;
  }

  function watch(client: Client): void {
    // A connection that the network dropped silently is only noticed when it is used.
    const ping = setInterval(() => {
      client.query('select 1').catch(() => client.end().catch(() => {}));
    }, pingEveryMs);
    ping.unref();
    client.once('end', () => {
      clearInterval(ping);
      if (stopped.signal.aborted) return;
      connection = reconnect();
      // It rejects only if the listener is closed meanwhile.
      connection.catch(() => {});
    });
  }

  async function reconnect(): Promise<Client> {
    onWarning('The connection for database notifications was lost; reconnecting.');
    for (let attempt = 0; ; attempt++) {
      const backoff = Math.min(longestBackoffMs, 100 * 2 ** attempt);
      await wait(backoff * (0.5 + Math.random() / 2), undefined, { signal: stopped.signal });
      try {
        const client = await connect();
        if (!stopped.signal.aborted) hub.publishReconnect();
        return client;
      } catch (error) {
        onWarning('Could not reconnect for database notifications; trying again.', error);
      }
    }
  }

  async function ensureConnected(): Promise<Client> {
    connection ??= connect();
    try {
      return await connection;
    } catch (error) {
      connection = undefined;
      throw error;
    }
  }

  async function subscribeNow(channel: string): Promise<void> {
    const client = await ensureConnected();
    try {
      await subscribe(client, channel);
    } catch (error) {
      if (isRefusal(error)) throw error;
      // The connection broke meanwhile. The next one subscribes to every channel.
      await client.end();
      await connection;
    }
  }

  const listen: Database['listen'] = async (channel, onMessage, onReconnect) => {
    const remove = hub.add({ channel, onMessage, onReconnect });
    try {
      await subscribeNow(channel);
    } catch (error) {
      remove();
      throw error;
    }
    return async () => {
      remove();
      if (stopped.signal.aborted || hub.channels().includes(channel)) return;
      const client = await connection;
      await client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(ignoreLostConnection);
    };
  };

  async function close(): Promise<void> {
    stopped.abort();
    const client = await connection?.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  return { listen, close };
}

async function subscribe(client: Client, channel: string): Promise<void> {
  await client.query(`listen ${escapeIdentifier(channel)}`);
}

/** A lost connection has already ended its subscriptions. */
function ignoreLostConnection(error: unknown): void {
  if (isRefusal(error)) throw error;
}

/** The server rejected the statement, as opposed to a lost connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}
