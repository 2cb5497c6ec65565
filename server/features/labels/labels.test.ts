import { isDeepStrictEqual } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import type { LiveMessage } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import type { EditedLabels, LabelsDraft } from '#shared/endpoints/labels.ts';
import type { EditedPost } from '#shared/endpoints/news.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';

type List = 'news' | 'events';
type Draft = LabelsDraft['labels'][number];

const urls = { news: '/api/admin/news/categories', events: '/api/admin/events/types' };
const lists: List[] = ['news', 'events'];

let site: TestApp;
let admin: TestPlayer;
let initial: Record<List, EditedLabels>;
let initialRows: Awaited<ReturnType<typeof findRows>>;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Scribe', 3);
  initial = { news: await read('news'), events: await read('events') };
  initialRows = await findRows();
});
afterAll(() => site.close());
afterEach(async () => {
  await site.deps.db.deleteFrom('news_posts').execute();
  await site.deps.db.deleteFrom('events').execute();
  if (!isDeepStrictEqual(await findRows(), initialRows)) await restoreLabels();
});

const findRows = () =>
  site.deps.db.selectFrom('labels').selectAll().orderBy('list').orderBy('position').execute();

async function restoreLabels(): Promise<void> {
  await transaction(site.deps.db, async (trx) => {
    await trx.deleteFrom('labels').execute();
    await trx.insertInto('labels').values(initialRows).execute();
    for (const topic of ['site', ...lists] as const) await site.deps.live.publish(trx, { topic });
  });
}

const get = (url: string, headers = {}) =>
  site.app.inject({ url, headers: { cookie: admin.cookie, ...headers } });
const read = async (list: List) => (await get(urls[list])).json<EditedLabels>();
const put = (list: List, body: unknown) => site.app.inject(json('PUT', urls[list], body, admin));

/** Saves the list as it is now, with this change. */
async function change(list: List, make: (labels: Draft[]) => readonly unknown[]) {
  const { version, labels } = await read(list);
  return put(list, { version, labels: make(labels) });
}

const newLabel = (name: string, rest: Partial<Draft> = {}): Draft => ({
  key: null,
  name,
  icon: 'bell',
  tone: 'sky',
  isHidden: false,
  ...rest,
});
const rename = (key: string, name: string) => (labels: Draft[]) =>
  labels.map((label) => (label.key === key ? { ...label, name } : label));
const hide = (key: string) => (labels: Draft[]) =>
  labels.map((label) => (label.key === key ? { ...label, isHidden: true } : label));
const without = (key: string) => (labels: Draft[]) => labels.filter((label) => label.key !== key);

const postBody = {
  title: 'The gates are open',
  category: 'Support',
  displayImage: null,
  content: '<p>Come in.</p>',
  state: 'published',
  publishAt: null,
};
const createPost = (rest = {}) =>
  site.app.inject(json('POST', '/api/admin/news', { ...postBody, ...rest }, admin));
const eventBody = {
  title: 'Siege',
  description: 'Bring friends.',
  type: 'PvP',
  dateTime: new Date(Date.now() + 86_400_000).toISOString(),
};
const createEvent = (rest = {}) =>
  site.app.inject(json('POST', '/api/events', { ...eventBody, ...rest }, admin));
const use = {
  news: (key: string) => createPost({ category: key }),
  events: (key: string) => createEvent({ type: key }),
};
const usedKey = { news: 'Support', events: 'PvP' };

const siteState = async () => (await get('/api/site')).json<SiteState>();

test('the labels are those of the specification, in its order', async () => {
  const { labels } = await siteState();
  expect(labels.news.map(({ key, name, icon }) => `${key} ${name} ${icon}`)).toEqual([
    'Community Community tankard',
    'Game Updates Game Updates sword',
    'Dev Blogs Dev Blogs quill',
    'Support Support aid',
    'Behind The Scenes Behind The Scenes key',
    'Future Updates Future Updates hourglass',
    'Technical Technical anvil',
    'Events Events gonfalon',
    'Website Website tower',
  ]);
  expect(
    labels.events.map(({ key, name, icon, tone }) => `${key} ${name} ${icon} ${tone}`),
  ).toEqual([
    'Bossing Bossing skull ember',
    'PvP PvP swords blood',
    'Community Game Community Game tankard moss',
    'Questing Questing grail sky',
    'Skilling Skilling pickaxe neutral',
    'Mini-game Mini-game die moss',
  ]);
  expect([...labels.news, ...labels.events].some(({ isHidden }) => isHidden)).toBe(false);
});

