import { sql } from 'kysely';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';

import { listPersonalData } from '#server/features.ts';
import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { deleteDueAccounts } from '#server/features/personal-data/delete-accounts.service.ts';
import { addItem, buy, giveCoins } from '#server/features/shop/testing/shop.ts';
import type { Job } from '#server/lib/data/jobs.ts';
import { sealText } from '#server/lib/secrets/sealed-text.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  DiscordHookChange,
  DiscordMessage,
  DiscordOverview,
} from '#shared/endpoints/discord.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';
import type { DiscordKind } from '#shared/rules/discord.ts';

import { discord } from './discord.feature.ts';
import { findLimit, setLimit, tidyDiscord } from './messages.db.ts';
import { announce, isHookGone } from './messages.service.ts';
import {
  fakeGuild,
  hookAddress,
  hookId,
  startFakeDiscord,
  tooMany,
} from './testing/fake-discord.ts';
import type { FakeDiscord } from './testing/fake-discord.ts';
import { purchasesPerLook } from './things.db.ts';
import { lookers, toVoter } from './things.ts';
import { lookAtWidget } from './widget.service.ts';

let fake: FakeDiscord;
let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  fake = await startFakeDiscord();
  site = await openTestApp({
    settings: { DISCORD_API_URL: fake.url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') },
  });
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(async () => {
  const { db } = site.deps;
  await sql`truncate discord_messages, discord_hooks, discord_limits`.execute(db);
  await sql`delete from settings where key like 'discord.%'`.execute(db);
  await sql`truncate news_posts, polls, events cascade`.execute(db);
  await site.deps.live.publish(db, { topic: 'site' });
  Object.assign(fake, { beforeAnswer: undefined, online: 42 });
  for (const list of [fake.requests, fake.messages, fake.next]) list.length = 0;
  fake.deleted.clear();
});

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: admin.cookie } });
}

function send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
  if (method === 'GET') return get(`/api/admin/discord${path}`);
  return site.app.inject(json(method, `/api/admin/discord${path}`, body, admin));
}

