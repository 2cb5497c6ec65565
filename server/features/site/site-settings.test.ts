import { afterAll, beforeAll, expect, test } from 'vitest';

import { addVoteList } from '#server/features/votes/testing/votes.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { maxCooldownDays } from '#shared/rules/renames.ts';

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
  // Saving the form again changes nothing, so nothing is recorded.
  const [saved] = await readSettings('site.community_url');
  await site.app.inject(json('PATCH', '/api/admin/settings', { ...change, banner: null }, admin));
  expect(await readSettings('site.community_url')).toEqual([saved]);
  expect(saved).toMatchObject({ value: change.communityUrl, updated_by: admin.id });
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'subject', 'before', 'after'])
    .where('action', '=', 'site/setting-changed')
    .where('subject', 'in', ['site.community_url', 'site.banner'])
    .orderBy('id')
    .execute();
  const actor_id = admin.id;
  expect(audited).toEqual([
    {
      actor_id,
      subject: 'site.community_url',
      before: { value: 'https://chat.example.test' },
      after: { value: change.communityUrl },
    },
    { actor_id, subject: 'site.banner', before: { value: null }, after: { value: banner } },
    { actor_id, subject: 'site.banner', before: { value: banner }, after: { value: null } },
  ]);
});

const readSettings = (key: string) =>
  site.deps.db.selectFrom('settings').selectAll().where('key', '=', key).execute();

test('every setting is saved under its own name, and the others stay', async () => {
  const url = '/api/admin/settings';
  const before = await read(url, admin);
  const changes: Record<string, unknown> = {
    playersMayHost: !before['playersMayHost'],
    excludeStaff: !before['excludeStaff'],
    excludeBanned: !before['excludeBanned'],
    unconfirmedMayBuy: !before['unconfirmedMayBuy'],
    unconfirmedMayVote: !before['unconfirmedMayVote'],
    shopOpen: !before['shopOpen'],
    renameDays: 0,
  };
  expect(before).toMatchObject({ shopOpen: true, renameDays: null, unconfirmedMayBuy: true });
  const expected = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    expected[name] = value;
    const answer = await site.app.inject(json('PATCH', url, { [name]: value }, admin));
    expect(answer.json(), name).toEqual(expected);
  }
  for (const renameDays of [-1, 1.5, maxCooldownDays + 1]) {
    const answer = await site.app.inject(json('PATCH', url, { renameDays }, admin));
    expect(answer.statusCode, String(renameDays)).toBe(400);
  }
  const most = { renameDays: maxCooldownDays };
  expect((await site.app.inject(json('PATCH', url, most, admin))).json()).toMatchObject(most);
  const restored = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name]]));
  expect((await site.app.inject(json('PATCH', url, restored, admin))).json()).toEqual(before);
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

test('a link to the votes is beside the chat while a toplist and the votes are on', async () => {
  const links = async () => (await read('/api/site'))['communityLinks'];
  const turn = (isOn: boolean) =>
    site.app.inject(json('PUT', '/api/admin/features/votes', { isOn }, admin));
  await addVoteList(site, admin, { name: 'Dark List', isOn: false });
  expect(await links()).toEqual([]);
  await addVoteList(site, admin, { name: 'Bright List' });
  const vote = { label: 'Vote', href: '/vote' };
  expect(await links()).toEqual([vote]);
  expect((await turn(false)).statusCode).toBe(204);
  expect(await links()).toEqual([]);
  await turn(true);
  expect(await links()).toEqual([vote]);
});

test('a banner has up to 200 characters, without the space around them', async () => {
  const set = (text: string) => {
    const banner = { text, tone: 'info' };
    return site.app.inject(json('PATCH', '/api/admin/settings', { banner }, admin));
  };
  expect((await set(`  ${'b'.repeat(200)} `)).json()).toMatchObject({
    banner: { text: 'b'.repeat(200), tone: 'info' },
  });
  for (const text of ['b'.repeat(201), '   ']) expect((await set(text)).statusCode).toBe(400);
  await site.app.inject(json('PATCH', '/api/admin/settings', { banner: null }, admin));
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
