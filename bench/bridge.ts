// npm run bench -- bridge [--players 500 --batches 200 --commands 300 --polls 50]
//
// Measures the game bridge over HTTP under load: hiscores batches in which every player has changed,
// then the latency of commands to a long-polling game, from queueing the command until the game has
// it, while other games are polling too. PostgreSQL runs as in the tests, without syncing commits to
// disk.
import { parseArgs } from 'node:util';

import { buildApp } from '#server/app.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { queueCommand } from '#server/features/game-commands/commands.service.ts';
import { createServer } from '#server/features/game-servers/servers.service.ts';
import { issueToken } from '#server/features/game-servers/tokens.service.ts';
import { defaultSkills } from '#server/features/hiscores/testing/hiscores.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';
import { startTenthsOf } from '#shared/rules/xp.ts';

import { createRandom, percentile, printTable } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '500' },
    batches: { type: 'string', default: '200' },
    commands: { type: 'string', default: '300' },
    polls: { type: 'string', default: '50' },
  },
});
const players = Number(values.players);
const batches = Number(values.batches);

const { deps, close } = await openSite({ postgres: { shared_buffers: '512MB' } });
const app = await buildApp(deps);
try {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const base = `${app.listeningOrigin}/api/bridge/v1`;
  const game = await addGame(deps, 'World 1');
  await benchHiscores(base, game.token);
  await benchCommands(base, game);
} finally {
  await app.close();
  await close();
}

type Game = { id: number; token: string };

async function addGame(deps: Deps, name: string): Promise<Game> {
  const id = await createServer(deps, commandLine, name);
  const { token } = await transaction(deps.db, (trx) =>
    issueToken(trx, commandLine, { serverId: id, scopes: [...bridgeScopes], addresses: [] }),
  );
  return { id, token };
}

async function benchHiscores(base: string, token: string): Promise<void> {
  const random = createRandom(9);
  const experience = Array.from({ length: players }, () =>
    defaultSkills.map((skill) => startTenthsOf(skill) + Math.floor(random() * 5_000_000)),
  );
  const taken: number[] = [];
  let accepted = 0;
  const began = performance.now();
  for (let batch = 0; batch < batches; batch++) {
    for (const own of experience) {
      for (let n = 0; n < 3; n++) {
        const stat = Math.floor(random() * own.length);
        own[stat] = (own[stat] ?? 0) + 1 + Math.floor(random() * 900);
      }
    }
    const rows = experience.map((xpTenths, at) => ({
      name: `P${at}`,
      observedAt: new Date().toISOString(),
      playtime: batch * 15,
      xpTenths,
    }));
    const start = performance.now();
    const answer = await fetch(`${base}/hiscores`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `batch-${batch}`,
      },
      body: JSON.stringify({ players: rows }),
    });
    const result = (await answer.json()) as { accepted?: number; error?: string };
    if (!answer.ok) throw new Error(result.error ?? `status ${answer.status}`);
    accepted += result.accepted ?? 0;
    taken.push(performance.now() - start);
  }
  const seconds = (performance.now() - began) / 1000;
  printTable(`Hiscores: ${batches} batches of ${players} players`, [
    ['players/s', 'batches/s', 'batch p50', 'p99', 'accepted'],
    [
      Math.round((players * batches) / seconds).toLocaleString('en'),
      (batches / seconds).toFixed(1),
      milliseconds(percentile(taken, 0.5)),
      milliseconds(percentile(taken, 0.99)),
      accepted.toLocaleString('en'),
    ],
  ]);
}

async function benchCommands(base: string, game: Game): Promise<void> {
  const stop = new AbortController();
  const others: Promise<unknown>[] = [];
  for (let n = 0; n < Number(values.polls); n++) {
    const other = await addGame(deps, `Other ${n}`);
    others.push(pollUntilAborted(base, other, stop.signal));
  }
  const taken: number[] = [];
  let after = 0;
  for (let n = 0; n < Number(values.commands); n++) {
    const arrival = poll(base, game, after, stop.signal);
    // Wait until the poll is blocked. Otherwise its first query would find the command.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const start = performance.now();
    await transaction(deps.db, (trx) =>
      queueCommand(deps, trx, {
        type: 'broadcast',
        args: { message: `Number ${n}` },
        actor: commandLine,
        serverId: game.id,
      }),
    );
    const { commands } = await arrival;
    taken.push(performance.now() - start);
    after = commands.at(-1)?.id ?? after;
  }
  stop.abort();
  await Promise.allSettled(others);
  printTable(`Commands by long poll, ${values.polls} other games waiting`, [
    ['commands', 'latency p50', 'p99', 'max'],
    [
      String(taken.length),
      milliseconds(percentile(taken, 0.5)),
      milliseconds(percentile(taken, 0.99)),
      milliseconds(percentile(taken, 1)),
    ],
  ]);
}

async function poll(base: string, { token }: Game, after: number, signal: AbortSignal) {
  const answer = await fetch(`${base}/commands?wait=25&after=${after}`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  });
  return (await answer.json()) as { commands: { id: number }[] };
}

async function pollUntilAborted(base: string, game: Game, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await poll(base, game, 0, signal);
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
