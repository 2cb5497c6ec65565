import { createHash } from 'node:crypto';

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

const jar = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(5_000, 'launcher')]);

function upload(bytes: Buffer, player: TestPlayer = admin) {
  return site.app.inject({
    method: 'POST',
    url: '/api/admin/launcher/file',
    headers: { cookie: player.cookie, 'content-type': 'application/java-archive' },
    payload: bytes,
  });
}

test('the banner and the community link change at once, and are audited', async () => {
  expect(await read('/api/site')).toEqual({
    communityUrl: 'https://chat.example.test',
    banner: null,
  });
  const banner = { text: 'Back at six.', tone: 'warning' };
  const change = { banner, communityUrl: 'https://chat.example.org/join' };
  const changed = await site.app.inject(json('PATCH', '/api/admin/settings', change, admin));
  expect(changed.json()).toMatchObject(change);
  expect(await read('/api/site')).toEqual(change);
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
  expect((await upload(jar, staff)).statusCode).toBe(403);
});

test('the launcher is uploaded, goes live and is downloaded with its checksum', async () => {
  expect(await read('/api/launcher')).toEqual({
    isLive: false,
    version: 'v1.0.3',
    size: null,
    sha256: null,
    fileName: null,
  });
  expect((await site.app.inject({ url: '/download/launcher' })).statusCode).toBe(404);
  const early = await site.app.inject(
    json('PATCH', '/api/admin/launcher', { isLive: true }, admin),
  );
  expect(early.json()).toMatchObject({ code: 'launcher/no-file' });

  const sha256 = createHash('sha256').update(jar).digest('hex');
  expect((await upload(jar)).json()).toMatchObject({ size: jar.length, sha256, isLive: false });
  expect((await site.app.inject({ url: '/download/launcher' })).statusCode).toBe(404);
  const change = { isLive: true, version: 'v1.1.0' };
  await site.app.inject(json('PATCH', '/api/admin/launcher', change, admin));
  expect(await read('/api/launcher')).toMatchObject({ ...change, sha256 });
  const file = await site.app.inject({ url: '/download/launcher' });
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.equals(jar)).toBe(true);
  expect(file.headers['content-disposition']).toBe(
    'attachment; filename="wynhold-launcher-v1.1.0.jar"',
  );
  const same = await site.app.inject({
    url: '/download/launcher',
    headers: { 'if-none-match': String(file.headers['etag']) },
  });
  expect(same.statusCode).toBe(304);

  const next = Buffer.concat([jar, Buffer.from('more')]);
  await upload(next);
  const newer = await site.app.inject({ url: '/download/launcher' });
  expect(newer.rawPayload.equals(next)).toBe(true);
});

test('a file that is not a .jar or too large is refused, and the launcher stays', async () => {
  const before = await read('/api/launcher');
  const refused = await upload(Buffer.from('<html>not a launcher</html>'));
  expect(refused.json()).toMatchObject({ code: 'launcher/unsupported' });
  expect((await upload(Buffer.alloc(0))).statusCode).toBe(415);
  expect((await upload(Buffer.alloc(65 * 1024 * 1024))).json()).toMatchObject({
    code: 'launcher/too-large',
  });
  const named = await site.app.inject(
    json('PATCH', '/api/admin/launcher', { version: '../../etc' }, admin),
  );
  expect(named.statusCode).toBe(400);
  expect(await read('/api/launcher')).toEqual(before);
});
