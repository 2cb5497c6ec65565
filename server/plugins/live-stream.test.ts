import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json as readJson } from 'node:stream/consumers';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
let address: string;
beforeAll(async () => {
  site = await openTestApp({ settings: { TRUST_PROXY: '1' } });
  address = await site.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => site.close());

type LiveEvent = { event: string; id: string; data: { topic?: string; n?: number } };

type Headers = Record<string, string>;

/** Not fetch(), which keeps the connection open for seconds after an abort. */
function request(topics: string, headers: Headers = {}, at = address) {
  const asked = get(`${at}/api/live?topics=${topics}`, { agent: false, headers });
  asked.on('error', () => {});
  onTestFinished(() => void asked.destroy());
  const answer = once(asked, 'response').then(([response]) => response as IncomingMessage);
  answer.catch(() => {});
  return { answer, close: () => void asked.destroy() };
}

async function openStream(topics: string, headers: Headers = {}, at = address) {
  const { answer, close } = request(topics, headers, at);
  const body = await answer;
  expect(body.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  body.on('error', () => {});
  const lines = createInterface({ input: body })[Symbol.asyncIterator]();
  async function next(): Promise<LiveEvent> {
    const event: Record<string, string> = {};
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the stream has ended');
      const [, name, text] = /^(event|id|data): (.*)$/.exec(value) ?? [];
      if (name && text !== undefined) event[name] = text;
      if (value === '' && event.event) {
        return {
          event: event.event,
          id: event.id ?? '',
          data: JSON.parse(event.data ?? '{}') as LiveEvent['data'],
        };
      }
    }
  }
  return { next, close, body };
}

const publish = (topic: 'events' | 'polls', n: number) =>
  site.deps.live.publish(site.deps.db, { topic, data: { n } });

test('it sends hello, then only the messages of its topics', async () => {
  const stream = await openStream('events');
  // Proxies must neither keep it nor wait for more of it.
  expect(stream.body.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect((await stream.next()).event).toBe('hello');
  await publish('polls', 1);
  await publish('events', 2);
  expect(await stream.next()).toMatchObject({ event: 'change', data: { topic: 'events', n: 2 } });
});

test('it sends the messages of all topics', async () => {
  const stream = await openStream('all');
  expect((await stream.next()).event).toBe('hello');
  await publish('polls', 3);
  await publish('events', 4);
  expect([await stream.next(), await stream.next()]).toMatchObject([
    { data: { topic: 'polls', n: 3 } },
    { data: { topic: 'events', n: 4 } },
  ]);
});

test('a change that is rolled back is never sent', async () => {
  const stream = await openStream('events');
  await stream.next();
  const failing = transaction(site.deps.db, async (trx) => {
    await site.deps.live.publish(trx, { topic: 'events', data: { n: 3 } });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await publish('events', 4);
  expect((await stream.next()).data.n).toBe(4);
});

test('a reconnecting client gets the messages it missed', async () => {
  const stream = await openStream('events');
  const { id } = await stream.next();
  stream.close();
  await publish('events', 5);
  await publish('events', 6);
  const again = await openStream('events', { 'last-event-id': id });
  expect((await again.next()).event).toBe('hello');
  expect((await again.next()).data.n).toBe(5);
  expect((await again.next()).data.n).toBe(6);
});

test('a reconnecting client gets nothing that it missed about other players and for the staff', async () => {
  const mine = await site.addPlayer('Cedar');
  const other = await site.addPlayer('Dogwood');
  const stream = await openStream('me,admin,events', { cookie: mine.cookie });
  const { id } = await stream.next();
  stream.close();
  const { db, live } = site.deps;
  await live.publish(db, { topic: 'me', accountId: other.id });
  await live.publish(db, { topic: 'admin' });
  await live.publish(db, { topic: 'me', accountId: mine.id });
  await publish('events', 14);
  const again = await openStream('me,admin,events', { cookie: mine.cookie, 'last-event-id': id });
  expect((await again.next()).event).toBe('hello');
  expect((await again.next()).data).toEqual({ topic: 'me' });
  expect((await again.next()).data).toEqual({ topic: 'events', n: 14 });
});

test('a page gets the messages sent after its HTML was made', async () => {
  const position = site.deps.live.position();
  await publish('events', 7);
  const stream = await openStream(`events&seen=${position}`);
  expect(await stream.next()).toMatchObject({ event: 'hello', id: position });
  expect((await stream.next()).data.n).toBe(7);
});

test('Last-Event-ID takes precedence over the position of the page', async () => {
  const position = site.deps.live.position();
  await publish('events', 8);
  const stream = await openStream(`events&seen=${position}`, {
    'last-event-id': site.deps.live.position(),
  });
  await stream.next();
  await publish('events', 9);
  expect((await stream.next()).data.n).toBe(9);
});

test('a client that comes from another replica gets resync', async () => {
  const stream = await openStream('events', { 'last-event-id': '0123456789ab-7' });
  expect((await stream.next()).event).toBe('resync');
});

test('a message about a player is sent only to that player', async () => {
  const mine = await site.addPlayer('Ash');
  const other = await site.addPlayer('Birch');
  const stream = await openStream('me,events', { cookie: mine.cookie });
  const visitor = await openStream('me,events');
  await Promise.all([stream.next(), visitor.next()]);
  await site.deps.live.publish(site.deps.db, { topic: 'me', accountId: other.id });
  await site.deps.live.publish(site.deps.db, { topic: 'me', accountId: mine.id });
  await publish('events', 7);
  expect((await stream.next()).data.topic).toBe('me');
  expect((await stream.next()).data.n).toBe(7);
  expect((await visitor.next()).data.n).toBe(7);
});

test('a stream ends with its session, and others stay', async () => {
  const player = await site.addPlayer('Signs Out');
  const idToken = await fetchIdToken(site.app, player.email);
  const login = await site.app.inject(json('POST', '/auth/web-login', { idToken }));
  const thief = await openStream('me,events', { cookie: sessionCookieOf(login) });
  const own = await openStream('me,events', { cookie: player.cookie });
  await Promise.all([thief.next(), own.next()]);
  await site.app.inject(json('DELETE', '/api/account/sessions', undefined, player));
  expect((await thief.next()).data.topic).toBe('me');
  await expect(thief.next()).rejects.toThrow('the stream has ended');
  expect((await own.next()).data.topic).toBe('me');
  await publish('events', 11);
  expect((await own.next()).data.n).toBe(11);
});

test('an admin’s stream ends when the rights are removed', async () => {
  const admin = await site.addPlayer('Demoted', 3);
  await site.addPlayer('Stays', 3);
  const stream = await openStream('admin', { cookie: admin.cookie });
  await stream.next();
  await setRights(site.deps, 'demoted', { rights: 0, actor: commandLine });
  await expect(
    (async () => {
      for (;;) await stream.next();
    })(),
  ).rejects.toThrow('the stream has ended');
});

test('the stream of a staff account ends when it gets or loses its permission, and reconnects', async () => {
  const staff = await site.addPlayer('Newcomer', 2);
  const change = (isGiven: boolean) =>
    setRights(site.deps, staff.username, {
      actor: commandLine,
      rights: 2,
      permissions: isGiven ? ['news'] : [],
    });
  for (const isGiven of [true, false]) {
    const stream = await openStream('admin', { cookie: staff.cookie });
    await stream.next();
    await change(isGiven);
    await expect(readToEnd(stream)).resolves.toBe('the stream has ended');
  }
  await change(true);
  const stream = await openStream('admin', { cookie: staff.cookie });
  await stream.next();
  await recordAudit(site.deps.db, { actor: commandLine, action: 'test/done', subject: 'nothing' });
  expect(await stream.next()).toMatchObject({ data: { topic: 'admin' } });
});

async function readToEnd(stream: { next(): Promise<unknown> }): Promise<string> {
  try {
    for (;;) await stream.next();
  } catch (error) {
    return (error as Error).message;
  }
}

test('HEAD is refused instead of left open', async () => {
  const answer = await fetch(`${address}/api/live?topics=events`, { method: 'HEAD' });
  expect(answer.status).toBe(405);
});

test('shutting down ends the streams', async () => {
  const short = await openTestApp();
  const at = await short.app.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openStream('events', {}, at);
  await stream.next();
  const ended = once(stream.body, 'close');
  await short.close();
  await expect(ended).resolves.toBeDefined();
});

describe('too many streams', () => {
  let limited: TestApp;
  let limitedAddress: string;
  beforeAll(async () => {
    limited = await openTestApp({ settings: { TRUST_PROXY: '1', MAX_LIVE_STREAMS: '2' } });
    limitedAddress = await limited.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => limited.close());

  const from = (visitor: string, cookie = '') => ({ 'x-forwarded-for': visitor, cookie });
  const countConnections = () =>
    new Promise<number>((resolve) => {
      limited.app.server.getConnections((_, count) => resolve(count));
    });

  test('from one IPv6 network are refused, from other networks not', async () => {
    const streams = [];
    for (let n = 1; n <= 40; n += 1) {
      streams.push(await openStream('me', from(`2001:db8:1:1::${n.toString(16)}`)));
    }
    const refused = await request('events', from('2001:db8:1:1:a:b:c:d')).answer;
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('30');
    await openStream('me', from('2001:db8:1:2::1'));
    streams[0]?.close();
    const ask = () => request('events', from('2001:db8:1:1:a:b:c:e')).answer;
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
  });

  test('of all visitors together are refused until one disconnects', async () => {
    const first = await openStream('me', from('192.0.2.1'), limitedAddress);
    await openStream('me', from('192.0.2.2'), limitedAddress);
    const ask = () => request('events', from('192.0.2.3'), limitedAddress).answer;
    const refused = await ask();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(await readJson(refused)).toMatchObject({ code: 'server/unavailable' });
    first.close();
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
  });

  test('a visitor who disconnects during the session lookup is not counted', async () => {
    const { cookie } = await limited.addPlayer('Impatient');
    await expect.poll(countConnections).toBe(0);
    // A connection alone is not enough: without a request there would be no session lookup.
    const arrived = once(limited.app.server, 'request');
    await transaction(limited.deps.db, async (trx) => {
      await sql`lock table sessions in access exclusive mode`.execute(trx);
      const leaving = request('me', { cookie }, limitedAddress);
      await arrived;
      leaving.close();
      await expect.poll(countConnections).toBe(0);
    });
    for (const visitor of ['192.0.2.1', '192.0.2.2']) {
      await openStream('me', from(visitor, cookie), limitedAddress);
    }
  });
});

test('messages about admin actions are sent only to admins', async () => {
  const player = await site.addPlayer('Curious');
  const admin = await site.addPlayer('Live Admin', 3);
  const forPlayer = await openStream('admin,events', { cookie: player.cookie });
  const forAdmin = await openStream('admin,events', { cookie: admin.cookie });
  await forPlayer.next();
  await forAdmin.next();
  await recordAudit(site.deps.db, { actor: commandLine, action: 'test/done', subject: 'nothing' });
  expect(await forAdmin.next()).toMatchObject({ data: { topic: 'admin' } });
  await publish('events', 3);
  expect(await forPlayer.next()).toMatchObject({ data: { topic: 'events', n: 3 } });
});

describe('messages that may have been missed', () => {
  type Subscriber = Parameters<TestApp['deps']['live']['subscribe']>[0];
  let other: TestApp;
  let otherAddress: string;
  const subscribers: Subscriber[] = [];
  beforeAll(async () => {
    // Time passes only where a test lets it: the check of all sessions would end a stream too.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    other = await openTestApp({
      replace: ({ live }) => ({
        live: {
          ...live,
          subscribe(subscriber) {
            subscribers.push(subscriber);
            return live.subscribe(subscriber);
          },
        },
      }),
    });
    otherAddress = await other.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await other.close();
  });

  const events = (cookie: string) => openStream('me,events', { cookie }, otherAddress);

  test('make every page read again, and end the streams of sessions that are over', async () => {
    const [mine, gone] = [await other.addPlayer('Elm'), await other.addPlayer('Fir')];
    const [stays, ends] = [await events(mine.cookie), await events(gone.cookie)];
    await Promise.all([stays.next(), ends.next()]);
    const sessions = other.deps.db.deleteFrom('sessions').where('account_id', '=', gone.id);
    await sessions.execute();
    for (const one of subscribers) one.onResync();
    expect((await stays.next()).event).toBe('resync');
    await expect(readToEnd(ends)).resolves.toBe('the stream has ended');
    await other.deps.live.publish(other.deps.db, { topic: 'events', data: { n: 31 } });
    expect((await stays.next()).data.n).toBe(31);
  });

  test('are no concern of an open stream, which hears something every twenty seconds', async () => {
    const body = await request('events', {}, otherAddress).answer;
    let heard = '';
    body.on('data', (chunk) => (heard += String(chunk)));
    await once(body, 'data');
    expect(heard).toContain('event: hello');
    vi.advanceTimersByTime(20_000);
    await other.deps.live.publish(other.deps.db, { topic: 'events', data: { n: 32 } });
    while (!heard.includes('"n":32')) await once(body, 'data');
    expect(heard).toMatch(/\n: still here\n\n[^]*"n":32/);
  });

  test('include the end of a session that expires: its stream ends within a minute', async () => {
    const player = await other.addPlayer('Hazel');
    const stream = await events(player.cookie);
    await stream.next();
    await other.deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', player.id)
      .execute();
    vi.advanceTimersByTime(60_000);
    await expect(readToEnd(stream)).resolves.toBe('the stream has ended');
  });

  test('are kept for reconnecting pages, a thousand of them', async () => {
    const { live } = other.deps;
    const [run, number] = live.position().split('-');
    const first = Number(number) + 1;
    for (let n = first; n <= first + 1000; n += 1) {
      for (const one of subscribers) one.onMessage({ topic: 'events', data: { n } }, n);
    }
    const after = (seen: number) =>
      openStream('events', { 'last-event-id': `${run}-${seen}` }, otherAddress);
    expect((await (await after(first - 1)).next()).event).toBe('resync');
    const stream = await after(first);
    expect((await stream.next()).event).toBe('hello');
    expect((await stream.next()).data.n).toBe(first + 1);
  });
});
