import { Client, type ClientConfig, types } from 'pg';

import { StartupError } from '#server/lib/startup-error.ts';

import { arrayParsers, valueParsers } from './value-parsers.ts';

const parsers = { ...valueParsers, ...arrayParsers };

/** What every connection to the server has in common. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    application_name: 'wynhold',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

/** How long this side waits for the answer to one query; 0 is for ever. An option that pg's types lack. */
export function giveUpAfter(milliseconds: number): { query_timeout?: number } {
  return milliseconds > 0 ? { query_timeout: milliseconds } : {};
}

/** Where the server is, for messages: never with user or password. */
export function describeServer(databaseUrl: string): string {
  let client: Client;
  try {
    client = new Client({ connectionString: databaseUrl });
  } catch {
    // Without the cause: it may quote the address, and with it the password.
    throw new StartupError(
      'DATABASE_URL is not a valid address. It looks like postgres://user:password@host:5432/database.',
    );
  }
  return client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const parse = format === 'binary' ? undefined : parsers[oid];
  return parse ?? types.getTypeParser(oid, format);
}
