import { Client, type ClientConfig, types } from 'pg';

import { StartupError } from '#server/lib/startup-error.ts';

import { arrayParsers, valueParsers } from './value-parsers.ts';

const parsers = { ...valueParsers, ...arrayParsers };

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

/** Client-side time limit for one query; 0 means none. pg's types lack this option. */
export function giveUpAfter(milliseconds: number): { query_timeout?: number } {
  return milliseconds > 0 ? { query_timeout: milliseconds } : {};
}

/** Host and port for messages, never the user or password. */
export function describeServer(databaseUrl: string): string {
  let client: Client;
  try {
    client = new Client({ connectionString: databaseUrl });
  } catch {
    // Leave out the cause: it may contain the address and with it the password.
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
