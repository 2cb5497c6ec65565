import { setTimeout as sleep } from 'node:timers/promises';

import { pick, upTo } from '#server/testing/random.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';

import { reportUnexpected, runActor } from './actor.ts';
import type { Stage, Turn } from './actor.ts';
import type { World } from './prepare.ts';

// Two games that use the bridge. What a game has applied and run is its own record, which a restore of
// the website does not change. Each record holds what the id stood for, to notice an id used twice.

export type Game = World['games'][number] & {
  /** By delivery id. */
  applied: Map<string, string>;
  /** By command id. */
  ran: Map<number, string>;
};

export type Games = {
  all: Game[];
  running: Promise<void>[];
  /** The games go on after the players, until everything was delivered. */
  stop(): void;
};

const base = '/api/bridge/v1';

export function runGames(stage: Stage): Games {
  const all: Game[] = stage.world.games.map((game) => ({
    ...game,
    applied: new Map(),
    ran: new Map(),
  }));
  /** Which game each player is in, by index. */
  const places = new Map(stage.world.players.map(({ name }, at) => [name, at % all.length]));
  const characters = createCharacters();
  let isStopped = false;
  const isOver = () => isStopped;
  const running = all.flatMap((game, at) => {
    const act = (name: string, work: (turn: Turn) => Promise<void>) =>
      runActor(stage, { name: `game${at}-${name}`, isOver }, work);
    const present = () => [...places].filter(([, place]) => place === at).map(([name]) => name);
    return [
      act('deliveries', async (turn) => {
        const players = present();
        if (players.length > 0) {
          const player = pick(turn.random, players);
          const isDone = await deliver(stage, turn, { game, player, others: all });
          const isLeaving = isDone && !stage.phase.isCatchingUp && turn.random() < 0.3;
          if (isLeaving) places.set(player, (at + 1) % all.length);
        }
        await sleep(20 + turn.random() * 60);
      }),
      act('heartbeat', async (turn) => {
        await sendHeartbeat(stage, turn, { game, players: present() });
        await sleep(5000);
      }),
      act('hiscores', async (turn) => {
        // Once the players have stopped, the lists must come to rest.
        if (!stage.phase.isOver) await sendHiscores(stage, turn, { game, characters });
        await sleep(200 + turn.random() * 400);
      }),
      act('commands', (turn) => runCommands(stage, turn, game)),
    ];
  });
  return { all, running, stop: () => (isStopped = true) };
}

type Delivering = { game: Game; player: string; others: Game[] };

/** True when the player has nothing left to receive here. */
async function deliver(
  stage: Stage,
  turn: Turn,
  { game, player, others }: Delivering,
): Promise<boolean> {
  const { token } = game;
  const body = { player, session: `${game.name} ${player}`, limit: 5 };
  const path = `${base}/deliveries/claim`;
  const claim = await turn.send({ path, token, key: turn.nextKey(), body });
  if (claim.status !== 200) {
    reportUnexpected(stage, 'A claim', claim);
    return false;
  }
  const { items } = JSON.parse(claim.text) as { items: BridgeDelivery[] };
  for (const item of items) {
    const content = `${player}: ${item.quantity} of ${item.itemName}`;
    checkOffer(stage, { game, item, content, others });
    const isApplied = game.applied.has(item.id);
    if (!isApplied && turn.random() < 0.05) {
      await refuseDelivery(stage, turn, { game, id: item.id });
      continue;
    }
    game.applied.set(item.id, content);
    // Killed before the acknowledgement: it is offered again.
    if (turn.random() < 0.05) continue;
    await acknowledge(stage, turn, { game, id: item.id });
  }
  return items.length === 0;
}

function checkOffer(
  { breaches, records }: Stage,
  {
    game,
    item,
    content,
    others,
  }: {
    game: Game;
    item: BridgeDelivery;
    content: string;
    others: Game[];
  },
): void {
  if (others.some((other) => other !== game && other.applied.has(item.id))) {
    breaches.add(`Delivery ${item.id} is offered to ${game.name}, another game has applied it`);
  }
  const earlier = game.applied.get(item.id);
  if (earlier !== undefined && earlier !== content) {
    breaches.add(`Delivery ${item.id} means both "${earlier}" and "${content}"`);
  }
  if (records.acknowledged.has(item.id)) {
    breaches.add(`Delivery ${item.id} is offered although it was acknowledged`);
  }
}

async function acknowledge(
  stage: Stage,
  { send, nextKey }: Turn,
  { game, id }: { game: Game; id: string },
): Promise<void> {
  const path = `${base}/deliveries/${id}/ack`;
  const body = { status: 'applied' };
  const answer = await send({ path, token: game.token, key: nextKey(), body });
  if (answer.status === 200) stage.records.acknowledged.add(id);
  else reportUnexpected(stage, `The acknowledgement of ${id}`, answer);
}

