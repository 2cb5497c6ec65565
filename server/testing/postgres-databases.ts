import { Client, escapeIdentifier } from 'pg';

export async function createTestDatabase(
  serverUrl: string,
  name: string,
  template = 'template1',
): Promise<void> {
  await runOnServer(
    serverUrl,
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`,
  );
}

export async function dropTestDatabase(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** The address of another database on the same server. */
export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
