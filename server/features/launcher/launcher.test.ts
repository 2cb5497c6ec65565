import { createHash } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';

import { makeAppImage, makeExe, makeJar, makeZip } from './testing/launcher-files.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
});
beforeEach(async () => {
  await site.deps.db.deleteFrom('launcher').execute();
  // Uploads are limited per account.
  count += 1;
  admin = await site.addPlayer(`Keeper ${count}`, 3);
});
afterAll(() => site.close());

const zip = makeZip([{ name: 'launcher/start.sh', content: 'echo' }]);

function upload(payload: Buffer, { query = '', type = 'application/octet-stream' } = {}) {
  return site.app.inject({
    method: 'POST',
    url: `/api/admin/launcher/file${query}`,
    headers: { cookie: admin.cookie, 'content-type': type },
    payload,
  });
}

const change = (kind: string, body: object) =>
  site.app.inject(json('PATCH', `/api/admin/launcher/${kind}`, body, admin));
const setLink = (body: object) =>
  site.app.inject(json('PUT', '/api/admin/launcher/link', body, admin));
const readPublic = async () =>
  (await site.app.inject({ url: '/api/launcher' })).json<{
    isLive: boolean;
    downloads: Omit<ManagedDownload, 'isLive'>[];
  }>();
async function list(): Promise<ManagedDownload[]> {
  const headers = { cookie: admin.cookie };
  return (await site.app.inject({ url: '/api/admin/launcher', headers })).json();
}

const link = {
  url: 'https://files.example.com/launcher',
  version: 'v2.0.0',
  requirement: 'Java 17',
};

test('a .jar is uploaded, goes live and is downloaded with its checksum', async () => {
  expect(await readPublic()).toEqual({ isLive: false, downloads: [] });
  expect((await site.app.inject({ url: '/download/launcher' })).json()).toMatchObject({
    code: 'launcher/not-available',
    error: "The server isn't live yet — the launcher download will be available soon!",
  });
  expect((await change('jar', { isLive: true })).json()).toMatchObject({
    code: 'launcher/no-file',
  });
  const jar = makeJar();
  const sha256 = createHash('sha256').update(jar).digest('hex');
  expect((await upload(jar)).json()).toEqual({
    kind: 'jar',
    version: '',
    requirement: 'Java 11',
    size: jar.length,
    sha256,
    fileName: 'wynhold-launcher.jar',
    url: null,
    isLive: false,
  });
  expect(await readPublic()).toEqual({ isLive: false, downloads: [] });
  expect((await site.app.inject({ url: '/download/launcher/jar' })).statusCode).toBe(404);

  await change('jar', { isLive: true, version: 'v1.1.0' });
  expect(await readPublic()).toMatchObject({
    isLive: true,
    downloads: [{ kind: 'jar', version: 'v1.1.0', sha256 }],
  });
  for (const url of ['/download/launcher', '/download/launcher/jar']) {
    const file = await site.app.inject({ url });
    expect(file.rawPayload.equals(jar)).toBe(true);
    expect(file.headers['content-type']).toBe('application/java-archive');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="wynhold-launcher-v1.1.0.jar"',
    );
    const headers = { 'if-none-match': String(file.headers['etag']) };
    expect((await site.app.inject({ url, headers })).statusCode).toBe(304);
  }
  await change('jar', { requirement: 'Java 17' });
  const next = makeJar(undefined, 'another');
  // Everything that the file does not say stays.
  expect((await upload(next)).json()).toEqual({
    kind: 'jar',
    version: 'v1.1.0',
    requirement: 'Java 17',
    size: next.length,
    sha256: createHash('sha256').update(next).digest('hex'),
    fileName: 'wynhold-launcher-v1.1.0.jar',
    url: null,
    isLive: true,
  });
  const newer = await site.app.inject({ url: '/download/launcher' });
  expect(newer.rawPayload.equals(next)).toBe(true);
});