describe.each(lists)('the %s list', (list) => {
  test('takes a new label, which can be used at once', async () => {
    const answer = await change(list, (labels) => [newLabel('Raids & Sieges'), ...labels]);
    expect(answer.statusCode, answer.body).toBe(200);
    const first = { key: 'Raids & Sieges', name: 'Raids & Sieges', icon: 'bell', tone: 'sky' };
    expect(answer.json<EditedLabels>().labels[0]).toEqual({ ...first, isHidden: false, uses: 0 });
    expect((await siteState()).labels[list][0]).toMatchObject(first);
    expect((await use[list]('Raids & Sieges')).statusCode).toBe(200);
    expect((await read(list)).labels[0]).toMatchObject({ uses: 1 });
  });

  test('keeps the order in which it was saved', async () => {
    await change(list, (labels) => labels.toReversed());
    const expected = initial[list].labels.map(({ key }) => key).toReversed();
    expect((await read(list)).labels.map(({ key }) => key)).toEqual(expected);
    expect((await siteState()).labels[list].map(({ key }) => key)).toEqual(expected);
  });

  test('lets two labels swap their names', async () => {
    const [one, other] = initial[list].labels;
    const answer = await change(list, (labels) =>
      labels.map((label) => {
        if (label.key === one!.key) return { ...label, name: other!.name };
        return label.key === other!.key ? { ...label, name: one!.name } : label;
      }),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await read(list)).labels.slice(0, 2)).toMatchObject([
      { key: one!.key, name: other!.name },
      { key: other!.key, name: one!.name },
    ]);
  });

  test('keeps the key of a renamed label, and a new one of that name gets another key', async () => {
    const { key } = initial[list].labels[0]!;
    await change(list, rename(key, 'Gatherings'));
    await change(list, (labels) => [...labels, newLabel(key)]);
    const { labels } = await read(list);
    expect(labels[0]).toMatchObject({ key, name: 'Gatherings' });
    expect(labels.at(-1)).toMatchObject({ key: `${key} 2`, name: key });
  });

  test('keeps a label that is in use, and says what to do', async () => {
    await use[list](usedKey[list]);
    const answer = await change(list, without(usedKey[list]));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'labels/in-use',
      error: expect.stringMatching(/^“.+” cannot be deleted: 1 (?:post|event) has it\. Hide it/),
    });
    expect((await read(list)).labels).toHaveLength(initial[list].labels.length);
    await use[list](usedKey[list]);
    const twice = await change(list, without(usedKey[list]));
    expect(twice.json<{ error: string }>().error).toMatch(/: 2 (?:posts|events) have it\./);
    const uses = (await read(list)).labels.map((label) => [label.key, label.uses]);
    expect(Object.fromEntries(uses)).toEqual({
      ...Object.fromEntries(initial[list].labels.map(({ key }) => [key, 0])),
      [usedKey[list]]: 2,
    });
  });

  test('takes twenty labels with names of thirty characters', async () => {
    const answer = await change(list, (labels) => [
      ...labels,
      ...Array.from({ length: 20 - labels.length }, (_, at) =>
        newLabel(String(at).padStart(30, 'x'), { isHidden: true }),
      ),
    ]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<EditedLabels>().labels).toHaveLength(20);
  });

  test('loses a label that nothing uses', async () => {
    const answer = await change(list, without(usedKey[list]));
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await use[list](usedKey[list])).json()).toMatchObject({
      code: 'request/invalid',
      fields: { [list === 'news' ? 'category' : 'type']: expect.stringContaining('Choose') },
    });
  });

  test('refuses a hidden label for something new, but not for what has it', async () => {
    const key = usedKey[list];
    const made = (await use[list](key)).json<EditedPost & GameEvent>();
    await change(list, hide(key));
    expect((await use[list](key)).statusCode).toBe(400);
    const edit =
      list === 'news'
        ? json(
            'PUT',
            `/api/admin/news/${made.id}`,
            { ...postBody, title: 'Later', version: made.version },
            admin,
          )
        : json('PUT', `/api/events/${made.id}`, { ...eventBody, title: 'Later' }, admin);
    const edited = await site.app.inject(edit);
    expect(edited.statusCode, edited.body).toBe(200);
    expect(edited.json()).toMatchObject({
      title: 'Later',
      [list === 'news' ? 'category' : 'type']: key,
    });
  });

  test.each<[string, (labels: Draft[]) => readonly unknown[]]>([
    ['no labels', () => []],
    ['only hidden labels', (labels) => labels.map((label) => ({ ...label, isHidden: true }))],
    ['21 labels', () => Array.from({ length: 21 }, (_, at) => newLabel(`Label ${at}`))],
    ['an empty name', (labels) => [...labels, newLabel('')]],
    ['a blank name', (labels) => [...labels, newLabel(' \t\u3000 ')]],
    ['a name of 31 characters', (labels) => [...labels, newLabel('x'.repeat(31))]],
    ['a control character', (labels) => [...labels, newLabel('Raids\u0007')]],
    ['a NUL', (labels) => [...labels, newLabel('Raids\u0000')]],
    ['an invisible character', (labels) => [...labels, newLabel('Rai\u200bds')]],
    ['a text direction', (labels) => [...labels, newLabel('\u202eRaids')]],
    ['half of a character', (labels) => [...labels, newLabel('Raids \ud83d')]],
    ['a name twice', (labels) => [...labels, newLabel('Raids'), newLabel('Raids')]],
    ['a name in another case', (labels) => [...labels, newLabel(labels[0]!.name.toUpperCase())]],
    ['a name with more spaces', (labels) => [...labels, newLabel('A  B'), newLabel(' A B ')]],
    ['a name in other widths', (labels) => [...labels, newLabel('Raids'), newLabel('Raid\uff53')]],
    ['a name that is no text', (labels) => [...labels, { ...newLabel('x'), name: 5 }]],
    ['an unknown icon', (labels) => [...labels, { ...newLabel('Raids'), icon: 'menu' }]],
    ['an icon from elsewhere', (labels) => [...labels, { ...newLabel('Raids'), icon: '../x' }]],
    ['a colour of its own', (labels) => [...labels, { ...newLabel('Raids'), tone: 'red;x:y' }]],
    ['an unknown key', (labels) => [...labels, { ...newLabel('Raids'), key: 'Raids' }]],
    ['a key twice', (labels) => [...labels, { ...newLabel('Raids'), key: labels[0]!.key }]],
    ['a missing key', (labels) => [...labels, { ...newLabel('Raids'), key: undefined }]],
  ])('refuses %s and stays as it is', async (_what, make) => {
    const answer = await change(list, make);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(await read(list)).toEqual(initial[list]);
  });

  test.each([
    {},
    { labels: [] },
    { version: 5, labels: [] },
    { version: 'x'.repeat(65), labels: [] },
    [],
  ])('refuses the body %j', async (body) => {
    expect((await put(list, body)).statusCode).toBe(400);
  });

  test('cleans the spaces of a name', async () => {
    await change(list, (labels) => [...labels, newLabel('  Night \t Raids ')]);
    expect((await read(list)).labels.at(-1)).toMatchObject({
      key: 'Night Raids',
      name: 'Night Raids',
    });
  });

  test.each(['true', 'null', '2006', '{"a":1}'])(
    'gives the name %s a key that addresses need not quote',
    async (name) => {
      await change(list, (labels) => [...labels, newLabel(name)]);
      expect((await read(list)).labels.at(-1)).toMatchObject({ name, key: `${name} 2` });
    },
  );

  test('takes one of twenty changes that are made at once, and loses no label', async () => {
    const { version, labels } = await read(list);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        put(list, { version, labels: [...labels.toReversed(), newLabel(`Label ${at}`)] }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect(answer.json()).toMatchObject({ code: 'admin/outdated' });
    }
    const after = await read(list);
    expect(after.labels).toHaveLength(labels.length + 1);
    const rows = await site.deps.db
      .selectFrom('labels')
      .select('position')
      .where('list', '=', list)
      .orderBy('position')
      .execute();
    expect(rows.map(({ position }) => position)).toEqual(after.labels.map((_, at) => at + 1));
  });

  test('keeps a label that gets used while it is deleted, or refuses the use', async () => {
    for (let round = 0; round < 5; round += 1) {
      await change(list, () => [...initial[list].labels, newLabel(`Round ${round}`)]);
      const [deleted, ...uses] = await Promise.all([
        change(list, without(`Round ${round}`)),
        ...Array.from({ length: 6 }, () => use[list](`Round ${round}`)),
      ]);
      const used = uses.filter(({ statusCode }) => statusCode === 200).length;
      expect([200, 409]).toContain(deleted.statusCode);
      for (const { statusCode } of uses) expect([200, 400]).toContain(statusCode);
      expect(deleted.statusCode === 200 ? used : 1).toBe(
        deleted.statusCode === 200 ? 0 : Math.min(used, 1),
      );
      await site.deps.db.deleteFrom(list === 'news' ? 'news_posts' : 'events').execute();
    }
  });

  test('tells open pages of a change, and records it', async () => {
    const messages: LiveMessage[] = [];
    const unsubscribe = site.deps.live.subscribe({
      onMessage: (message) => messages.push(message),
      onResync() {},
    });
    const [first, second] = initial[list].labels;
    await change(list, (labels) =>
      hide(second!.key)(rename(usedKey[list], 'Brawls')(without(first!.key)(labels))),
    );
    unsubscribe();
    expect(messages.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['site', list]));
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject', 'before', 'after'])
      .where('action', '=', `${list}/labels-changed`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const lineOf = ({ name, icon, tone, isHidden }: Draft, at: number) =>
      `${at + 1}. ${name} (${icon}, ${tone}${isHidden ? ', hidden' : ''})`;
    const described = (labels: Draft[]) =>
      Object.fromEntries(labels.map((label, at) => [label.key, lineOf(label, at)]));
    const after = initial[list].labels.slice(1).map((label) => ({
      ...label,
      name: label.key === usedKey[list] ? 'Brawls' : label.name,
      isHidden: label.key === second!.key,
    }));
    expect(entry).toEqual({
      actor_id: admin.id,
      subject: list === 'news' ? 'news categories' : 'event types',
      before: described(initial[list].labels),
      after: described(after),
    });
  });
});

