import { Client, escapeIdentifier } from 'pg';

export async function createDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<void> {
  const copy = `${escapeIdentifier(name)} template ${escapeIdentifier(template)}`;
  await withClient(serverUrl, (client) => client.query(`create database ${copy}`));
}

/** Drops the database even if it is in use. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const statement = `drop database if exists ${escapeIdentifier(name)} with (force)`;
  await withClient(serverUrl, (client) => client.query(statement));
}

export async function dropDatabasesNamed(serverUrl: string, prefix: string): Promise<void> {
  const query = 'select datname as name from pg_database where starts_with(datname, $1)';
  const { rows } = await withClient(serverUrl, (client) =>
    client.query<{ name: string }>(query, [prefix]),
  );
  for (const { name } of rows) await dropDatabase(serverUrl, name);
}

/** URL of another database on the same server. */
export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function withClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