test.each([
  ['jar', makeJar(), 'application/java-archive', 'jar'],
  ['exe', makeExe(), 'application/vnd.microsoft.portable-executable', 'exe'],
  ['zip', zip, 'application/zip', 'zip'],
  ['appimage', makeAppImage(), 'application/vnd.appimage', 'AppImage'],
  ['appimage', makeAppImage(1), 'application/vnd.appimage', 'AppImage'],
])('a file of the kind %s is recognised by its bytes', async (kind, bytes, type, extension) => {
  // The sender's type says something else.
  const saved = (await upload(bytes, { type: 'image/png' })).json<ManagedDownload>();
  expect(saved).toMatchObject({ kind, size: bytes.length });
  await change(kind, { isLive: true });
  const file = await site.app.inject({ url: `/download/launcher/${kind}` });
  expect(file.headers['content-type']).toBe(type);
  expect(file.headers['content-disposition']).toContain(`wynhold-launcher.${extension}"`);
  expect(file.rawPayload.equals(bytes)).toBe(true);
});

test('several kinds are offered at once, each with its own version and requirement', async () => {
  await upload(makeExe(), { query: '?version=v3.0.0' });
  await upload(makeJar('2.4.1'));
  await setLink(link);
  for (const kind of ['exe', 'jar', 'link']) await change(kind, { isLive: true });
  expect((await readPublic()).downloads).toMatchObject([
    { kind: 'jar', version: 'v2.4.1', requirement: 'Java 11' },
    { kind: 'exe', version: 'v3.0.0', requirement: 'Windows 10 or later' },
    { kind: 'link', size: null, sha256: null, ...link },
  ]);
  await change('exe', { requirement: '' });
  expect((await readPublic()).downloads[1]).toMatchObject({ kind: 'exe', requirement: '' });
  await change('jar', { isLive: false });
  expect((await readPublic()).downloads.map(({ kind }) => kind)).toEqual(['exe', 'link']);
  expect((await site.app.inject({ url: '/download/launcher/link' })).statusCode).toBe(404);
});

describe('the version of a new file', () => {
  const manifest = (version: string, padding = 0) => ({
    name: 'META-INF/MANIFEST.MF',
    content: `Implementation-Version: ${version}\n${' '.repeat(padding)}`,
  });
  const unknownMethod = makeZip([manifest('1.5.0')], { method: 12 });
  const damaged = makeJar('1.5.0');
  damaged.fill(0xff, 50, 60);
  const withExtra = makeZip([{ name: 'Main.class', content: 'launcher' }, manifest('1.7.0')], {
    extra: 9,
  });
  const withComment = Buffer.concat([makeJar('1.6.0'), Buffer.alloc(65_535)]);
  test.each([
    ['the manifest', makeJar('1.4.0-beta'), '', 'v1.4.0-beta'],
    ['the sender, before the manifest', makeJar('1.4.0'), '?version=1.5', '1.5'],
    ['nowhere, if the manifest has markup', makeJar('1<b>2'), '', ''],
    ['nowhere, if the manifest has a path', makeJar('1/../../etc'), '', ''],
    ['nowhere, if the sender says so', makeJar('1.4.0'), '?version=', ''],
    ['a manifest that is not packed', makeZip([manifest('1.5.0')], { method: 0 }), '', 'v1.5.0'],
    ['nowhere, if the manifest is packed in an unknown way', unknownMethod, '', ''],
    ['nowhere, if the manifest is damaged', damaged, '', ''],
    ['nowhere, if the manifest is huge', makeZip([manifest('1.5.0', 65_536)]), '', ''],
    ['a manifest before a long comment', withComment, '', 'v1.6.0'],
    ['a manifest behind other files, each with extra bytes', withExtra, '', 'v1.7.0'],
    ['the longest version', makeJar(`1${'2'.repeat(18)}`), '', `v1${'2'.repeat(18)}`],
    ['nowhere, if the version is too long', makeJar(`1${'2'.repeat(19)}`), '', ''],
  ])('comes from %s', async (_, bytes, query, version) => {
    const saved = await upload(bytes, { query });
    expect(saved.json()).toMatchObject({ kind: 'jar', version });
    expect((await upload(makeJar('7.0'))).json()).toMatchObject({ version: 'v7.0' });
  });
});

test('without a kind, the first live file of jar, zip, exe and AppImage is downloaded', async () => {
  const files = { jar: makeJar(), zip, exe: makeExe(), appimage: makeAppImage() };
  await setLink(link);
  await change('link', { isLive: true });
  expect((await site.app.inject({ url: '/download/launcher' })).statusCode).toBe(404);
  for (const [kind, bytes] of Object.entries(files).toReversed()) {
    await upload(bytes);
    await change(kind, { isLive: true });
    const file = await site.app.inject({ url: '/download/launcher' });
    expect([kind, file.rawPayload.equals(bytes)]).toEqual([kind, true]);
  }
  expect((await list()).map(({ kind }) => kind)).toEqual([...Object.keys(files), 'link']);
});

