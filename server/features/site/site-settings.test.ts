import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { COMMUNITY_URL: 'https://chat.example.test' } });
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());

async function read(url: string, player?: TestPlayer) {
  const answer = await site.app.inject({ url, headers: player ? { cookie: player.cookie } : {} });
  return answer.json<Record<string, unknown>>();
}

test('the banner and the community link change at once, and are audited', async () => {
  expect(await read('/api/site')).toMatchObject({
    communityUrl: 'https://chat.example.test',
    banner: null,
  });
  const banner = { text: 'Back at six.', tone: 'warning' };
  const change = { banner, communityUrl: 'https://chat.example.org/join' };
  const changed = await site.app.inject(json('PATCH', '/api/admin/settings', change, admin));
  expect(changed.json()).toMatchObject(change);
  expect(await read('/api/site')).toMatchObject(change);
  const html = (await site.app.inject({ url: '/play' })).body;
  expect(html).toContain('Back at six.');
  expect(html).toContain('https://chat.example.org/join');
  await site.app.inject(json('PATCH', '/api/admin/settings', { banner: null }, admin));
  expect(await read('/api/site')).toMatchObject({ banner: null });
  expect((await site.app.inject({ url: '/play' })).body).not.toContain('Back at six.');
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'site/setting-changed')
    .where('subject', 'in', ['site.community_url', 'site.banner'])
    .orderBy('id')
    .execute();
  expect(audited.map(({ subject }) => subject)).toEqual([
    'site.community_url',
    'site.banner',
    'site.banner',
  ]);
});

test('the settings for hosting and hiscores can be changed', async () => {
  const before = await read('/api/admin/settings', admin);
  expect(before).toMatchObject({ playersMayHost: false, excludeStaff: true, excludeBanned: true });
  const change = { playersMayHost: true, excludeStaff: false };
  await site.app.inject(json('PATCH', '/api/admin/settings', change, admin));
  expect(await read('/api/admin/settings', admin)).toMatchObject({
    ...change,
    excludeBanned: true,
  });
});

test('invalid settings and other callers are refused', async () => {
  const invalid = [
    { communityUrl: 'javascript:alert(1)' },
    { banner: { text: '', tone: 'info' } },
    { banner: { text: 'Hi', tone: 'pink' } },
    { excludeStaff: 'yes' },
  ];
  for (const body of invalid) {
    const answer = await site.app.inject(json('PATCH', '/api/admin/settings', body, admin));
    expect(answer.statusCode, JSON.stringify(body)).toBe(400);
  }
  const staff = await site.addPlayer('Keeper Staff', 2);
  const refused = await site.app.inject(json('PATCH', '/api/admin/settings', {}, staff));
  expect(refused.statusCode).toBe(403);
});
