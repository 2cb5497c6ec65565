import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrateToLatest } from '#server/db/migrate.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { openEmptyTestDatabase } from '#server/testing/test-database.ts';
import type { EditedPage, OwnPage, PageVersion } from '#shared/endpoints/own-pages.ts';

import { getTermsSource } from './own-pages.service.ts';

const migration = new URL('../../db/migrations/0030_own_pages.sql', import.meta.url);
const source =
  '## Fair play\n\nBe kind in {site}: <b>always</b>.\n\n- Write to {contact}\n- or a@b.test';

let site: TestApp;
let changedAt: Date;
beforeAll(async () => {
  const database = await openEmptyTestDatabase();
  await migrateToLatest(database);
  const { db } = database;
  // Makes the database as it was before the migration, with terms of the owner and the default privacy text.
  await sql`drop table own_page_former_addresses, own_page_versions, own_pages cascade`.execute(db);
  changedAt = new Date('2026-03-01T10:00:00Z');
  const terms = JSON.stringify({ source, updatedAt: changedAt.toISOString() });
  await db
    .insertInto('settings')
    .values([
      { key: 'site.terms', value: terms, updated_at: changedAt },
      { key: 'site.privacy', value: 'null' },
    ])
    .execute();
  await sql.raw(await readFile(migration, 'utf8')).execute(db);
  site = await openTestApp({
    database,
    settings: { SITE_NAME: 'Stonefall', CONTACT_EMAIL: 'help@stonefall.test' },
  });
});
afterAll(() => site.close());

const read = async (name: string) =>
  (await site.app.inject({ url: `/api/pages/${name}` })).json<OwnPage>();

test('terms that were a setting are shown as before', async () => {
  const mail = (address: string) =>
    `<a href="mailto:${address}" rel="noopener nofollow ugc">${address}</a>`;
  expect(await read('terms')).toEqual({
    slug: 'terms',
    title: 'Terms of Service',
    description: '',
    content:
      '<h2>Fair play</h2><p>Be kind in Stonefall: &lt;b&gt;always&lt;/b&gt;.</p>' +
      `<ul><li><p>Write to ${mail('help@stonefall.test')}</p></li><li><p>or ${mail('a@b.test')}</p></li></ul>`,
    updatedAt: changedAt.toISOString(),
  });
});

test('a default text stays the default', async () => {
  const { content, updatedAt } = await read('privacy');
  expect(content).toContain('as little as possible and never sell it');
  expect(updatedAt).toBeNull();
});

test('the digest of the carried terms is the one that earlier orders store', async () => {
  expect(await getTermsSource(site.deps)).toBe(source);
  const { cookie } = await site.addPlayer('Scribe', 3);
  const get = (url: string) => site.app.inject({ url, headers: { cookie } });
  const { versions } = (await get('/api/admin/pages/terms/versions')).json<{
    versions: PageVersion[];
  }>();
  expect(versions).toMatchObject([
    { version: 1, isPublished: true, digest: createHash('sha256').update(source).digest('hex') },
  ]);
  const edited = (await get('/api/admin/pages/terms')).json<EditedPage>();
  expect(edited).toMatchObject({ version: 1, publishedVersion: 1, isDefault: false });
  expect(edited.content).toContain('<h2>Fair play</h2><p>Be kind in {site}:');
  expect(edited.content).toContain('href="mailto:{contact}"');
});

test('the settings are gone', async () => {
  const left = await site.deps.db.selectFrom('settings').select('key').execute();
  expect(left.map(({ key }) => key).filter((key) => /terms|privacy/.test(key))).toEqual([]);
});
