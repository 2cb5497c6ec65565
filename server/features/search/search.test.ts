import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listPersonalData } from '#server/features.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { buyCoins } from '#server/features/payments/testing/payments.ts';
import { deleteDueAccounts } from '#server/features/personal-data/delete-accounts.service.ts';
import { addItem, buy, giveCoins } from '#server/features/shop/testing/shop.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { searchAdmin } from '#shared/endpoints/admin-search.ts';
import type { EditedAppearance } from '#shared/endpoints/appearance.ts';
import type { searchSite } from '#shared/endpoints/search.ts';
import { staffPermissions } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

/**
 * Each kind of reader searches by HTTP. Everything in the site is named after a griffin; what is hidden, and so must
 * not be found on the site, has "Secret" or "Gone" in its name.
 */
let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
let banned: TestPlayer;
let eventId: string;
let itemId: string;
let purchaseId: string;
let paymentId: string;

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Griffin Boss', 3);
  player = await site.addPlayer('Griffin Ann');
  banned = await site.addPlayer('Griffin Bad');
  const leaver = await site.addPlayer('Griffin Gone');
  const names = ['Griffin Boss', 'Griffin Ann', 'Griffin Bad', 'Griffin Gone', 'Griffin Yard'];
  await ingestStats(site.deps, {
    reports: names.map((name) => reportOf(name, { Attack: 5_000 })),
  });
  const { db } = site.deps;
  const account = db.selectFrom('accounts').select('version').where('id', '=', banned.id);
  const { version } = await account.executeTakeFirstOrThrow();
  const ban = { reason: 'x', expiresAt: null, version };
  await send('PUT', `/api/admin/users/${banned.username}/sanctions/ban`, ban);
  const past = { delete_after: new Date(0) };
  await db.updateTable('accounts').set(past).where('id', '=', leaver.id).execute();
  // The first run closes the account, the second one erases it.
  for (const _ of [1, 2]) {
    await deleteDueAccounts({ ...site.deps, personalData: listPersonalData() });
  }
  await addPosts();
  await addEvents();
  await addItems();
  await addPages();
});
afterAll(() => site.close());

async function addPosts(): Promise<void> {
  const states = { published: 'seen', draft: 'Secret draft', scheduled: 'Secret plan' };
  for (const [state, title] of Object.entries(states)) {
    await send('POST', '/api/admin/news', {
      title: `Griffin ${title}`,
      category: 'Community',
      displayImage: null,
      content: '<p>x</p>',
      state,
      publishAt: state === 'scheduled' ? tomorrow() : null,
    });
  }
}

async function addEvents(): Promise<void> {
  const event = { description: 'x', type: 'PvP', dateTime: tomorrow() };
  eventId = (await send('POST', '/api/events', { ...event, title: 'Griffin hunt' })).id;
  const gone = await send('POST', '/api/events', { ...event, title: 'Griffin Gone hunt' });
  await send('DELETE', `/api/events/${gone.id}`);
}

async function addItems(): Promise<void> {
  const feather = await addItem(site, admin, { name: 'Griffin feather' });
  itemId = feather.id;
  await addItem(site, admin, { name: 'Griffin Secret egg', enabled: false });
  const ended = await addItem(site, admin, { name: 'Griffin Gone horn', endsAt: tomorrow() });
  const past = { ends_at: new Date(0) };
  const { db } = site.deps;
  await db.updateTable('shop_items').set(past).where('id', '=', Number(ended.id)).execute();
  await giveCoins(site, player, 1_000);
  purchaseId = (await buy(site, player, feather)).json<{ purchaseId: string }>().purchaseId;
  const orderId = await buyCoins(site, player, { amount: 500 });
  const paid = db.selectFrom('orders').select('payment_id').where('id', '=', orderId);
  paymentId = (await paid.executeTakeFirstOrThrow()).payment_id!;
}