test('a download is checked for changes, runs nothing in the browser, and is read from the disk once', async () => {
  const { media } = site.deps;
  const reads: string[] = [];
  const read = media.get.bind(media);
  media.get = (name) => {
    reads.push(name);
    return read(name);
  };
  onTestFinished(() => void (media.get = read));
  const files = { jar: makeJar(undefined, 'kept'), zip, exe: makeExe() };
  const hashes: Record<string, string> = {};
  for (const [kind, bytes] of Object.entries(files)) {
    hashes[kind] = (await upload(bytes)).json<ManagedDownload>().sha256 ?? '';
    await change(kind, { isLive: true });
  }
  const get = (kind: string, headers = {}) =>
    site.app.inject({ url: `/download/launcher/${kind}`, headers });
  const { headers } = await get('jar');
  expect(headers).toMatchObject({
    etag: `"${hashes.jar}"`,
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const other = await get('zip', { 'if-none-match': headers.etag });
  expect([other.statusCode, other.rawPayload.equals(zip)]).toEqual([200, true]);
  // Two files are kept: the jar is asked for again, so the zip makes room for the third.
  for (const kind of ['jar', 'exe', 'jar', 'zip']) await get(kind);
  const nameOf = (kind: 'jar' | 'zip' | 'exe') => `launcher-${hashes[kind]}.${kind}`;
  expect(reads).toEqual([nameOf('jar'), nameOf('zip'), nameOf('exe'), nameOf('zip')]);
});

test('a file that is missing on the disk is not available', async () => {
  const { sha256 } = (await upload(makeJar(undefined, 'lost'))).json<ManagedDownload>();
  await change('jar', { isLive: true });
  await site.deps.media.remove(`launcher-${sha256}.jar`);
  const answer = await site.app.inject({ url: '/download/launcher/jar' });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { code: 'launcher/not-available' },
  ]);
});

test('the page to play names what the live .jar needs', async () => {
  const describe = async () => {
    const { body } = await site.app.inject({ url: '/play', headers: { accept: 'text/html' } });
    return /<meta name="description" content="([^"]*)"/.exec(body)?.[1];
  };
  const start = 'Download the Wynhold launcher and start playing';
  expect(await describe()).toBe(`${start}, for every system that runs Java 11.`);
  await upload(makeJar());
  await change('jar', { isLive: true, requirement: 'Java 21' });
  expect(await describe()).toBe(`${start}, for every system that runs Java 21.`);
  await upload(makeExe());
  await change('exe', { isLive: true });
  await change('jar', { isLive: false });
  expect(await describe()).toBe(`${start}.`);
});

test('every change of a download is audited, and leaves the others as they are', async () => {
  const exe = (await upload(makeExe(), { query: '?version=1.0' })).json<ManagedDownload>();
  const uploaded = (await upload(zip)).json<ManagedDownload>();
  const changed = { ...uploaded, requirement: 'Anything', isLive: true };
  expect((await change('zip', { requirement: 'Anything', isLive: true })).json()).toEqual(changed);
  const linked = (await setLink(link)).json<ManagedDownload>();
  expect(linked).toEqual({
    kind: 'link',
    ...link,
    fileName: null,
    size: null,
    sha256: null,
    isLive: false,
  });
  const live = { ...linked, version: 'v9', isLive: true };
  expect((await change('link', { version: 'v9', isLive: true })).json()).toEqual(live);
  const moved = { ...live, ...link, url: 'https://files.example.com/moved' };
  expect((await setLink({ ...link, url: moved.url })).json()).toEqual(moved);
  expect(await list()).toEqual([changed, exe, moved]);
  const url = '/api/admin/launcher/zip';
  expect((await site.app.inject(json('DELETE', url, undefined, admin))).statusCode).toBe(204);
  expect(await list()).toEqual([exe, moved]);
  expect((await change('zip', { isLive: true })).json()).toMatchObject({
    code: 'launcher/no-file',
  });
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'before', 'after'])
    .where('actor_id', '=', admin.id)
    .where('action', 'like', 'launcher/%')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'launcher/uploaded', subject: 'exe', before: null, after: exe },
    { action: 'launcher/uploaded', subject: 'zip', before: null, after: uploaded },
    { action: 'launcher/changed', subject: 'zip', before: uploaded, after: changed },
    { action: 'launcher/linked', subject: 'link', before: null, after: linked },
    { action: 'launcher/changed', subject: 'link', before: linked, after: live },
    { action: 'launcher/linked', subject: 'link', before: live, after: moved },
    { action: 'launcher/removed', subject: 'zip', before: changed, after: null },
  ]);
});

