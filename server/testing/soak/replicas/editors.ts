import { setTimeout as sleep } from 'node:timers/promises';

import { pick } from '#server/testing/random.ts';

import { reportUnexpected, runActor } from './actor.ts';
import type { Stage, Turn } from './actor.ts';
import type { Site } from './site.ts';

// The admins who change what everybody sees. Five seconds after each answered change both replicas must
// show it.

const staleAfterMs = 5000;
const newsPage = '/api/news?limit=50';

/** The expected effect of a change on a page. */
type Expectation = { what: string; path: string; cookie?: string; isShown(page: string): boolean };

export type EditFigures = { checked: number; stale: number };

type Servers = Pick<Site, 'databaseUpAt'> & { replicas: readonly unknown[] };

export function runEditors(stage: Stage, site: Servers, figures: EditFigures): Promise<void>[] {
  const isOver = () => stage.phase.isOver;
  const editors = {
    news: { change: changeNews, pages: [newsPage] },
    polls: { change: changePolls, pages: ['/api/polls'] },
    site: { change: changeSite, pages: ['/api/site', '/api/events'] },
    items: { change: changeItems, pages: ['/api/shop/items'] },
  };
  const { cookie } = stage.world.admins.pages;
  return Object.entries(editors).map(([name, { change, pages }]) =>
    runActor(stage, { name: `editor-${name}`, isOver }, async (turn) => {
      // Both replicas keep the page from now on, unless they are killed.
      for (const path of pages) {
        for (const to of site.replicas.keys()) await turn.send({ path, cookie, to });
      }
      const expected = await change(stage, turn);
      const answeredAt = Date.now();
      if (expected) await checkReplicas(stage, site, { turn, expected, answeredAt, figures });
      await sleep(turn.random() * 1000);
    }),
  );
}

type Check = {
  turn: Turn;
  expected: Expectation;
  answeredAt: number;
  figures: EditFigures;
};

async function checkReplicas(
  stage: Stage,
  site: Servers,
  { turn, expected, answeredAt, figures }: Check,
): Promise<void> {
  for (const to of site.replicas.keys()) {
    for (;;) {
      // A replica cannot be told while the database is away, so the time begins when it is back.
      const upAt = site.databaseUpAt();
      await sleep(Math.max(0, Math.max(answeredAt, upAt) + staleAfterMs - Date.now()));
      if (site.databaseUpAt() !== upAt) continue;
      const { path, cookie } = expected;
      const page = await turn.send({ path, to, ...(cookie && { cookie }) });
      if (site.databaseUpAt() !== upAt) continue;
      figures.checked += 1;
      if (page.status === 200 && expected.isShown(page.text)) break;
      figures.stale += 1;
      stage.breaches.add(
        `Stale after 5 s on replica ${to + 1}: ${expected.what}, ${path} (${page.status})`,
      );
      break;
    }
  }
}

async function changeNews(stage: Stage, turn: Turn): Promise<Expectation | undefined> {
  const { cookie } = stage.world.admins.pages;
  const { posts } = stage.records;
  const path = newsPage;
  if (posts.length > 5 && turn.random() < 0.5) {
    const id = pick(turn.random, posts);
    const answer = await turn.send({ method: 'DELETE', path: `/api/admin/news/${id}`, cookie });
    // Not found: the first answer was lost.
    if (answer.status >= 300 && answer.status !== 404) {
      reportUnexpected(stage, 'Deleting a post', answer);
      return undefined;
    }
    posts.splice(posts.indexOf(id), 1);
    const isShown = (page: string) => !page.includes(`"id":"${id}"`);
    return { what: `post ${id} was deleted`, path, isShown };
  }
  const title = `Tidings ${turn.nextKey()}.`;
  const body = {
    title,
    category: 'Community',
    displayImage: null,
    content: '<p>All is well.</p>',
    state: 'published',
    publishAt: null,
  };
  const answer = await turn.send({ path: '/api/admin/news', cookie, body });
  if (answer.status >= 300) {
    reportUnexpected(stage, 'A post', answer);
    return undefined;
  }
  posts.push((JSON.parse(answer.text) as { id: string }).id);
  return { what: `"${title}" was published`, path, isShown: (page) => page.includes(title) };
}

async function changePolls(stage: Stage, turn: Turn): Promise<Expectation | undefined> {
  const { cookie } = stage.world.admins.polls;
  const { polls } = stage.records;
  const path = '/api/polls';
  const open = [...polls].filter(([, { isEnded }]) => !isEnded);
  if (open.length > 4) {
    const [id, poll] = pick(turn.random, open);
    const answer = await turn.send({ method: 'POST', path: `/api/admin/polls/${id}/end`, cookie });
    // Closed: the first answer was lost.
    if (answer.status >= 300 && answer.code !== 'polls/closed') {
      reportUnexpected(stage, 'The end of a poll', answer);
      return undefined;
    }
    poll.isEnded = true;
    const isShown = (page: string) =>
      (JSON.parse(page) as { id: string; ended: boolean }[]).some(
        (one) => one.id === id && one.ended,
      );
    return { what: `poll ${id} was ended`, path, isShown };
  }
  const title = `Poll ${turn.nextKey()}.`;
  const body = {
    title,
    endTime: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    questions: [
      { question: 'Where shall we go?', answers: ['North', 'South', 'Home'] },
      { question: 'When?', answers: ['Now', 'Later'] },
    ],
  };
  const answer = await turn.send({ path: '/api/admin/polls', cookie, body });
  if (answer.status >= 300) {
    reportUnexpected(stage, 'A poll', answer);
    return undefined;
  }
  const { id } = JSON.parse(answer.text) as { id: string };
  polls.set(id, { isEnded: false, sent: new Map(), voted: new Set(), unsure: new Set() });
  return { what: `"${title}" was opened`, path, isShown: (page) => page.includes(title) };
}

async function changeSite(stage: Stage, turn: Turn): Promise<Expectation | undefined> {
  const { cookie } = stage.world.admins.pages;
  const text = `Banner ${turn.nextKey()}.`;
  if (turn.random() < 0.5) {
    const body = { banner: { text, tone: 'info' } };
    const path = '/api/admin/settings';
    const answer = await turn.send({ method: 'PATCH', path, cookie, body });
    if (answer.status === 200) {
      return { what: text, path: '/api/site', isShown: (page) => page.includes(text) };
    }
    reportUnexpected(stage, 'A banner', answer);
    return undefined;
  }
  const id = pick(turn.random, stage.world.eventIds);
  const dateTime = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const body = { title: 'Hunt', description: text, type: 'Bossing', dateTime };
  const answer = await turn.send({ method: 'PUT', path: `/api/events/${id}`, cookie, body });
  if (answer.status === 200) {
    return { what: text, path: '/api/events', isShown: (page) => page.includes(text) };
  }
  if (answer.status !== 429) reportUnexpected(stage, 'An edited event', answer);
  return undefined;
}

async function changeItems(stage: Stage, turn: Turn): Promise<Expectation | undefined> {
  const { cookie } = stage.world.admins.shop;
  const id = stage.world.hiddenItemId;
  const enabled = turn.random() < 0.5;
  const path = `/api/admin/shop/items/${id}/enabled`;
  const answer = await turn.send({ method: 'PATCH', path, cookie, body: { enabled } });
  if (answer.status !== 200) {
    reportUnexpected(stage, 'Showing or hiding an item', answer);
    return undefined;
  }
  return {
    what: `the lantern was ${enabled ? 'shown' : 'hidden'}`,
    path: '/api/shop/items',
    cookie,
    isShown: (page) => page.includes('Lantern') === enabled,
  };
}
