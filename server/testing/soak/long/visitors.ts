import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { pick, upTo } from '#server/testing/random.ts';
import type { Random } from '#server/testing/random.ts';

import { reportUnexpected, runActor } from '../replicas/actor.ts';
import type { Stage, Turn } from '../replicas/actor.ts';

// Visitors from many addresses: they read pages, keep live streams open, and some register and log in.

const visitorCount = 12;
const networks = 3_000;
const streamCount = 100;

const pages = [
  '/',
  '/',
  '/news',
  '/events',
  '/hiscores',
  '/polls',
  '/play',
  '/terms',
  '/login',
  '/register',
  '/feed.xml',
  '/sitemap.xml',
  '/api/news',
  '/api/events',
  '/api/polls',
  '/api/hiscores?skill=Overall&page=1',
  '/api/site',
  '/api/openapi.json',
];

export function runVisitors(stage: Stage): Promise<void>[] {
  const isOver = () => stage.phase.isOver;
  const readers = Array.from({ length: visitorCount }, (_, at) =>
    runActor(stage, { name: `visitor${at}`, isOver }, (turn) => readPage(stage, turn)),
  );
  const newcomer = runActor(stage, { name: 'newcomer', isOver }, async (turn) => {
    await register(stage, turn);
    await sleep(15_000);
  });
  return [...readers, newcomer];
}

async function readPage(stage: Stage, { send, random }: Turn): Promise<void> {
  const path = choosePage(stage, random);
  const answer = await send({ path, from: anyAddress(random) });
  // Not found: the post was deleted, or the player is not ranked yet.
  if (![200, 404, 429].includes(answer.status)) reportUnexpected(stage, `Reading ${path}`, answer);
}

function choosePage({ records, world }: Stage, random: Random): string {
  const chance = random();
  // Addresses that are seen only once must not fill the caches for good.
  if (chance < 0.15) return `${pick(random, pages.slice(0, 6))}?from=${upTo(random, 1e9)}`;
  if (chance < 0.2) return `/missing/${upTo(random, 1e9)}`;
  if (chance < 0.3) return `/hiscores?skill=Attack&page=${1 + upTo(random, 20)}`;
  if (chance < 0.4) return `/hiscores/${pick(random, world.players).name}`;
  const post = records.posts.at(-1);
  if (chance < 0.5 && post) return `/news/${post}`;
  const poll = [...records.polls.keys()].at(-1);
  if (chance < 0.6 && poll) return `/polls/${poll}`;
  return pick(random, pages);
}

function anyAddress(random: Random): string {
  const n = upTo(random, networks);
  return `198.18.${n >> 8}.${n & 255}`;
}

async function register(stage: Stage, { send, random, nextKey }: Turn): Promise<void> {
  const from = anyAddress(random);
  const username = nextKey().replace('newcomer-', 'new ');
  const [email, password] = [`${username.replace(' ', '')}@example.test`, randomUUID()];
  const made = await send({ path: '/auth/register', from, body: { username, email, password } });
  if (made.status !== 200) return reportUnexpected(stage, 'A registration', made);
  const credentials = { email, password, returnSecureToken: true };
  const path = '/idp/v1/accounts:signInWithPassword?key=soak';
  const token = await send({ path, from, body: credentials });
  if (token.status !== 200) return reportUnexpected(stage, 'A sign-in', token);
  const { idToken } = JSON.parse(token.text) as { idToken: string };
  const login = await send({ path: '/auth/web-login', from, body: { idToken } });
  if (login.status !== 200) reportUnexpected(stage, 'A login', login);
}

export type Streams = { messages(): number; failures(): number; close(): void };

/** Always the same number of streams, each replaced after a while, as visitors come and go. */
export function openStreams(address: string, { world }: Stage, random: Random): Streams {
  const over = new AbortController();
  let messages = 0;
  let failures = 0;

  async function keepOneOpen(at: number): Promise<void> {
    const player = world.players[at % world.players.length];
    const isPlayer = at % 4 === 0 && player !== undefined;
    const topics = `news,events,polls,hiscores,site${isPlayer ? ',me' : ''}`;
    const headers = {
      'x-forwarded-for': anyAddress(random),
      ...(isPlayer && { cookie: player.cookie }),
    };
    while (!over.signal.aborted) {
      const lifetime = AbortSignal.timeout(5_000 + upTo(random, 100_000));
      const signal = AbortSignal.any([over.signal, lifetime]);
      const hasFailed = await readStream(`${address}/api/live?topics=${topics}`, {
        headers,
        signal,
        onMessage: () => (messages += 1),
      });
      if (!hasFailed) continue;
      failures += 1;
      await sleep(1_000);
    }
  }

  for (let at = 0; at < streamCount; at += 1) void keepOneOpen(at);
  return { messages: () => messages, failures: () => failures, close: () => over.abort() };
}

type Reading = { headers: Record<string, string>; signal: AbortSignal; onMessage: () => void };

/** Resolves when the stream ends: true unless the signal ended it. */
function readStream(url: string, { headers, signal, onMessage }: Reading): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => resolve(!signal.aborted);
    const request = get(url, { headers, signal, agent: false }, (response) => {
      if (response.statusCode !== 200) request.destroy();
      response.on('data', (chunk: Buffer) => chunk.includes('event: change') && onMessage());
      response.on('error', end);
      response.on('close', end);
    });
    request.on('error', end);
  });
}
