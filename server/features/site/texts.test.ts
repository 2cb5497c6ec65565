import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { readBlocks } from '#shared/text-format.ts';
import type { EditedText, SiteText } from '#shared/texts.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({
    settings: { SITE_NAME: 'Stonefall', CONTACT_EMAIL: 'help@stonefall.test' },
  });
  admin = await site.addPlayer('Scribe', 3);
});
afterAll(() => site.close());

const read = async (name: string): Promise<SiteText> =>
  (await site.app.inject({ url: `/api/site/texts/${name}` })).json();

const save = (name: string, source: string | null) =>
  site.app.inject(json('PUT', `/api/admin/texts/${name}`, { source }, admin));

test.each(['terms', 'privacy'])('%s have a default text with the site’s name', async (name) => {
  const { text, updatedAt } = await read(name);
  expect(text).toContain('Stonefall');
  expect(text).toContain('help@stonefall.test');
  expect(text).not.toMatch(/\{\w+\}/);
  expect(updatedAt).toBeNull();
});

test('an owner’s text replaces the default, is audited, and can be reset', async () => {
  const saved = await save('terms', '## House rules\n\nBe kind in {site}.');
  expect(saved.statusCode, saved.body).toBe(200);
  expect(saved.json<EditedText>().source).toContain('{site}');
  const { text, updatedAt } = await read('terms');
  expect(text).toBe('## House rules\n\nBe kind in Stonefall.');
  expect(updatedAt).not.toBeNull();
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'actor_name'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: 'site/text-changed', subject: 'terms', actor_name: 'Scribe' });
  await save('terms', null);
  expect((await read('terms')).text).toContain('Wyncoins');
});

test('an empty text and an unknown name are refused', async () => {
  expect((await save('terms', '  ')).statusCode).toBe(400);
  expect((await save('imprint', 'x')).statusCode).toBe(400);
});

test('headings, paragraphs and lists are recognised; HTML stays text', () => {
  expect(readBlocks('# A\nright below\n\n- one\n- two\n  lines\n\n<b>x</b>')).toEqual([
    { kind: 'heading', text: 'A' },
    { kind: 'paragraph', text: 'right below' },
    { kind: 'list', items: ['one', 'two lines'] },
    { kind: 'paragraph', text: '<b>x</b>' },
  ]);
});