async function setHook(kind: DiscordKind, change: Partial<DiscordHookChange> = {}): Promise<void> {
  const body = { isOn: true, address: hookAddress(1), ...change };
  const answer = await send('PUT', `/hooks/${kind}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
}

async function readMessages(): Promise<DiscordMessage[]> {
  const answer = await send('GET', '/messages');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ messages: DiscordMessage[] }>().messages;
}

async function addPost(title = 'The Gate Is Open', publishedAt = 'now()'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into news_posts (title, category, content, teaser, state, published_at)
    select ${title}, key, '<p>Come <b>in</b>, @everyone.</p>', '', 'published', ${sql.raw(publishedAt)}
    from labels where list = 'news' limit 1 returning id`.execute(site.deps.db);
  return rows[0]!.id;
}

const run = () => announce(site.deps);
const titles = () => fake.messages.map(({ body }) => body.embeds[0]?.title);

describe('a webhook', () => {
  test('is stored sealed and never sent back', async () => {
    await setHook('news');
    const overview = await send('GET', '');
    const hooks = overview.json<DiscordOverview>().hooks;
    expect(hooks.find(({ kind }) => kind === 'news')).toEqual({
      kind: 'news',
      isOn: true,
      hint: 'en-1',
      amount: null,
      failure: null,
    });
    const row = await site.deps.db
      .selectFrom('discord_hooks')
      .select('token')
      .where('kind', '=', 'news')
      .executeTakeFirstOrThrow();
    expect(row.token).toMatch(/^sealed1\./);
    const audit = await sql<{ text: string }>`
      select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), '') as text
      from audit_log where action like 'discord/%'`.execute(site.deps.db);
    for (const text of [overview.body, audit.rows[0]?.text])
      expect(text).not.toContain('token-token');
  });

  test.each([
    'https://example.com/api/webhooks/700000000000000001/token-token-token-token',
    'https://discord.com.example.com/api/webhooks/700000000000000001/token-token-token-token',
    'http://discord.com/api/webhooks/700000000000000001/token-token-token-token',
    'https://discord.com/api/webhooks/700000000000000001/../../users/@me/token-token-token',
    'https://discord.com/api/webhooks/1/short',
  ])('must be one of Discord: %s', async (address) => {
    const answer = await send('PUT', '/hooks/news', { isOn: true, address });
    expect(answer.statusCode).toBe(400);
  });

  test('of PTB, Canary and the old domain is accepted', async () => {
    for (const host of ['ptb.discord.com', 'canary.discord.com', 'discordapp.com']) {
      const address = hookAddress(2).replace('discord.com', host);
      const answer = await send('PUT', '/hooks/news', { isOn: true, address });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  test('is read from an address with a version, a slash at its end or spaces around it', async () => {
    const plain = hookAddress(3);
    for (const address of [plain.replace('/api/', '/api/v10/'), `${plain}/`, ` ${plain}\n`]) {
      const answer = await send('PUT', '/hooks/news', { isOn: true, address });
      expect(answer.json(), answer.body).toMatchObject({ hint: 'en-3' });
      const row = await site.deps.db
        .selectFrom('discord_hooks')
        .select('webhook_id')
        .executeTakeFirst();
      expect(row).toEqual({ webhook_id: hookId(3) });
    }
  });

  test('cannot be on without an address', async () => {
    const answer = await send('PUT', '/hooks/news', { isOn: true });
    expect(answer.json()).toMatchObject({ code: 'request/invalid' });
    await setHook('news');
    const removed = await send('PUT', '/hooks/news', { isOn: true, address: null });
    expect(removed.json()).toMatchObject({ fields: { address: expect.any(String) as string } });
    for (const amount of [0, 1.5, 100_000_001]) {
      const answer = await send('PUT', '/hooks/purchases', { isOn: false, amount });
      expect([amount, answer.statusCode]).toEqual([amount, 400]);
    }
    expect((await send('POST', '/hooks/polls/test')).json()).toMatchObject({
      error: 'Enter the address of the webhook first.',
    });
  });

  test('keeps what a change does not name, and starts over only when it is switched on', async () => {
    const { db } = site.deps;
    const rows = () => db.selectFrom('discord_hooks').selectAll().orderBy('kind').execute();
    const early = new Date('2026-01-02T03:04:05Z');
    await setHook('events', { address: hookAddress(2) });
    await setHook('purchases', { amount: 700 });
    await db
      .updateTable('discord_hooks')
      .set({ on_since: early, seen: '{"1": true}', failure: 'Discord answered 404.' })
      .execute();
    const [events, before] = await rows();
    const change = async (body: object) => {
      expect((await send('PUT', '/hooks/purchases', body)).statusCode).toBe(200);
      const [other, own] = await rows();
      expect(other).toEqual(events);
      return own!;
    };
    // On before and after: it goes on where it was.
    expect(await change({ isOn: true, amount: 800 })).toEqual({ ...before, amount: 800 });
    expect(await change({ isOn: false })).toEqual({ ...before, amount: 800, is_on: false });
    const on = await change({ isOn: true });
    expect(on).toEqual({
      ...before,
      amount: 800,
      on_since: expect.any(Date) as Date,
      seen: null,
    });
    expect(on.on_since.getTime()).toBeGreaterThan(early.getTime());
    const next = await change({ isOn: true, address: hookAddress(3) });
    expect(next).toEqual({
      ...on,
      webhook_id: hookId(3),
      token: expect.not.stringMatching(before!.token!) as string,
      hint: 'en-3',
      failure: null,
    });
    expect(await change({ isOn: false, address: null })).toEqual({
      ...next,
      is_on: false,
      webhook_id: null,
      token: null,
      hint: null,
    });
    const { rows: audited } = await sql`
      select subject, before, after from audit_log where action = 'discord/hook-changed'
      order by id desc limit 2`.execute(db);
    const shown = { amount: 800, isOn: true };
    expect(audited).toEqual([
      {
        subject: 'purchases',
        before: { ...shown, address: '…en-3' },
        after: { amount: 800, isOn: false, address: null },
      },
      {
        subject: 'purchases',
        before: { ...shown, address: '…en-1' },
        after: { ...shown, address: '…en-3' },
      },
    ]);
    const overview = (await send('GET', '')).json<DiscordOverview>();
    expect(overview.hooks.map(({ kind, amount, isOn }) => [kind, amount, isOn])).toEqual([
      ['news', null, false],
      ['events', null, true],
      ['reminders', 60, false],
      ['polls', null, false],
      ['results', null, false],
      ['servers', null, false],
      ['milestones', null, false],
      ['votes', null, false],
      ['purchases', 800, false],
    ]);
  });

  test('can be tested, and the answer of Discord is shown', async () => {
    await setHook('polls', { isOn: false });
    expect((await send('POST', '/hooks/polls/test')).statusCode).toBe(204);
    expect(fake.messages).toMatchObject([
      {
        webhook: hookId(1),
        body: { embeds: [{ title: 'Test message' }], allowed_mentions: { parse: [] } },
      },
    ]);
    fake.deleted.add(hookId(1));
    const { db } = site.deps;
    await setHook('results');
    await setHook('news', { address: hookAddress(2) });
    const answer = await send('POST', '/hooks/polls/test');
    expect(answer.statusCode).toBe(502);
    expect(answer.body).toContain('Unknown Webhook');
    const failures = async () => {
      const { hooks } = (await send('GET', '')).json<DiscordOverview>();
      return hooks.flatMap(({ kind, failure }) => (failure === null ? [] : [kind]));
    };
    // All kinds with the same webhook stop, until a test succeeds.
    expect(await failures()).toEqual(['polls', 'results']);
    fake.deleted.clear();
    expect((await send('POST', '/hooks/polls/test')).statusCode).toBe(204);
    expect(await failures()).toEqual(['results']);
    fake.next.push({ status: 500 });
    expect((await send('POST', '/hooks/news/test')).json()).toMatchObject({
      code: 'discord/not-sent',
      error: 'Discord answered 500.',
    });
    expect(await failures()).toEqual(['results']);
    const { rows } = await sql`
      select subject, after from audit_log where action = 'discord/hook-tested'
      order by id desc limit 4`.execute(db);
    expect(rows).toEqual([
      { subject: 'news', after: { result: 'unavailable' } },
      { subject: 'polls', after: { result: 'ok' } },
      { subject: 'polls', after: { result: 'refused' } },
      { subject: 'polls', after: { result: 'ok' } },
    ]);
  });
});

describe('a message', () => {
  test('has the title, link, text, picture and colour, and mentions nobody', async () => {
    await setHook('news');
    const id = await addPost('Gate *open* @here');
    await run();
    expect(fake.messages).toEqual([
      {
        webhook: hookId(1),
        body: {
          embeds: [
            {
              title: String.raw`Gate \*open\* \@here`,
              url: `${site.deps.config.siteUrl}/news/${id}`,
              description: String.raw`Come in, \@everyone.`,
              color: 0xd9_a5_3a,
              image: { url: `${site.deps.config.siteUrl}/og/news/${id}.png` },
              timestamp: expect.any(String) as string,
            },
          ],
          allowed_mentions: { parse: [] },
        },
      },
    ]);
    expect(await readMessages()).toMatchObject([{ kind: 'news', state: 'sent', error: null }]);
  });

  test('is sent once, also by two replicas at the same time', async () => {
    await setHook('news');
    for (let n = 0; n < 5; n += 1) await addPost(`Post ${n}`);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(titles()).toEqual(['Post 0', 'Post 1', 'Post 2', 'Post 3', 'Post 4']);
  });

  test('is not sent for what is older than the switch, or than a day', async () => {
    await addPost('Old', "now() - interval '1 minute'");
    await setHook('news');
    await addPost('Imported', "now() - interval '2 days'");
    await addPost('Later', "now() + interval '1 hour'");
    await run();
    expect(fake.requests).toEqual([]);
  });

  test('waits as long as Discord says, also for all webhooks', async () => {
    await setHook('news');
    await setHook('polls', { address: hookAddress(2) });
    await addPost();
    fake.next.push(tooMany(90, { isGlobal: true }));
    await run();
    await sql`update discord_messages set due_at = now()`.execute(site.deps.db);
    await run();
    expect(fake.requests).toHaveLength(1);
    expect((await send('POST', '/hooks/polls/test')).body).toContain('asks to wait');
    await sql`update discord_limits set until = now()`.execute(site.deps.db);
    await run();
    expect(titles()).toEqual(['The Gate Is Open']);
  });

  test('waits for its own webhook only, also if only the header says how long', async () => {
    await setHook('news');
    await setHook('events', { address: hookAddress(2) });
    await addPost();
    fake.next.push({ status: 429, headers: { 'retry-after': '90' } });
    await run();
    const { rows } = await sql<{ bucket: string; seconds: number }>`
      select bucket, round(extract(epoch from until - now()))::integer as seconds
      from discord_limits`.execute(site.deps.db);
    expect(rows).toEqual([{ bucket: hookId(1), seconds: expect.closeTo(90, -1) as number }]);
    await sql`update discord_messages set due_at = now()`.execute(site.deps.db);
    expect((await send('POST', '/hooks/events/test')).statusCode).toBe(204);
    await run();
    expect(fake.messages.map(({ webhook }) => webhook)).toEqual([hookId(2)]);
  });

  test('waits when Discord says that nothing remains', async () => {
    await setHook('news');
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '30.5' };
    fake.next.push({ status: 200, json: {}, headers });
    await addPost('First');
    await addPost('Second');
    await run();
    expect(fake.requests).toHaveLength(1);
    expect((await readMessages()).map(({ state }) => state)).toEqual(['waiting', 'sent']);
  });

  test('is tried again when Discord is down', async () => {
    await setHook('news');
    await addPost();
    fake.next.push({ status: 503 });
    await run();
    expect(await readMessages()).toMatchObject([
      { state: 'waiting', error: 'Discord answered 503.' },
    ]);
    await sql`update discord_messages set due_at = now()`.execute(site.deps.db);
    await run();
    expect(titles()).toEqual(['The Gate Is Open']);
  });

  test('waits longer after each attempt, also if Discord is not reached at all', async () => {
    const { config, db } = site.deps;
    await setHook('news');
    await addPost();
    const waits: number[] = [];
    const closed = await startFakeDiscord();
    await closed.close();
    const away = { ...site.deps, config: { ...config, discordApi: closed.url } };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await announce(away);
      const { rows } = await sql<{ seconds: number }>`
        select (extract(epoch from due_at - now()) / 10)::integer * 10 as seconds
        from discord_messages`.execute(db);
      waits.push(rows[0]!.seconds);
      await run();
      await sql`update discord_messages set due_at = now()`.execute(db);
    }
    expect(waits).toEqual([30, 60, 120]);
    expect(fake.requests).toEqual([]);
    expect(await readMessages()).toMatchObject([
      { state: 'waiting', error: expect.stringContaining('could not be reached') as string },
    ]);
    await run();
    expect(titles()).toEqual(['The Gate Is Open']);
  });

  test('waits for a new address if the key of the site has changed', async () => {
    const { db } = site.deps;
    await setHook('news');
    const lost = sealText(Buffer.alloc(32, 8), 'discord webhook news', 'token');
    await db.updateTable('discord_hooks').set({ token: lost }).execute();
    await addPost();
    await run();
    const [hook] = (await send('GET', '')).json<DiscordOverview>().hooks;
    expect(hook).toMatchObject({
      kind: 'news',
      failure: 'The address cannot be read, because the key of the site changed. Enter it again.',
    });
    expect(await readMessages()).toMatchObject([{ state: 'waiting' }]);
    expect((await send('POST', '/hooks/news/test')).statusCode).toBe(400);
    await setHook('news');
    await run();
    expect(titles()).toEqual(['The Gate Is Open']);
  });

  test('waits while its kind is off, or while another process sends to the same webhook', async () => {
    const { db } = site.deps;
    await setHook('news');
    await setHook('events', { address: hookAddress(1) });
    await setHook('polls', { address: hookAddress(2) });
    await sql`
      insert into discord_messages (kind, thing, title, embed, state, due_at)
      values
        ('events', 'a', 'Sent By Another', '{"title": "Sent By Another"}', 'sending', now() + interval '1 minute'),
        ('news', 'b', 'Same Webhook', '{"title": "Same Webhook"}', 'waiting', now()),
        ('polls', 'c', 'Other Webhook', '{"title": "Other Webhook"}', 'waiting', now())`.execute(
      db,
    );
    await run();
    expect(titles()).toEqual(['Other Webhook']);
    await sql`
      update discord_messages set state = 'unknown', finished_at = now() where thing = 'a'`.execute(
      db,
    );
    await setHook('news', { isOn: false });
    await run();
    expect(titles()).toEqual(['Other Webhook']);
    await setHook('news');
    await run();
    expect(titles()).toEqual(['Other Webhook', 'Same Webhook']);
  });

  test('waits for the longer of two limits', async () => {
    const { db } = site.deps;
    await setLimit(db, 'bot', 90);
    await setLimit(db, 'bot', 10);
    expect(await findLimit(db, 'bot')).toBeGreaterThan(60);
    expect(await findLimit(db, 'widget')).toBe(0);
    await setLimit(db, 'global', 300);
    expect(await findLimit(db, 'widget')).toBeGreaterThan(240);
  });

  test('stops a deleted webhook, tells the admins, and is sent with the next address', async () => {
    await setHook('news');
    fake.deleted.add(hookId(1));
    await addPost();
    await run();
    await run();
    expect(fake.requests).toHaveLength(1);
    const overview = await get('/api/admin/overview');
    expect(overview.json<{ concerns: object[] }>().concerns).toContainEqual(
      expect.objectContaining({ kind: 'discord-failed', count: 1, detail: 'news' }),
    );
    // A kind that is off needs nothing.
    await send('PUT', '/hooks/news', { isOn: false });
    expect((await get('/api/admin/overview')).body).not.toContain('discord-failed');
    await send('PUT', '/hooks/news', { isOn: true });
    await setHook('news', { address: hookAddress(3) });
    await run();
    expect(fake.messages.map(({ webhook }) => webhook)).toEqual([hookId(3)]);
    // A token that is wrong or not allowed counts like a webhook that is gone.
    expect([400, 401, 403, 404, 409].filter(isHookGone)).toEqual([401, 403, 404]);
  });

  test('is not repeated if the answer was lost, until an admin decides', async () => {
    await setHook('news');
    await addPost();
    fake.next.push('hang up');
    await run();
    await run();
    expect(fake.requests).toHaveLength(1);
    const [message] = await readMessages();
    expect(message).toMatchObject({ state: 'unknown' });
    expect((await send('POST', `/messages/${message!.id}/retry`)).statusCode).toBe(204);
    await run();
    expect(titles()).toEqual(['The Gate Is Open']);
    expect((await send('POST', `/messages/${message!.id}/retry`)).statusCode).toBe(404);
  });

  test('of a process that ended while it was sending is not repeated either', async () => {
    await setHook('news');
    await addPost();
    await run();
    await sql`
      update discord_messages set state = 'sending', embed = '{}', finished_at = null,
        due_at = now() - interval '1 minute'`.execute(site.deps.db);
    await run();
    expect(await readMessages()).toMatchObject([{ state: 'unknown' }]);
    expect(fake.requests).toHaveLength(1);
  });

  test('that Discord refuses fails alone, and waits for an admin', async () => {
    await setHook('news');
    await addPost('First');
    await addPost('Second');
    fake.next.push({ status: 400, json: { message: 'Invalid Form Body' } });
    await run();
    await run();
    expect(titles()).toEqual(['Second']);
    const [second, first] = await readMessages();
    expect(second).toMatchObject({ title: 'Second', state: 'sent', error: null });
    expect(first).toMatchObject({
      title: 'First',
      state: 'failed',
      error: 'Discord answered 400: Invalid Form Body.',
    });
    expect((await send('POST', `/messages/${second!.id}/retry`)).statusCode).toBe(404);
    expect((await send('POST', `/messages/${first!.id}/retry`)).statusCode).toBe(204);
    expect((await send('POST', `/messages/${first!.id}/retry`)).statusCode).toBe(404);
    const { rows } = await sql`
      select action, subject, after from audit_log order by id desc limit 1`.execute(site.deps.db);
    expect(rows).toEqual([
      { action: 'discord/message-retried', subject: String(first!.id), after: { title: 'First' } },
    ]);
    await run();
    expect(titles()).toEqual(['Second', 'First']);
  });

  test('that waited too long is not sent', async () => {
    const { db } = site.deps;
    await setHook('news');
    await addPost('Late');
    fake.next.push({ status: 503 });
    await run();
    await sql`update discord_messages set due_at = now(), give_up_at = now()`.execute(db);
    await run();
    expect(await readMessages()).toMatchObject([
      { title: 'Late', state: 'failed', error: 'Discord answered 503.' },
    ]);
    await sql`
      update discord_messages set state = 'waiting', finished_at = null, last_error = null`.execute(
      db,
    );
    await run();
    const [late] = await readMessages();
    expect(late).toMatchObject({ error: 'It was too late to send it.' });
    expect(fake.requests).toHaveLength(1);
    // Unless an admin wants it nevertheless.
    expect((await send('POST', `/messages/${late!.id}/retry`)).statusCode).toBe(204);
    await run();
    expect(titles()).toEqual(['Late']);
  });

  test.each([
    ['events', 'events'],
    ['reminders', 'events'],
    ['polls', 'polls'],
    ['results', 'polls'],
    ['milestones', 'hiscores'],
    ['votes', 'votes'],
    ['purchases', 'shop'],
  ] as const)('of the kind %s waits while the feature %s is off', async (kind, feature) => {
    const { db, live } = site.deps;
    const look = vi.spyOn(lookers, kind).mockResolvedValue([]);
    onTestFinished(() => look.mockRestore());
    await setHook(kind);
    const key = `features.${feature}`;
    await sql`insert into settings (key, value) values (${key}, 'false')`.execute(db);
    await live.publish(db, { topic: 'site' });
    await run();
    expect(look).not.toHaveBeenCalled();
    await sql`delete from settings where key = ${key}`.execute(db);
    await live.publish(db, { topic: 'site' });
    await run();
    expect(look).toHaveBeenCalledOnce();
  });

  test('is listed with the latest first, 20 on a page, and admins are told of recent doubts', async () => {
    const { db } = site.deps;
    await setHook('news');
    await sql`
      insert into discord_messages (kind, thing, title, embed, state, finished_at)
      select 'news', n::text, 'Message ' || n, '{}', case when n <= 3 then 'unknown' else 'failed' end,
        now() - case when n = 1 then interval '73 hours' else interval '71 hours' end
      from generate_series(1, 22) as n`.execute(db);
    const page = async (number: number) =>
      (await send('GET', `/messages?page=${number}`)).json<{
        messages: DiscordMessage[];
        total: number;
        pages: number;
      }>();
    const first = await page(1);
    expect(first).toMatchObject({ total: 22, pages: 2 });
    expect(first.messages).toHaveLength(20);
    expect(first.messages[0]).toEqual({
      id: expect.any(Number) as number,
      kind: 'news',
      title: 'Message 22',
      state: 'failed',
      createdAt: expect.any(String) as string,
      error: null,
    });
    expect((await page(2)).messages.map(({ title }) => title)).toEqual(['Message 2', 'Message 1']);
    const overview = await get('/api/admin/overview');
    expect(overview.json<{ concerns: object[] }>().concerns).toContainEqual(
      expect.objectContaining({ kind: 'discord-unknown', count: 2 }),
    );
    await sql`
      update discord_messages set finished_at = now() - make_interval(days => 29 + 2 * (id % 2)::integer)`.execute(
      db,
    );
    await tidyDiscord(db);
    expect(await page(1)).toMatchObject({ total: 11 });
  });

  test('is deleted after thirty days, and its thing is not announced again', async () => {
    await setHook('news');
    await addPost();
    await run();
    await sql`update discord_messages set finished_at = now() - interval '31 days'`.execute(
      site.deps.db,
    );
    await sql`update news_posts set published_at = now() - interval '31 days'`.execute(
      site.deps.db,
    );
    const jobs: Job[] = discord.jobs(site.deps);
    await jobs.find(({ name }) => name === 'discord/tidy')?.run();
    await run();
    expect(await readMessages()).toEqual([]);
    expect(fake.requests).toHaveLength(1);
  });
});

describe('what is announced', () => {
  async function addEvent(title: string, startsIn: string, seriesId: number | null = null) {
    await sql`
      insert into events (title, description, type, starts_at, series_id, series_day, created_at)
      select ${title}, 'Bring [a torch](https://example.com).', key, date_trunc('minute', now()) + ${startsIn}::interval, ${seriesId},
        ${seriesId === null ? null : '2026-11-20'}::date, now()
      from labels where list = 'events' limit 1`.execute(site.deps.db);
  }

  test('an event, and a reminder before its start', async () => {
    await setHook('events');
    await setHook('reminders', { amount: 30 });
    await addEvent('Night Watch', '2 hours');
    await run();
    expect(titles()).toEqual(['New event: Night Watch']);
    expect(fake.messages[0]?.body.embeds[0]?.description).toContain(String.raw`Bring \[a torch\]`);
    await sql`
      update events set starts_at = date_trunc('minute', now()) + interval '20 minutes', created_at = now() - interval '3 hours'`.execute(
      site.deps.db,
    );
    await run();
    await run();
    expect(titles()).toEqual(['New event: Night Watch', 'Starting soon: Night Watch']);
  });

  test('only events that come, and a reminder for each new start', async () => {
    const { db } = site.deps;
    await setHook('events');
    await setHook('reminders', { amount: 30 });
    await addEvent('Begun', '-1 minute');
    await addEvent('Deleted', '1 hour');
    await sql`update events set deleted_at = now() where title = 'Deleted'`.execute(db);
    await addEvent('Too Late To Remind', '10 minutes');
    await addEvent('Not Yet', '40 minutes');
    await addEvent('Soon', '20 minutes');
    await sql`
      update events set created_at = now() - interval '2 days' where title in ('Not Yet', 'Soon')`.execute(
      db,
    );
    await run();
    expect(titles()).toHaveLength(2);
    expect(titles()).toEqual(
      expect.arrayContaining(['New event: Too Late To Remind', 'Starting soon: Soon']),
    );
    const soon = fake.messages.find(({ body }) => body.embeds[0]?.title === 'Starting soon: Soon');
    const { rows } = await sql<{ id: number; seconds: number; giveUp: boolean }>`
      select events.id, extract(epoch from starts_at)::integer as seconds, give_up_at = starts_at as "giveUp"
      from events join discord_messages on thing like events.id || '-%'
      where events.title = 'Soon'`.execute(db);
    const [{ id, seconds, giveUp }] = rows as [(typeof rows)[number]];
    const siteUrl = site.deps.config.siteUrl;
    expect(giveUp).toBe(true);
    expect(soon?.body.embeds[0]).toEqual({
      title: 'Starting soon: Soon',
      url: `${siteUrl}/events?event=${id}`,
      description: `<t:${seconds}:F> (<t:${seconds}:R>)\n\n${String.raw`Bring \[a torch\]\(https\://example.com\).`}`,
      color: 0xd9_a5_3a,
      image: { url: `${siteUrl}/og/events/${id}.png` },
    });
    await sql`update events set starts_at = starts_at + interval '2 minutes' where title = 'Soon'`.execute(
      db,
    );
    await run();
    expect(titles().filter((title) => title === 'Starting soon: Soon')).toHaveLength(2);
  });

  test('a poll when it opens, and its result', async () => {
    const { db } = site.deps;
    await setHook('polls');
    await setHook('results', { address: hookAddress(2) });
    await sql`insert into polls (title, ends_at) values ('Capes', now() + interval '1 day')`.execute(
      db,
    );
    await sql`insert into poll_questions (poll_id, position, question) select id, 0, 'Red?' from polls`.execute(
      db,
    );
    await sql`
      insert into poll_answers (poll_id, question, position, answer, votes)
      select id, 0, at, answer, votes from polls,
        (values (0, 'Yes', 3), (1, 'No', 1)) as given (at, answer, votes)`.execute(db);
    await run();
    expect(titles()).toEqual(['New poll: Capes']);
    await sql`update polls set ended_at = now()`.execute(db);
    await run();
    expect(fake.messages[1]?.body.embeds[0]).toMatchObject({
      title: 'Poll ended: Capes',
      description: '__Red?__\n**Yes\\: 75% \\(3 votes\\)**\nNo: 25% (1 vote)'.replaceAll('\\', ''),
    });
  });

  test('a series of events once, by its first event', async () => {
    const { db } = site.deps;
    await setHook('events');
    await sql`
      with added as (
        insert into event_series (title, description, type, zone, local_time, every_weeks, weekdays, first_day, last_day,
          planned_to, creator_rights, community_manager)
        select 'Market', 'Buy and sell.', key, 'UTC', '19:00', 1, '{5}', '2026-11-20', '2026-12-20', '2026-12-20', 0, false
        from labels where list = 'events' limit 1
        returning id, title, description, type
      )
      insert into events (title, description, type, starts_at, series_id, series_day)
      select title || ' ' || n, description, type, date_trunc('minute', now()) + make_interval(hours => 4 - n), id,
        '2026-11-20'::date + n * 7
      from added, generate_series(1, 3) as n`.execute(db);
    await addEvent('Single', '5 hours');
    await run();
    await run();
    // The first of the series is the one that was added first, though it starts last.
    expect(titles()).toEqual(['New event: Market 1', 'New event: Single']);
  });

  test('a new poll with its questions while it can be voted on, and nothing new of one that has ended', async () => {
    const { db } = site.deps;
    await setHook('polls');
    await setHook('results', { address: hookAddress(2) });
    await sql`
      with added as (
        insert into polls (title, ends_at, ended_at)
        values ('Open', date_trunc('second', now()) + interval '1 day', null), ('Ended', now() + interval '1 day', now())
        returning id
      ), asked as (
        insert into poll_questions (poll_id, position, question)
        select id, at, question from added, (values (1, 'Second_?'), (0, 'First?')) as given (at, question)
        returning poll_id, position
      )
      insert into poll_answers (poll_id, question, position, answer, votes)
      select poll_id, asked.position, 0, 'Answer ' || asked.position, 0 from asked`.execute(db);
    await run();
    const embeds = fake.messages
      .map(({ webhook, body }) => [webhook, body.embeds[0]!] as const)
      .toSorted(([a], [b]) => a.localeCompare(b));
    expect(embeds.map(([webhook, { title }]) => [webhook, title])).toEqual([
      [hookId(1), 'New poll: Open'],
      [hookId(2), 'Poll ended: Ended'],
    ]);
    const { rows } = await sql<{ id: number; seconds: number; givesUp: boolean }>`
      select polls.id, extract(epoch from ends_at)::integer as seconds, give_up_at = ends_at as "givesUp"
      from polls join discord_messages on thing = polls.id::text and kind = 'polls'`.execute(db);
    const [{ id, seconds, givesUp }] = rows as [(typeof rows)[number]];
    expect(givesUp).toBe(true);
    expect(embeds[0]![1]).toMatchObject({
      url: `${site.deps.config.siteUrl}/polls/${id}`,
      description: `First?\nSecond\\_?\nOpen until <t:${seconds}:F> (<t:${seconds}:R>)`,
      image: { url: `${site.deps.config.siteUrl}/og/site.png` },
    });
    expect(embeds[1]![1].description).toBe(
      '__First?__\nAnswer 0: 0% (0 vote)\n\n__Second\\_?__\nAnswer 1: 0% (0 vote)',
    );
  });

  test('a purchase only if it was not refunded before', async () => {
    const { db } = site.deps;
    await setHook('purchases', { amount: 10 });
    await run();
    await addPurchases(await site.addPlayer('Regretful'), 2);
    await sql`
      update purchases set state = 'canceled', canceled_at = now(), delivered_at = null
      where id = (select max(id) from purchases)`.execute(db);
    await run();
    expect(titles()).toEqual(['Regretful bought Lantern']);
  });

  test('a game server that goes down and comes back, but not a quick restart', async () => {
    const { db } = site.deps;
    await addTestServer(site);
    await sql`update game_servers set removed_at = now() where name <> 'Main'`
      .execute(db)
      .catch(() => {});
    await sql`
      update game_servers set name = 'Main', removed_at = null
      where id = (select max(id) from game_servers)`.execute(db);
    await setHook('servers');
    const set = (isOnline: boolean, ago: string) =>
      sql`
        update game_servers set is_online = ${isOnline}, state = ${isOnline ? 'running' : 'offline'},
          has_connected = true, heartbeat_at = now() - ${ago}::interval`.execute(db);
    await set(true, '0');
    await run();
    await set(false, '30 seconds');
    await run();
    expect(fake.requests).toEqual([]);
    await set(false, '3 minutes');
    await run();
    await set(true, '0');
    await run();
    await run();
    expect(titles()).toEqual(['Main is offline', 'Main is back online']);
  });

  test('level 99 and a new first player, but not those from before', async () => {
    const { db } = site.deps;
    const addXp = (name: string, tenths: number) =>
      sql`
        insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
        select ${name}, lower(${name}), array_fill(${tenths}::integer, array[count(*)::integer]), 1, 1, now()
        from skills on conflict (name_key) do update set experience = excluded.experience, changed_at = now()`.execute(
        db,
      );
    await addXp('Ada', 1000);
    await sql`
      insert into player_days (player_id, day, experience, total_level)
      select id, (now() at time zone 'utc')::date - 1, experience, 1 from players where name = 'Ada'`.execute(
      db,
    );
    await setHook('milestones');
    await run();
    expect(fake.requests).toEqual([]);
    await addXp('Newcomer', 130_344_310);
    await sql`update players set experience[1] = 130344310, changed_at = now() where name = 'Ada'`.execute(
      db,
    );
    await sql`
      update discord_hooks set on_since = now() - interval '1 minute',
        seen = jsonb_set(seen, '{first}', '{"0": 0}')`.execute(db);
    await sql`
      insert into hiscores (player_id, skill, score, is_listed)
      select id, 0, 1, true from players where name = 'Ada' on conflict do nothing`.execute(db);
    await run();
    await run();
    expect(titles()).toEqual(['Ada reached level 99 in Attack', 'Ada is now first overall']);
  });

  test('top voters of the month that ended', async () => {
    await setHook('votes');
    const { db } = site.deps;
    await sql`
      insert into votes (list_name, account_id, coins, streak, voted_at)
      values ('Lantern', ${admin.id}, 5, 1, date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 day')`.execute(
      db,
    );
    await sql`update discord_hooks set on_since = now() - interval '40 days'`.execute(db);
    const start = new Date();
    start.setUTCHours(1, 0, 0, 0);
    start.setUTCDate(1);
    const look = { since: new Date(0), amount: 0, seen: null, coins: '', remember: async () => {} };
    const things = await lookers.votes(db, { ...look, now: start });
    expect(things).toMatchObject([{ text: '1. **Keeper**, 1 vote', path: '/vote' }]);
    const later = new Date(start.getTime() + 2 * 86_400_000);
    expect(await lookers.votes(db, { ...look, now: later })).toEqual([]);
    // Not for a kind that was switched on after the month.
    expect(await lookers.votes(db, { ...look, now: start, since: start })).toEqual([]);
    const ann = await site.addPlayer('Ann_Voter');
    const banned = await site.addPlayer('Banned Voter');
    await sql`
      insert into sanctions (account_id, kind, reason, source, issued_by)
      values (${banned.id}, 'ban', 'Cheating', 'site', 'Keeper')`.execute(db);
    const month = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;
    const vote = (id: number, list: string, at: string) =>
      sql`
      insert into votes (list_name, account_id, coins, streak, voted_at)
      values (${list}, ${id}, 5, 1, ${month} + ${at}::interval)`.execute(db);
    await vote(ann.id, 'Lantern', '-1 minute');
    await vote(ann.id, 'Torch', '-20 days');
    // One is of this month, one of the month before the last.
    await vote(admin.id, 'Torch', '0');
    await vote(admin.id, 'Candle', '-62 days');
    for (const list of ['A', 'B', 'C']) await vote(banned.id, list, '-1 hour');
    const [thing] = await lookers.votes(db, { ...look, now: start });
    expect(thing).toMatchObject({
      thing: new Date(start.getTime() - 86_400_000).toISOString().slice(0, 7),
      text: String.raw`1. **Ann\_Voter**, 2 votes` + '\n2. **Keeper**, 1 vote',
    });
    await sql`delete from votes`.execute(db);
  });

  test('a large purchase, if it is switched on', async () => {
    const buyer = await site.addPlayer('Big_Spender');
    await giveCoins(site, buyer, 5000);
    const crown = await addItem(site, admin, { name: 'Crown', price: 1500 });
    const torch = await addItem(site, admin, { name: 'Torch', price: 10 });
    await setHook('purchases', { amount: 1000 });
    await run();
    for (const item of [crown, torch]) {
      const answer = await buy(site, buyer, item);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const exact = await addItem(site, admin, { name: 'Helm', price: 1000, quantity: 1500 });
    const below = await addItem(site, admin, { name: 'Boots', price: 999 });
    for (const item of [exact, below]) await buy(site, buyer, item);
    await run();
    await run();
    expect(titles()).toEqual([
      String.raw`Big\_Spender bought Crown`,
      String.raw`Big\_Spender bought Helm × 1,500`,
    ]);
    expect(fake.messages[1]?.body.embeds[0]).toMatchObject({
      url: `${site.deps.config.siteUrl}/shop`,
      description: expect.stringMatching(/^For 1,000 \S+\.$/) as string,
    });
    const rows = await site.deps.db
      .selectFrom('discord_messages')
      .select('account_id')
      .where('kind', '=', 'purchases')
      .execute();
    expect(rows).toEqual([{ account_id: buyer.id }, { account_id: buyer.id }]);
  });

  test('more purchases than one look takes, each once', async () => {
    const count = purchasesPerLook + 1;
    await setHook('purchases', { amount: 10 });
    await run();
    await addPurchases(await site.addPlayer('Collector'), count);
    const sent: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      await run();
      sent.push(fake.messages.length);
    }
    expect(sent).toEqual([purchasesPerLook, count, count]);
  });
});

async function addPurchases(buyer: TestPlayer, count: number): Promise<void> {
  await giveCoins(site, buyer, count * 10);
  await sql`
    insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock,
      state, delivered_at)
    select ${buyer.id}, 0, 'Lantern', 4548, 1, 10, false, 'delivered', now()
    from generate_series(1, ${count}::integer)`.execute(site.deps.db);
}

describe('a deleted account', () => {
  test('is not named by what waits, and its purchase is not announced', async () => {
    const { db } = site.deps;
    const leaver = await site.addPlayer('Gone_Soon');
    const stayer = await site.addPlayer('Gone');
    await setHook('votes');
    await setHook('purchases', { amount: 10 });
    await run();
    await addPurchases(leaver, 1);
    fake.next.push(tooMany(60));
    await run();
    const text = [leaver, stayer].map(({ username }) => toVoter(username)).join(' and ');
    await db
      .insertInto('discord_messages')
      .values({
        kind: 'votes',
        thing: '2026-10',
        title: 'Top voters',
        embed: JSON.stringify({ title: 'Top voters', description: text }),
      })
      .execute();
    await sql`
      update accounts set delete_after = now(), closing_at = now() where id = ${leaver.id}`.execute(
      db,
    );
    await deleteDueAccounts({ ...site.deps, personalData: listPersonalData() });
    await sql`truncate discord_limits`.execute(db);
    await run();
    await run();
    expect(fake.messages.map(({ body }) => body.embeds[0]?.description)).toEqual([
      '**Deleted Player** and **Gone**',
    ]);
  });
});

describe('members online', () => {
  const readSite = async () => {
    const answer = await site.app.inject({ url: '/api/site' });
    const { discord, communityLinks } = answer.json<SiteState>();
    expect(communityLinks).toEqual(discord ? [discord] : []);
    return discord;
  };

  test('are part of the site’s data once the owner wants it', async () => {
    await lookAtWidget(site.deps);
    expect(fake.requests).toEqual([]);
    expect(await readSite()).toBeNull();
    const body = { guildId: fakeGuild, showsOnline: true, clientId: '', roles: [] };
    expect((await send('PUT', '/app', body)).statusCode).toBe(200);
    await lookAtWidget(site.deps);
    expect(await readSite()).toEqual({
      label: '42 on Discord',
      href: 'https://discord.com/invite/lantern',
    });
    expect(fake.requests).toEqual([`GET /guilds/${fakeGuild}/widget.json`]);
    fake.next.push({ status: 503 });
    await expect(lookAtWidget(site.deps)).rejects.toThrow('Discord answered 503.');
    expect(await readSite()).toBeNull();
  });

  test('are shown without a link if the invite is not one of Discord, and never without the feature', async () => {
    const body = { guildId: fakeGuild, showsOnline: true, clientId: '', roles: [] };
    expect((await send('PUT', '/app', body)).statusCode).toBe(200);
    const look = async (invite: string | null, online = 7) => {
      fake.next.push({ status: 200, json: { instant_invite: invite, presence_count: online } });
      await lookAtWidget(site.deps);
      return readSite();
    };
    expect(await look('https://discord.gg/lantern')).toEqual({
      label: '7 on Discord',
      href: 'https://discord.gg/lantern',
    });
    expect((await send('GET', '')).json()).toMatchObject({ online: 7 });
    const stored = async () =>
      (await sql`select value from settings where key = 'discord.widget'`.execute(site.deps.db))
        .rows;
    for (const invite of ['https://discord.gg.example.com/x', 'javascript:alert(1)', null]) {
      await look(invite);
      expect(await stored()).toEqual([{ value: { guildId: fakeGuild, online: 7, invite: null } }]);
    }
    // A limit says nothing about the widget.
    fake.next.push(tooMany(60));
    await lookAtWidget(site.deps);
    expect((await send('GET', '')).json()).toMatchObject({ online: 7 });
    const other = { ...body, guildId: '900000000000000007' };
    expect((await send('PUT', '/app', other)).statusCode).toBe(200);
    expect((await send('GET', '')).json()).toMatchObject({ online: null });
    const hidden = { ...body, showsOnline: false };
    expect((await send('PUT', '/app', hidden)).statusCode).toBe(200);
    expect((await send('GET', '')).json()).toMatchObject({ online: null });
    const wrong = { ...body, guildId: '' };
    expect((await send('PUT', '/app', wrong)).json()).toMatchObject({
      fields: { guildId: 'Enter the id of your Discord server.' },
    });
  });

  test('say what to do if the widget is off', async () => {
    const body = { guildId: '900000000000000009', showsOnline: true, clientId: '', roles: [] };
    expect((await send('PUT', '/app', body)).statusCode).toBe(200);
    await expect(lookAtWidget(site.deps)).rejects.toThrow('switch on the server widget');
    expect((await send('GET', '')).json<DiscordOverview>().online).toBeNull();
  });
});
