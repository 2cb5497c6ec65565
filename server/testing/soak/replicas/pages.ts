import { setTimeout as sleep } from 'node:timers/promises';

import { pick } from '#server/testing/random.ts';
import { getServerStatus } from '#shared/endpoints/game-servers.ts';

import { runActor } from './actor.ts';
import type { Stage } from './actor.ts';
import type { Records } from './records.ts';

// The pages that replicas keep in memory. A visitor reads them all the time, so that both replicas have
// an older answer when something changes.

export function listPages(records: Records): string[] {
  const month = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7);
  const polls = [...records.polls.keys()].slice(-5);
  return [
    '/api/news',
    '/api/news?limit=50',
    ...records.posts.slice(-3).map((id) => `/api/news/${id}`),
    '/api/events',
    `/api/events?month=${month}`,
    '/api/events/settings',
    '/api/polls',
    ...polls.map((id) => `/api/polls/${id}`),
    '/api/shop/items',
    '/api/hiscores',
    '/api/hiscores?page=1',
    '/api/hiscores?skill=Attack&page=2',
    '/api/hiscores/compare?a=hero1&b=hero2',
    '/api/hiscores/user/hero3',
    '/api/site',
    '/api/launcher',
    getServerStatus.path,
  ];
}

export function runVisitor(stage: Stage): Promise<void> {
  const { cookie } = stage.world.admins.pages;
  return runActor(stage, { name: 'visitor', isOver: () => stage.phase.isOver }, async (turn) => {
    // Some are not there yet, such as players without hiscores.
    await turn.send({ path: pick(turn.random, listPages(stage.records)), cookie });
    await sleep(20 + turn.random() * 100);
  });
}