async function addPages(): Promise<void> {
  for (const [title, slug, isPublished] of [
    ['Griffin lore of {site}', 'lore', true],
    ['Griffin Secret page', 'secret', false],
  ] as const) {
    const page = await send('POST', '/api/admin/pages', { title, slug });
    const text = { title, description: '', content: '<p>x</p>', version: 1, isPublished };
    await send('PUT', `/api/admin/pages/${page.id}`, text);
  }
}

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
): Promise<{ id: string }> {
  const answer = await site.app.inject(json(method, encodeURI(url), body, admin));
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === '' ? { id: '' } : answer.json();
}

function ask(path: string, text: string, as?: TestPlayer) {
  const url = `${path}?q=${encodeURIComponent(text)}`;
  return site.app.inject({ url, headers: as ? { cookie: as.cookie } : {} });
}

async function search(text: string, as?: TestPlayer): Promise<Answer<typeof searchSite>> {
  const answer = await ask('/api/search', text, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function find(text: string, as?: TestPlayer): Promise<string[]> {
  const { results } = await search(text, as);
  return results.map(({ kind, label }) => `${kind} ${label}`);
}

/** A status, or what is found, sorted. */
async function findAsStaff(text: string, as?: TestPlayer): Promise<number | string[]> {
  const answer = await ask('/api/admin/search', text, as);
  if (answer.statusCode !== 200) return answer.statusCode;
  const { results } = answer.json<Answer<typeof searchAdmin>>();
  return results.map(({ kind, label }) => `${kind} ${label}`).toSorted();
}

let count = 0;

async function addStaff(rights: number, permissions: StaffPermission[] = []): Promise<TestPlayer> {
  count += 1;
  const staff = await site.addPlayer(`Helper ${count}`);
  await setRights(site.deps, staff.username, { rights, permissions, actor: commandLine });
  const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
  return { ...staff, cookie: `session=${await startSession(site.deps.db, staff.id, visitor)}` };
}

const forVisitors = [
  'player Griffin Ann',
  'player Griffin Yard',
  'post Griffin seen',
  'event Griffin hunt',
  'page Griffin lore of Wynhold',
];
const forPlayers = forVisitors.toSpliced(4, 0, 'item Griffin feather');

describe('the search of the site', () => {
  it('answers with everything that a page needs', async () => {
    const { results, canCompare } = await search('griffin', player);
    expect(canCompare).toBe(true);
    expect(results).toEqual([
      {
        kind: 'player',
        id: 'Griffin Ann',
        label: 'Griffin Ann',
        detail: expect.stringMatching(/^Level \d+$/),
        at: null,
      },
      expect.objectContaining({ id: 'Griffin Yard' }),
      {
        kind: 'post',
        id: expect.stringMatching(/^\d+$/),
        label: 'Griffin seen',
        detail: '',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { kind: 'event', id: eventId, label: 'Griffin hunt', detail: '', at: expect.any(String) },
      { kind: 'item', id: itemId, label: 'Griffin feather', detail: '300 WC', at: null },
      { kind: 'page', id: '/pages/lore', label: 'Griffin lore of Wynhold', detail: '', at: null },
    ]);
  });

  it('finds words in any order, without accents and capitals, the beginning first', async () => {
    expect(await find('SEEN\u0301 griffin')).toEqual(['post Griffin seen']);
    expect(await find('privacy')).toEqual(['page Privacy Policy']);
    expect(await find('o')).toEqual(expect.arrayContaining(['page Terms of Service']));
    for (const text of ['', '  ', '\0', '%', '_']) expect(await find(text)).toEqual([]);
  });

  it('finds at most five of a kind: those that begin with the text, then the newest', async () => {
    const { db, live } = site.deps;
    const titles = [1, 2, 3, 4].map((at) => `Zephyr ${at}`);
    const post = { category: 'Community', content: '', teaser: '', state: 'published' as const };
    await db
      .insertInto('news_posts')
      .values(
        [...titles, 'Old zephyr', 'Zephyr or not', 'New zephyr'].map((title, at) => ({
          ...post,
          title,
          published_at: new Date(Date.UTC(2026, 0, 1 + at)),
        })),
      )
      .execute();
    await live.publish(db, { topic: 'news' });
    const newestFirst = ['Zephyr or not', ...titles.toReversed()];
    expect(await find('zephyr')).toEqual(newestFirst.map((title) => `post ${title}`));
    expect(await find('zephyr new')).toEqual(['post New zephyr']);
    expect(await find('zephyr unknown')).toEqual([]);
    await db.deleteFrom('news_posts').where('title', 'ilike', '%zephyr%').execute();
    await live.publish(db, { topic: 'news' });
  });

  it('finds at most five players, and offers no comparison without any', async () => {
    const reports = [1, 2, 3, 4, 5, 6].map((at) => reportOf(`Dragon ${at}`, { Attack: 5 }));
    await ingestStats(site.deps, { reports });
    expect(await search('dragon', player)).toMatchObject({
      results: [1, 2, 3, 4, 5].map((at) => ({ kind: 'player', label: `Dragon ${at}` })),
      canCompare: true,
    });
    expect(await search('griffin lore', player)).toMatchObject({
      results: [{ kind: 'page' }],
      canCompare: false,
    });
  });

  it('is not kept by any cache, because players find more than visitors', async () => {
    const { headers } = await ask('/api/search', 'griffin');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('finds a page by its published title, not by that of its draft', async () => {
    const page = await send('POST', '/api/admin/pages', { title: 'Zebu care', slug: 'zebu' });
    const text = { description: '', content: '<p>x</p>' };
    const save = (title: string, version: number, isPublished: boolean) =>
      send('PUT', `/api/admin/pages/${page.id}`, { ...text, title, version, isPublished });
    await save('Zebu care', 1, true);
    await save('Zebu planned', 2, false);
    expect(await find('zebu')).toEqual(['page Zebu care']);
    await send('DELETE', `/api/admin/pages/${page.id}`);
    expect(await find('zebu')).toEqual([]);
  });

  it('finds similar names only if nothing else matches', async () => {
    expect(await find('griffin yrd')).toContain('player Griffin Yard');
    expect(await find('griffin hunt')).toEqual(['event Griffin hunt']);
  });

  it('offers a comparison only to those with a character in the hiscores', async () => {
    expect((await search('griffin')).canCompare).toBe(false);
    const newcomer = await site.addPlayer('Newcomer');
    expect((await search('griffin', newcomer)).canCompare).toBe(false);
  });

  it('leaves out features that are switched off, and follows changes at once', async () => {
    const turn = (name: string, isOn: boolean) =>
      send('PUT', `/api/admin/features/${name}`, { isOn });
    for (const [name, kind] of [
      ['hiscores', 'player'],
      ['events', 'event'],
      ['shop', 'item'],
    ] as const) {
      await turn(name, false);
      const rest = forPlayers.filter((result) => !result.startsWith(kind));
      expect(await find('griffin', player)).toEqual(rest);
      await turn(name, true);
      expect(await find('griffin', player)).toEqual(forPlayers);
    }
    const post = await send('POST', '/api/admin/news', {
      title: 'Griffin flown',
      category: 'Community',
      displayImage: null,
      content: '<p>x</p>',
      state: 'published',
      publishAt: null,
    });
    expect(await find('griffin flown')).toEqual(['post Griffin flown']);
    await send('DELETE', `/api/admin/news/${post.id}`);
    expect(await find('griffin flown')).not.toContain('post Griffin flown');
  });

  it('names the price in the owner’s word for coins, also after it changed', async () => {
    const url = '/api/admin/appearance';
    const read = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    const { appearance, version } = read.json<EditedAppearance>();
    const price = async () => (await search('griffin feather', player)).results[0]?.detail;
    expect(await price()).toBe('300 WC');
    const words = { ...appearance.words, coinsShort: 'PL' };
    await send('PUT', url, { appearance: { ...appearance, words }, version });
    expect(await price()).toBe('300 PL');
    await send('PUT', url, { appearance, version: version + 1 });
  });

  it('limits the requests of an address', async () => {
    const other = { remoteAddress: '203.0.113.9', url: '/api/search?q=x' };
    await site.deps.db
      .insertInto('rate_limits')
      .values({
        key: 'GET /api/search by ip 203.0.113.9',
        hits: 240,
        resets_at: new Date(tomorrow()),
      })
      .execute();
    expect((await site.app.inject(other)).statusCode).toBe(429);
  });
});

describe('who finds what', () => {
  const drafts = ['post Griffin seen', 'post Griffin Secret draft', 'post Griffin Secret plan'];
  const items = ['item Griffin feather', 'item Griffin Secret egg', 'item Griffin Gone horn'];
  const accounts = ['player Griffin Ann', 'player Griffin Bad', 'player Griffin Boss'];
  const byPermission: Record<StaffPermission, string[]> = {
    news: drafts,
    events: [],
    polls: [],
    shop: items,
    players: accounts,
    server: [],
    votes: [],
    inbox: [],
  };

  it('visitors, players and ranks without a permission find what the site shows', async () => {
    expect(await find('griffin')).toEqual(forVisitors);
    expect(await findAsStaff('griffin')).toBe(401);
    for (const reader of [player, await addStaff(1), await addStaff(2)]) {
      expect(await find('griffin', reader)).toEqual(forPlayers);
      expect(await findAsStaff('griffin', reader)).toBe(403);
    }
    expect(await findAsStaff('griffin', banned)).toBe(403);
    expect(await find('griffin', banned)).toEqual(forVisitors);
  });

  it.each(staffPermissions)('staff with the permission “%s” also find its parts', async (one) => {
    const staff = await addStaff(1, [one]);
    expect(await find('griffin', staff)).toEqual(forPlayers);
    expect(await findAsStaff('griffin', staff)).toEqual(byPermission[one].toSorted());
    const hasShop = one === 'shop';
    expect(await findAsStaff(`#${purchaseId}`, staff)).toEqual(
      hasShop ? [`purchase #${purchaseId} Griffin feather`] : [],
    );
    // Payments are for admins.
    expect(await findAsStaff(paymentId, staff)).toEqual([]);
    expect(await findAsStaff(player.email, staff)).toEqual([]);
  });

  it('admins find everything, also by number and payment', async () => {
    expect(await find('griffin', admin)).toEqual(forPlayers);
    expect(await findAsStaff('griffin', admin)).toEqual(
      [...drafts, ...items, ...accounts].toSorted(),
    );
    expect(await findAsStaff(purchaseId, admin)).toEqual([
      `purchase #${purchaseId} Griffin feather`,
    ]);
    expect(await findAsStaff(paymentId, admin)).toEqual(['order $5.00 for 500 WC']);
    expect(await findAsStaff(player.email, admin)).toEqual(['player Griffin Ann']);
  });

  it('the logs show a purchase by its number and a top-up by its payment', async () => {
    const read = async (url: string) =>
      (await site.app.inject({ url, headers: { cookie: admin.cookie } })).json<object>();
    const { deliveryId } = await site.deps.db
      .selectFrom('purchases')
      .select('delivery_id as deliveryId')
      .where('id', '=', Number(purchaseId))
      .executeTakeFirstOrThrow();
    for (const id of [purchaseId, deliveryId]) {
      expect(await read(`/api/admin/purchases?id=${id}`)).toMatchObject({
        purchases: [{ id: purchaseId }],
        total: 1,
      });
    }
    expect(await read('/api/admin/purchases?id=none')).toMatchObject({ purchases: [] });
    expect(await read(`/api/admin/orders?id=${paymentId}`)).toMatchObject({
      orders: [{ paymentId, username: player.username }],
      total: 1,
    });
    expect(await read('/api/admin/orders?id=none')).toMatchObject({ orders: [] });
  });
});