describe('a new name of a category', () => {
  test('reaches pages, previews, the feed, the search and the audit log; the API keeps the key', async () => {
    const { id, version } = (await createPost()).json<EditedPost>();
    const page = `/news/${id}`;
    const noCookie = { cookie: '' };
    expect((await get('/news?category=Support', noCookie)).body).toContain('<title>Support – ');
    const pictureBefore = (await get(`/og/news/${id}.png`)).headers.etag;
    await change('news', rename('Support', 'Help & Care'));
    const list = (await get('/news?category=Support', noCookie)).body;
    expect(list).toContain('<title>Help &amp; Care – ');
    expect(list).toContain('"name":"Help & Care"');
    expect((await get(page, noCookie)).body).toContain('"articleSection":"Help & Care"');
    expect((await get('/feed.xml')).body).toContain('<category term="Help &amp; Care"/>');
    expect((await get(`/og/news/${id}.png`)).headers.etag).not.toBe(pictureBefore);
    expect((await get('/api/admin/search?q=gates')).json()).toMatchObject({
      results: [{ detail: 'Published post · Help & Care' }],
    });
    expect((await get('/api/news?category=Support')).json()).toMatchObject({
      posts: [{ id, category: 'Support' }],
    });
    const moved = { ...postBody, category: 'Website', version };
    await site.app.inject(json('PUT', `/api/admin/news/${id}`, moved, admin));
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('subject', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      before: { category: 'Help & Care' },
      after: { category: 'Website' },
    });
  });

  test('does not hide posts: they can be found by a hidden category', async () => {
    await createPost();
    await change('news', hide('Support'));
    expect((await get('/api/news?category=Support')).json()).toMatchObject({ total: 1 });
    expect((await get('/news?category=Support', { cookie: '' })).body).toContain(
      '<title>Support – ',
    );
  });
});

