import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { recordTopics } from '#server/testing/record-topics.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { findActorsOf, findChanges, recordAudit } from './audit.ts';
import { change } from './change.ts';
import { createLive } from './live.ts';
import type { Live } from './live.ts';

const actor = { id: null, name: '', ip: '192.0.2.7' };

let database: TestDatabase;
let live: Live;
let topics: ReturnType<typeof recordTopics>;
beforeAll(async () => {
  database = await openTestDatabase();
  live = await createLive(database);
  topics = recordTopics(live);
});
afterAll(async () => {
  await live.close();
  await database.close();
});
// Entries cannot be deleted, so each test has an actor of its own.
beforeEach(({ task }) => {
  topics.take();
  actor.name = task.name;
});

const deps = () => ({ db: database.db, live });
const findEntries = () =>
  database.db
    .selectFrom('audit_log')
    .select(['ip', 'action', 'subject', 'before', 'after'])
    .where('actor_name', '=', actor.name)
    .orderBy('id')
    .execute();

test('a change records its entries and publishes its topics', async () => {
  const result = await change(deps(), actor, ['shop', 'admin'], async (_trx, audit) => {
    audit('shop/changed', 7, { before: { price: 1 }, after: { price: 2 } });
    audit('shop/told', 'Mira');
    return 'done';
  });
  expect(result).toBe('done');
  const ip = '192.0.2.7';
  expect(await findEntries()).toEqual([
    { ip, action: 'shop/changed', subject: '7', before: { price: 1 }, after: { price: 2 } },
    { ip, action: 'shop/told', subject: 'Mira', before: null, after: null },
  ]);
  expect(topics.take()).toBe('admin shop');
});

test('who did something to each of several subjects can be asked, by what was done', async () => {
  const by = (name: string) => ({ ...actor, name: `${actor.name} ${name}` });
  const one = { subject: 'one.zip', action: 'backups/made' };
  const entries = [
    { ...one, actor: by('Ada') },
    { ...one, action: 'backups/deleted', actor: by('Bram') },
    { ...one, subject: 'two.zip', actor: by('Cleo') },
    { ...one, subject: 'three.zip', actor: by('Dora') },
  ];
  for (const entry of entries) await recordAudit(database.db, entry);
  const found = await findActorsOf(database.db, {
    action: 'backups/made',
    subjects: ['one.zip', 'two.zip', 'four.zip'],
  });
  expect(found).toEqual(
    new Map([
      ['two.zip', by('Cleo').name],
      ['one.zip', by('Ada').name],
    ]),
  );
});

test('only the fields that differ are kept of a change, and those that say what it is about', () => {
  const before = { title: 'Old', tags: ['a'], list: ['x'], gone: 1 };
  const after = { title: 'Old', tags: ['b'], list: ['x'], added: null };
  expect(findChanges(before, after)).toEqual({
    before: { tags: ['a'], added: undefined },
    after: { tags: ['b'], added: null },
  });
  expect(findChanges(before, after, ['title'])).toEqual({
    before: { title: 'Old', tags: ['a'], added: undefined },
    after: { title: 'Old', tags: ['b'], added: null },
  });
});

test('work that audits nothing publishes nothing', async () => {
  await change(deps(), actor, 'shop', async () => undefined);
  expect(await findEntries()).toEqual([]);
  expect(topics.take()).toBe('');
});

test('a failed change leaves neither an entry nor a message', async () => {
  const failing = change(deps(), actor, 'shop', async (_trx, audit) => {
    audit('shop/changed', 7);
    throw new Error('Refused.');
  });
  await expect(failing).rejects.toThrow('Refused.');
  expect(await findEntries()).toEqual([]);
  expect(topics.take()).toBe('');
});

test('work that is repeated after a serialization failure is recorded once', async () => {
  let attempts = 0;
  await change(deps(), actor, 'shop', async (_trx, audit) => {
    attempts += 1;
    audit('shop/changed', attempts);
    if (attempts === 1) throw Object.assign(new Error('Try again.'), { code: '40001' });
  });
  expect((await findEntries()).map(({ subject }) => subject)).toEqual(['2']);
  expect(topics.take()).toBe('shop');
});