test('an upload says what players need, and a new file of the kind keeps it', async () => {
  const sent = { query: '?requirement=Java%2021&version=v4' };
  expect((await upload(makeJar(), sent)).json()).toMatchObject({
    requirement: 'Java 21',
    version: 'v4',
  });
  expect((await upload(makeJar(undefined, 'next'))).json()).toMatchObject({
    requirement: 'Java 21',
    version: 'v4',
  });
  expect((await upload(makeJar(), { query: '?requirement=' })).json()).toMatchObject({
    requirement: '',
  });
});

test('the longest version, requirement and link are accepted', async () => {
  const longest = {
    url: `https://files.example.com/${'x'.repeat(474)}`,
    version: `v1${'x'.repeat(19)}`,
    requirement: 'x'.repeat(60),
  };
  const saved = await setLink(longest);
  expect([saved.statusCode, saved.json()]).toMatchObject([200, longest]);
  const tooLong = { ...link, version: `v1${'x'.repeat(20)}` };
  expect((await setLink(tooLong)).statusCode).toBe(400);
});

test('a download can be removed, which is audited', async () => {
  await upload(zip);
  const url = '/api/admin/launcher/zip';
  expect((await site.app.inject(json('DELETE', url, undefined, admin))).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expect((await site.app.inject(json('DELETE', url, undefined, admin))).statusCode).toBe(409);
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: 'launcher/removed', subject: 'zip' });
});

describe('refused', () => {
  const dosOnly = makeExe().fill(0, 128, 132);
  const elfOnly = makeAppImage().fill(0, 8, 11);
  const farHeader = makeExe();
  farHeader.writeUInt32LE(0xff_ff_ff_f0, 60);

  test.each([
    ['a page', Buffer.from('<html>not a launcher</html>')],
    ['nothing', Buffer.alloc(0)],
    ['the first bytes of a zip', Buffer.from('PK\u0003\u0004 and the rest of it')],
    ['a zip that is cut off', makeJar().subarray(0, -30)],
    ['an empty zip', makeZip([])],
    ['a DOS program', dosOnly],
    ['the first bytes of a program', makeExe().subarray(0, 63)],
    ['a program whose header is beyond its end', farHeader],
    ['a Linux program that is no AppImage', elfOnly],
  ])('is %s', async (_, bytes) => {
    const answer = await upload(bytes);
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: 'launcher/unsupported' });
    expect(await list()).toEqual([]);
  });

  test('is a file that is too large', async () => {
    expect((await upload(Buffer.alloc(65 * 1024 * 1024))).json()).toMatchObject({
      code: 'launcher/too-large',
    });
  });

  test.each([
    'javascript:alert(1)',
    'http://files.example.com/launcher',
    'https://user:password@files.example.com/',
    'ftp://files.example.com/',
    'https:',
    '//files.example.com',
    `https://files.example.com/${'x'.repeat(500)}`,
  ])('is the link %s', async (url) => {
    expect((await setLink({ ...link, url })).statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });

  test.each([
    { version: '../../etc' },
    { version: 'v1.0"; filename="evil.exe' },
    { version: '<b>1</b>' },
    { requirement: '<script>alert(1)</script>' },
    { requirement: 'x'.repeat(61) },
    { requirement: 'Java\n11' },
  ])('is %o', async (details) => {
    await upload(makeJar());
    const before = await list();
    expect((await change('jar', details)).statusCode).toBe(400);
    expect((await setLink({ ...link, ...details })).statusCode).toBe(400);
    const query = `?${new URLSearchParams(details as Record<string, string>)}`;
    expect((await upload(makeExe(), { query })).statusCode).toBe(400);
    expect(await list()).toEqual(before);
  });

  test('is an unknown kind', async () => {
    expect((await change('msi', { isLive: true })).statusCode).toBe(400);
    expect((await site.app.inject({ url: '/download/launcher/..%2Fetc' })).statusCode).toBe(400);
  });
});