describe('a new name of an event type', () => {
  test('reaches the page, the preview and calendars; the API keeps the key', async () => {
    const { id } = (await createEvent()).json<GameEvent>();
    const page = `/events?event=${id}`;
    expect((await get(page, { cookie: '' })).body).toContain('PvP. Bring friends.');
    const pictureBefore = (await get(`/og/events/${id}.png`)).headers.etag;
    await change('events', rename('PvP', 'Brawls'));
    expect((await get(page, { cookie: '' })).body).toContain('Brawls. Bring friends.');
    expect((await get('/events.ics')).body).toContain('CATEGORIES:Brawls\r\n');
    expect((await get(`/events/${id}.ics`)).body).toContain('CATEGORIES:Brawls\r\n');
    expect((await get(`/og/events/${id}.png`)).headers.etag).not.toBe(pictureBefore);
    expect((await get('/api/events')).json()).toMatchObject([{ id, type: 'PvP' }]);
  });

  test('an event without a type gets the first visible one, and an edit without one keeps it', async () => {
    await change('events', hide('Bossing'));
    const { type: _, ...untyped } = eventBody;
    const made = await site.app.inject(json('POST', '/api/events', untyped, admin));
    expect(made.json()).toMatchObject({ type: 'PvP' });
    await change('events', (labels) => hide('PvP')(labels.toReversed()));
    const url = `/api/events/${made.json<GameEvent>().id}`;
    const edited = await site.app.inject(json('PUT', url, untyped, admin));
    expect(edited.json()).toMatchObject({ type: 'PvP' });
  });
});

