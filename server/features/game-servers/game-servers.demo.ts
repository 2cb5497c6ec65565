import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sql } from 'kysely';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { findServers, updateHasConnected } from './servers.db.ts';
import { createServer } from './servers.service.ts';
import { findLiveTokens } from './tokens.db.ts';
import { issueToken } from './tokens.service.ts';

const demoServerName = 'World 1';
const daysOfHistory = 21;

/** A server with three weeks of history for the charts. */
export async function loadDemoServer(deps: Deps): Promise<void> {
  const serverId = await createServer(deps, commandLine, demoServerName);
  const rows = historyOf(Date.now());
  // Not thousands of parameters, which take longer to parse than the rows to write.
  await sql`
    insert into online_samples (server_id, at, seconds, peak, total, samples)
    select ${serverId}, at, seconds, peak, total, samples
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(
      at timestamptz, seconds integer, peak integer, total bigint, samples integer)`.execute(
    deps.db,
  );
}

/** By hour and weekday, with slow growth and noise. Ends near the simulated game's number, so the charts do not jump. */
function historyOf(now: number) {
  const rows = [];
  const start = now - daysOfHistory * 86_400_000;
  const isRecent = (at: number) => at >= now - 2 * 86_400_000;
  // Like rollUpSamples: samples of a minute for the last two days, of 15 minutes before that.
  for (
    let at = Math.ceil(start / 900_000) * 900_000;
    at < now;
    at += isRecent(at) ? 300_000 : 900_000
  ) {
    const date = new Date(at);
    const hour = date.getUTCHours() + date.getUTCMinutes() / 60;
    const byHour = 0.78 + 0.22 * (0.5 - 0.5 * Math.cos(((hour - 6) / 24) * 2 * Math.PI));
    const byWeekday = [0, 6].includes(date.getUTCDay()) ? 1.12 : 1;
    const growth = 0.7 + (0.3 * (at - start)) / (now - start);
    const noise = 0.94 + 0.12 * Math.abs(Math.sin(at / 1_700_000 + Math.sin(at / 9_000_000)));
    const online = Math.round(28 * byHour * byWeekday * growth * noise);
    rows.push({
      at: date,
      seconds: isRecent(at) ? 60 : 900,
      peak: online,
      total: online * 60,
      samples: 60,
    });
  }
  return rows;
}

/** Stored in the data folder, because the database keeps only hashes. If the file is missing, a new token is issued. */
export async function openDemoToken(deps: Deps): Promise<string | undefined> {
  const server = (await findServers(deps.db)).find(({ name }) => name === demoServerName);
  if (!server) return undefined;
  // The demo sells also while its simulator is off, and before its first heartbeat.
  await updateHasConnected(deps.db, server.id);
  const file = join(deps.config.dataDir, 'demo-game-token');
  const live = await findLiveTokens(deps.db, server.id);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known && live.some(({ hint }) => known.trim().endsWith(hint))) return known.trim();
  // If an admin uses both token slots, the demo's game does not connect.
  if (live.length >= 2) return undefined;
  const rights = { serverId: server.id, scopes: [...bridgeScopes], addresses: [] };
  const { token } = await transaction(deps.db, (trx) =>
    issueToken(trx, { name: 'the demo' }, rights),
  );
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}