async function refuseDelivery(
  stage: Stage,
  { send, random, nextKey }: Turn,
  { game, id }: { game: Game; id: string },
): Promise<void> {
  const key = nextKey();
  const body = { status: 'failed', reason: `Full bank ${key}`, retryable: random() < 0.8 };
  const answer = await send({ path: `${base}/deliveries/${id}/ack`, token: game.token, key, body });
  if (answer.status !== 200) reportUnexpected(stage, `The refusal of ${id}`, answer);
}

async function sendHeartbeat(
  stage: Stage,
  { send }: Turn,
  { game, players }: { game: Game; players: string[] },
): Promise<void> {
  const body = {
    bootId: 'boot-1',
    state: 'running',
    online: players.length,
    max: 2000,
    players,
    version: 'soak',
    uptime: 60,
  };
  const answer = await send({ path: `${base}/heartbeat`, token: game.token, body });
  if (answer.status !== 200) reportUnexpected(stage, 'A heartbeat', answer);
}

type Report = { name: string; observedAt: string; playtime: number; xpTenths: number[] };
type Characters = { train(turn: Turn): Report[] };

/** Both games report the same characters, more of them as time goes by. */
function createCharacters(): Characters {
  const experience: number[][] = [];
  let lastMoment = 0;

  function report(turn: Turn, at: number): Report {
    const xpTenths = (experience[at] ??= Array.from({ length: 21 }, (_, skill) =>
      skill === 3 ? 11_540 : 0,
    ));
    const skill = upTo(turn.random, 20);
    xpTenths[skill] = (xpTenths[skill] ?? 0) + 1 + upTo(turn.random, 50_000);
    // No two reports have the same time, so it is known which one is the last.
    lastMoment = Math.max(lastMoment + 1, Date.now());
    const observedAt = new Date(lastMoment).toISOString();
    return { name: `hero${at}`, observedAt, playtime: 100, xpTenths: [...xpTenths] };
  }

  return {
    train(turn) {
      const chosen = new Set<number>();
      const count = 3 + upTo(turn.random, 30);
      const newest = experience.length + upTo(turn.random, 3);
      while (chosen.size < count && chosen.size < newest) {
        chosen.add(upTo(turn.random, Math.max(0, newest - 1)));
      }
      return [...chosen].map((at) => report(turn, at));
    },
  };
}

async function sendHiscores(
  stage: Stage,
  turn: Turn,
  { game, characters }: { game: Game; characters: Characters },
): Promise<void> {
  const players = characters.train(turn);
  if (players.length === 0) return;
  const request = { path: `${base}/hiscores`, token: game.token, key: turn.nextKey() };
  const answer = await turn.send({ ...request, body: { players } });
  if (answer.status !== 200) return reportUnexpected(stage, 'A batch of hiscores', answer);
  const { results } = JSON.parse(answer.text) as { results: { status: string; reason?: string }[] };
  for (const [at, { status, reason }] of results.entries()) {
    const row = players[at];
    if (!row) continue;
    if (status === 'accepted') keepLatest(stage, row);
    else if (reason !== 'stale') {
      stage.breaches.add(`The hiscores of ${row.name} were ${status}: ${reason}`);
    }
  }
}

/** The answers of the two games arrive in any order. */
function keepLatest({ records }: Stage, { name, observedAt, xpTenths }: Report): void {
  const moment = Date.parse(observedAt);
  const known = records.hiscores.get(name);
  if (!known || known.observedAt < moment) {
    records.hiscores.set(name, { observedAt: moment, xpTenths });
  }
}

type Command = { id: number; type: string; args: unknown; notAfter: string | null };

async function runCommands(stage: Stage, turn: Turn, game: Game): Promise<void> {
  const { token } = game;
  const poll = await turn.send({ path: `${base}/commands?wait=3&after=0`, token });
  if (poll.status !== 200) return reportUnexpected(stage, 'Asking for commands', poll);
  const { commands } = JSON.parse(poll.text) as { commands: Command[] };
  for (const { id, type, args, notAfter } of commands) {
    const content = JSON.stringify([type, args]);
    const earlier = game.ran.get(id);
    if (earlier !== undefined && earlier !== content) {
      stage.breaches.add(`Command ${id} means both ${earlier} and ${content}`);
    }
    if (stage.records.commandResults.has(id)) {
      stage.breaches.add(`Command ${id} is handed out although its result was answered`);
    }
    const isLate = notAfter !== null && Date.parse(notAfter) < Date.now();
    const status = isLate && earlier === undefined ? 'expired' : 'done';
    if (status === 'done') game.ran.set(id, content);
    // Killed before the report: it is handed out again.
    if (turn.random() < 0.05) continue;
    await reportResult(stage, turn, { game, id, status });
  }
}

async function reportResult(
  stage: Stage,
  { send, nextKey }: Turn,
  { game, id, status }: { game: Game; id: number; status: string },
): Promise<void> {
  const path = `${base}/commands/${id}/result`;
  const answer = await send({ path, token: game.token, key: nextKey(), body: { status } });
  if (answer.status === 200) stage.records.commandResults.set(id, status);
  else reportUnexpected(stage, `The result of command ${id}`, answer);
}