test('an event that was deleted, and a series without events, keep their type', async () => {
  const { id } = (await createEvent()).json<GameEvent>();
  const uses = async () => (await read('events')).labels.find(({ key }) => key === 'PvP')?.uses;
  expect(
    (await site.app.inject(json('DELETE', `/api/events/${id}`, undefined, admin))).statusCode,
  ).toBe(204);
  expect(await uses()).toBe(1);
  expect((await change('events', without('PvP'))).statusCode).toBe(409);
  const { id: series } = await site.deps.db
    .insertInto('event_series')
    .values({
      title: 'Weekly brawl',
      description: 'x',
      type: 'PvP',
      zone: 'UTC',
      local_time: '18:00',
      every_weeks: 1,
      weekdays: [1],
      first_day: '2026-01-05',
      last_day: '2026-06-01',
      planned_to: '2026-06-01',
      creator_id: admin.id,
      creator_rights: 3,
      community_manager: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await uses()).toBe(2);
  // The events of a series are counted, and then not the series too.
  await site.deps.db
    .updateTable('events')
    .set({ series_id: series, series_day: '2026-01-05' })
    .where('id', '=', Number(id))
    .execute();
  expect(await uses()).toBe(1);
  await site.deps.db.deleteFrom('events').execute();
  await site.deps.db.deleteFrom('event_series').execute();
});

test.each<[string, (labels: Draft[]) => Draft[]]>([
  ['name', ([first, ...rest]) => [{ ...first!, name: 'Renamed' }, ...rest]],
  ['icon', ([first, ...rest]) => [{ ...first!, icon: 'bell' }, ...rest]],
  ['tone', ([first, ...rest]) => [{ ...first!, tone: 'blood' }, ...rest]],
  ['visibility', ([first, ...rest]) => [{ ...first!, isHidden: true }, ...rest]],
  ['place', (labels) => labels.toReversed()],
])('a save that does not know another %s of a label is refused', async (_part, make) => {
  const { version, labels } = await read('news');
  expect((await put('news', { version, labels: make(labels) })).statusCode).toBe(200);
  const late = await put('news', { version, labels });
  expect(late.json()).toMatchObject({ code: 'admin/outdated' });
});

test('a change of one list leaves the other as it is', async () => {
  await change('news', (labels) => [...labels, newLabel('Bossing')]);
  expect(await read('events')).toEqual(initial.events);
  const refused = await createEvent({ type: 'Support' });
  expect(refused.json()).toMatchObject({ fields: { type: 'Choose one of the event types.' } });
});
