import { randomUUID } from 'node:crypto';

import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { selectDeliveryId } from '#server/db/expressions.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { hookAddress, startFakeDiscord } from '#server/features/discord/testing/fake-discord.ts';
import type { FakeDiscord } from '#server/features/discord/testing/fake-discord.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { inboxSettings } from '#server/features/inbox/inbox.settings.ts';
import { makeJar } from '#server/features/launcher/testing/launcher-files.ts';
import { buyCoins } from '#server/features/payments/testing/payments.ts';
import { addItem, buy, giveCoins, lantern } from '#server/features/shop/testing/shop.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { sized } from '#server/testing/sized.ts';
import { extremes, stretchBody } from '#server/testing/stretch-body.ts';
import type { Extreme } from '#server/testing/stretch-body.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { topUp } from '#shared/endpoints/top-up.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

/** Their input is too large for an address. */
const changesNothing = new Set([
  'POST /api/admin/appearance/preview',
  'PUT /api/admin/inbox/:id/read',
  'POST /api/admin/shop/sales/preview',
]);

/**
 * Every write that only admins may make adds exactly one entry to the audit log, and publishes the live topics of
 * `routesByTopics` below. A new route that is missing in either table fails the first test.
 */
const writes: Record<string, () => Promise<InjectOptions>> = {
  'PUT /api/admin/users/:username/rights': () => onPlayer('PUT', '/rights', { rights: 1 }),
  'PUT /api/admin/users/:username/community-manager': () =>
    onPlayer('PUT', '/community-manager', { communityManager: true }),
  'PUT /api/admin/users/:username/name': () =>
    onPlayer('PUT', '/name', { username: `Walked ${nextNumber()}` }),
  'PUT /api/admin/users/:username/sanctions/:kind': () =>
    onPlayer('PUT', '/sanctions/ban', { reason: 'Spam', expiresAt: null }),
  'DELETE /api/admin/users/:username/sanctions/:kind': async () => {
    const player = await addPlayer();
    const body = { reason: 'Spam', expiresAt: null, version: 0 };
    await send(json('PUT', urlOf(player, '/sanctions/mute'), body, admin));
    return json('DELETE', urlOf(player, '/sanctions/mute?version=1'), undefined, admin);
  },
  'POST /api/admin/users/:username/infractions': () =>
    onPlayer('POST', '/infractions', { note: 'Rude' }),
  'DELETE /api/admin/users/:username/infractions/:id': async () => {
    const player = await addPlayer();
    await send(json('POST', urlOf(player, '/infractions'), { note: 'Rude', version: 0 }, admin));
    const { id } = await site.deps.db
      .selectFrom('infractions')
      .select('id')
      .where('account_id', '=', player.id)
      .executeTakeFirstOrThrow();
    return json('DELETE', urlOf(player, `/infractions/${id}?version=1`), undefined, admin);
  },
  'POST /api/admin/users/:username/kick': () => onPlayer('POST', '/kick', {}),
  'POST /api/admin/users/:username/teleport': () =>
    onPlayer('POST', '/teleport', { x: 1, y: 2, height: 0 }),
  'POST /api/admin/users/:username/coins': () =>
    onPlayer('POST', '/coins', { amount: 5, reason: 'Gift', key: randomUUID() }),
  'POST /api/admin/users/:username/deletion': () => onPlayer('POST', '/deletion', {}),
  'DELETE /api/admin/users/:username/deletion': async () => {
    const player = await addPlayer();
    await send(json('POST', urlOf(player, '/deletion'), { version: 0 }, admin));
    return json('DELETE', urlOf(player, '/deletion?version=1'), undefined, admin);
  },
  'POST /api/admin/users/:username/export': async () =>
    json('POST', urlOf(await addPlayer(), '/export'), undefined, admin),
  'DELETE /api/admin/restore-report': async () => {
    const after = {
      madeAt: '2026-11-16T10:00:00.000Z',
      leaving: 0,
      erased: 0,
      staying: 0,
      renamed: 0,
      reserved: 0,
      notRenamed: [],
    };
    const entry = { action: 'backups/restored', subject: 'site.wynhold', after };
    await recordAudit(site.deps.db, { actor: commandLine, ...entry });
    return json('DELETE', '/api/admin/restore-report', undefined, admin);
  },
  'POST /api/admin/backups': async () => json('POST', '/api/admin/backups', undefined, admin),
  'DELETE /api/admin/users/:username/sessions': async () =>
    json('DELETE', urlOf(await addPlayer(), '/sessions?version=0'), undefined, admin),
  'DELETE /api/admin/users/:username/sessions/:id': async () => {
    const player = await addPlayer();
    const { id } = await site.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', player.id)
      .executeTakeFirstOrThrow();
    return json('DELETE', urlOf(player, `/sessions/${id}?version=0`), undefined, admin);
  },
  'POST /api/admin/deliveries/:id/resend': async () => {
    const { id, deliveryId } = await addPurchase();
    await site.deps.db
      .updateTable('purchases')
      .set({ state: 'attention' })
      .where('id', '=', id)
      .execute();
    return json('POST', `/api/admin/deliveries/${deliveryId}/resend`, undefined, admin);
  },

  'POST /api/admin/news': async () => json('POST', '/api/admin/news', post, admin),
  'PUT /api/admin/news/:id': async () => {
    const { id, version } = await create('/api/admin/news', post);
    return json('PUT', `/api/admin/news/${id}`, { ...post, title: 'Later', version }, admin);
  },
  'DELETE /api/admin/news/:id': async () => {
    const { id } = await create('/api/admin/news', post);
    return json('DELETE', `/api/admin/news/${id}`, undefined, admin);
  },
  'PUT /api/admin/news/categories': () => resave('/api/admin/news/categories'),
  'PUT /api/admin/events/types': () => resave('/api/admin/events/types'),
  'POST /api/admin/media': async () => ({
    method: 'POST',
    url: '/api/admin/media',
    headers: { 'content-type': 'image/png', cookie: admin.cookie },
    payload: await sharp({
      // A picture that is already stored leaves no entry.
      create: { width: 40 + nextNumber(), height: 40, channels: 3, background: '#a87722' },
    })
      .png()
      .toBuffer(),
  }),

  'POST /api/admin/polls': async () => json('POST', '/api/admin/polls', poll(), admin),
  'PUT /api/admin/polls/:id': async () => {
    const { id, version } = await create('/api/admin/polls', poll());
    const body = { ...poll(), title: 'Ferry or bridge?', version };
    return json('PUT', `/api/admin/polls/${id}`, body, admin);
  },
  'POST /api/admin/polls/:id/end': async () => {
    const { id } = await create('/api/admin/polls', poll());
    return json('POST', `/api/admin/polls/${id}/end`, undefined, admin);
  },
  'DELETE /api/admin/polls/:id': async () => {
    const { id } = await create('/api/admin/polls', poll());
    return json('DELETE', `/api/admin/polls/${id}`, undefined, admin);
  },
  'PUT /api/events/settings': async () =>
    json('PUT', '/api/events/settings', { playersMayHost: true }, admin),

  'POST /api/admin/shop/items': async () => json('POST', '/api/admin/shop/items', lantern, admin),
  'PUT /api/admin/shop/items/:id': async () => {
    const { id, version } = await addItem(site, admin);
    const body = { ...lantern, price: 400, version };
    return json('PUT', `/api/admin/shop/items/${id}`, body, admin);
  },
  'PATCH /api/admin/shop/items/:id/enabled': async () => {
    const { id } = await addItem(site, admin);
    return json('PATCH', `/api/admin/shop/items/${id}/enabled`, { enabled: false }, admin);
  },
  'DELETE /api/admin/shop/items/:id': async () => {
    const { id } = await addItem(site, admin);
    return json('DELETE', `/api/admin/shop/items/${id}`, undefined, admin);
  },
  'PUT /api/admin/shop/order': async () => {
    await addItem(site, admin);
    await addItem(site, admin);
    const items = await site.app.inject({
      url: '/api/admin/shop/items',
      headers: { cookie: admin.cookie },
    });
    const ids = items.json<{ id: string }[]>().map(({ id }) => id);
    return json('PUT', '/api/admin/shop/order', { ids: ids.toReversed() }, admin);
  },
  'POST /api/admin/shop/categories': async () =>
    json('POST', '/api/admin/shop/categories', { name: 'Hats' }, admin),
  'PUT /api/admin/shop/categories/:id': async () => {
    const id = await addCategory();
    return json('PUT', `/api/admin/shop/categories/${id}`, { name: 'Crowns' }, admin);
  },
  'DELETE /api/admin/shop/categories/:id': async () =>
    json('DELETE', `/api/admin/shop/categories/${await addCategory()}`, undefined, admin),
  'PUT /api/admin/shop/category-order': async () => {
    await addCategory();
    const ids = [await addCategory()];
    return json('PUT', '/api/admin/shop/category-order', { ids }, admin);
  },
  'POST /api/admin/shop/sales': async () => json('POST', '/api/admin/shop/sales', sale(), admin),
  'PUT /api/admin/shop/sales/:id': async () => {
    const { id, version } = await create('/api/admin/shop/sales', sale());
    const body = { version, sale: { ...sale(), percent: 30 } };
    return json('PUT', `/api/admin/shop/sales/${id}`, body, admin);
  },
  'DELETE /api/admin/shop/sales/:id': async () => {
    const { id } = await create('/api/admin/shop/sales', sale());
    return json('DELETE', `/api/admin/shop/sales/${id}`, undefined, admin);
  },
  'POST /api/admin/purchases/:id/refund-bundle': async () => {
    const parts = [await addItem(site, admin), await addItem(site, admin)].map(({ id }) => ({
      itemId: Number(id),
      count: 1,
    }));
    const bundle = await addItem(site, admin, { kind: 'bundle', parts, itemId: 0 });
    const player = await addPlayer();
    await giveCoins(site, player, 1000);
    const { purchaseId: id } = (await buy(site, player, bundle)).json<{ purchaseId: string }>();
    await send(json('POST', `/api/admin/purchases/${id}/refund`, undefined, admin));
    return json('POST', `/api/admin/purchases/${id}/refund-bundle`, undefined, admin);
  },
  'POST /api/admin/shop/codes': async () => json('POST', '/api/admin/shop/codes', codes, admin),
  'PATCH /api/admin/shop/codes/:id': async () => {
    const { batch } = (await send(json('POST', '/api/admin/shop/codes', codes, admin))).json<{
      batch: { id: number };
    }>();
    return json('PATCH', `/api/admin/shop/codes/${batch.id}`, { isOn: false }, admin);
  },
  'POST /api/admin/purchases/:id/note': async () => {
    const { id } = await addPurchase({ giftTo: admin.username, note: 'Enjoy' });
    return json('POST', `/api/admin/purchases/${id}/note`, { isKept: false }, admin);
  },
  'POST /api/admin/purchases/:id/refund': async () => {
    const { id } = await addPurchase();
    return json('POST', `/api/admin/purchases/${id}/refund`, undefined, admin);
  },
  'POST /api/admin/purchases/refund': async () => {
    const { id } = await addPurchase();
    return json('POST', '/api/admin/purchases/refund', { ids: [String(id)] }, admin);
  },
  'POST /api/admin/orders/refund': async () => {
    const id = await buyCoins(site, await addPlayer());
    const body = { refunds: [{ id, amount: 100 }], key: randomUUID() };
    return json('POST', '/api/admin/orders/refund', body, admin);
  },
  'POST /api/admin/sanctions/:kind': async () => {
    const { username } = await addPlayer();
    const body = { players: [{ username, version: 0 }], reason: 'Spam', expiresAt: null };
    return json('POST', '/api/admin/sanctions/mute', body, admin);
  },
  'POST /api/admin/orders/:id/refund': async () => {
    const id = await buyCoins(site, await addPlayer());
    const body = { amount: 100, key: randomUUID() };
    return json('POST', `/api/admin/orders/${id}/refund`, body, admin);
  },
  'PUT /api/admin/top-ups': async () => {
    const limits = { daily: 100_000, monthly: 300_000 };
    return json('PUT', '/api/admin/top-ups', { ...topUp, ...limits, min: 600 }, admin);
  },
  'PUT /api/admin/supporters': async () =>
    json('PUT', '/api/admin/supporters', supporters(), admin),
  'POST /api/admin/orders/:id/resolve': async () => {
    const { id } = await site.deps.db
      .insertInto('orders')
      .values({
        account_id: (await addPlayer()).id,
        state: 'review',
        review_reason: 'The amount differs.',
        coins: 500,
        amount: 500,
        currency: 'usd',
        mode: 'sandbox',
        origin: 'http://localhost',
        expires_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return json('POST', `/api/admin/orders/${id}/resolve`, { note: 'A test.' }, admin);
  },

  'POST /api/admin/unknown-payments/:id/handle': async () => {
    const id = `pi_unknown_${nextNumber()}`;
    await site.deps.db
      .insertInto('unknown_payments')
      .values({
        id,
        order_id: randomUUID(),
        amount: 500,
        currency: 'usd',
        mode: 'sandbox',
      })
      .execute();
    const body = { note: 'Refunded at the provider.' };
    return json('POST', `/api/admin/unknown-payments/${id}/handle`, body, admin);
  },
  'POST /api/admin/sandbox/orders/:id/dispute': async () => {
    const id = await buyCoins(site, await addPlayer());
    const body = { outcome: 'opened' };
    return json('POST', `/api/admin/sandbox/orders/${id}/dispute`, body, admin);
  },
  'POST /api/admin/ledger-check': async () =>
    json('POST', '/api/admin/ledger-check', undefined, admin),

  'POST /api/admin/servers': async () =>
    json('POST', '/api/admin/servers', { name: nextName() }, admin),
  'PATCH /api/admin/servers/:id': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    return json('PATCH', `/api/admin/servers/${id}`, { name: nextName() }, admin);
  },
  'DELETE /api/admin/servers/:id': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    return json('DELETE', `/api/admin/servers/${id}`, undefined, admin);
  },
  'PATCH /api/admin/servers/:id/hiscores': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    return json('PATCH', `/api/admin/servers/${id}/hiscores`, { counts: false }, admin);
  },
  'DELETE /api/admin/servers/:id/hiscores': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    return json('DELETE', `/api/admin/servers/${id}/hiscores`, undefined, admin);
  },
  'DELETE /api/admin/hiscores/:username': async () => {
    const { username } = await addPlayer();
    await ingestStats(site.deps, { reports: [reportOf(username, { Attack: 100 })] });
    const url = `/api/admin/hiscores/${encodeURIComponent(username)}`;
    return json('DELETE', url, undefined, admin);
  },
  'POST /api/admin/hiscores/modes': async () =>
    json('POST', '/api/admin/hiscores/modes', mode(), admin),
  'PUT /api/admin/hiscores/modes/:id': async () =>
    json('PUT', await addList('modes', mode()), mode(), admin),
  'DELETE /api/admin/hiscores/modes/:id': async () =>
    json('DELETE', await addList('modes', mode()), undefined, admin),
  'PUT /api/admin/hiscores/modes/order': async () =>
    json('PUT', '/api/admin/hiscores/modes/order', { ids: [] }, admin),
  'POST /api/admin/hiscores/counters': async () =>
    json('POST', '/api/admin/hiscores/counters', counter(), admin),
  'PUT /api/admin/hiscores/counters/:id': async () =>
    json('PUT', await addList('counters', counter()), counter(), admin),
  'DELETE /api/admin/hiscores/counters/:id': async () =>
    json('DELETE', await addList('counters', counter()), undefined, admin),
  'PUT /api/admin/hiscores/counters/order': async () =>
    json('PUT', '/api/admin/hiscores/counters/order', { ids: [] }, admin),
  'POST /api/admin/hiscores/seasons': async () => {
    await site.deps.db.deleteFrom('seasons').execute();
    return json('POST', '/api/admin/hiscores/seasons', season(), admin);
  },
  'PUT /api/admin/hiscores/seasons/:id': async () =>
    json('PUT', await addSeason(), { ...season(), name: 'Spring' }, admin),
  'POST /api/admin/hiscores/seasons/:id/close': async () =>
    json('POST', `${await addSeason()}/close`, undefined, admin),
  'DELETE /api/admin/hiscores/seasons/:id': async () =>
    json('DELETE', await addSeason(), undefined, admin),
  'DELETE /api/admin/hiscores/unknown/:kind/:key': async () => {
    const key = `unknown_${nextNumber()}`;
    const report = { ...reportOf((await addPlayer()).username), counts: { [key]: 3 } };
    await ingestStats(site.deps, { reports: [report] });
    return json('DELETE', `/api/admin/hiscores/unknown/counter/${key}`, undefined, admin);
  },
  'POST /api/admin/servers/:id/tokens': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    return json('POST', `/api/admin/servers/${id}/tokens`, { scopes: ['heartbeat'] }, admin);
  },
  'POST /api/admin/servers/:id/tokens/:tokenId/rotate': async () =>
    json('POST', `${await addToken()}/rotate`, undefined, admin),
  'DELETE /api/admin/servers/:id/tokens/:tokenId': async () =>
    json('DELETE', await addToken(), undefined, admin),
  'POST /api/admin/commands': async () => {
    const { id } = await create('/api/admin/servers', { name: nextName() });
    const body = { type: 'broadcast', args: { message: 'Hear, hear!' }, serverId: id };
    return json('POST', '/api/admin/commands', body, admin);
  },

  'PUT /api/admin/discord/hooks/:kind': async () =>
    json('PUT', '/api/admin/discord/hooks/news', discordHook, admin),
  'POST /api/admin/discord/hooks/:kind/test': async () => {
    await send(json('PUT', '/api/admin/discord/hooks/polls', discordHook, admin));
    return json('POST', '/api/admin/discord/hooks/polls/test', undefined, admin);
  },
  'PUT /api/admin/discord/app': async () =>
    json('PUT', '/api/admin/discord/app', discordApp, admin),
  'POST /api/admin/discord/messages/:id/retry': async () => {
    await send(json('PUT', '/api/admin/discord/hooks/polls', discordHook, admin));
    const { id } = await site.deps.db
      .insertInto('discord_messages')
      .values({
        kind: 'polls',
        thing: `walk ${nextNumber()}`,
        title: 'Capes',
        embed: '{}',
        state: 'failed',
        finished_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return json('POST', `/api/admin/discord/messages/${id}/retry`, undefined, admin);
  },

  'POST /api/admin/inbox/:id/messages': async () =>
    json(
      'POST',
      `${await addThread()}/messages`,
      { text: 'Yes', isNote: false, version: 0 },
      admin,
    ),
  'PATCH /api/admin/inbox/:id': async () =>
    json('PATCH', await addThread(), { state: 'closed', version: 0 }, admin),
  'POST /api/admin/inbox/:id/decision': async () =>
    json(
      'POST',
      `${await addThread('appeal')}/decision`,
      { isAccepted: false, reason: 'No', version: 0 },
      admin,
    ),
  'POST /api/admin/inbox/:id/merge': async () => {
    const player = await addPlayer();
    const from = await addThread('question', player);
    const into = Number((await addThread('question', player)).split('/').at(-1));
    return json('POST', `${from}/merge`, { into, version: 0 }, admin);
  },
  'PUT /api/admin/inbox/:id/block': async () =>
    json('PUT', `${await addThread()}/block`, { isBlocked: true }, admin),
  'PUT /api/admin/inbox/settings': async () =>
    json('PUT', '/api/admin/inbox/settings', { ...inboxSettings.initial, keepDays: 9 }, admin),
  'POST /api/admin/votes/lists': async () =>
    json('POST', '/api/admin/votes/lists', voteList, admin),
  'PUT /api/admin/votes/lists/:id': async () =>
    json('PUT', await addVoteList(), { ...voteList, coins: 7 }, admin),
  'DELETE /api/admin/votes/lists/:id': async () =>
    json('DELETE', await addVoteList(), undefined, admin),
  'POST /api/admin/votes/lists/:id/secret': async () =>
    json('POST', `${await addVoteList()}/secret`, undefined, admin),
  'POST /api/admin/votes/lists/:id/test': async () =>
    json('POST', `${await addVoteList()}/test`, undefined, admin),
  'PUT /api/admin/votes/rules': async () =>
    json(
      'PUT',
      '/api/admin/votes/rules',
      { streakDays: 7, coins: 5, shopItemId: null, prize: 'A banner', tellGames: true },
      admin,
    ),
  'POST /api/admin/votes/callbacks/:id/retry': async () => {
    const list = await addVoteList();
    const voter = await addPlayer();
    const start = json('POST', `${list.replace('/admin', '')}/start`, {}, voter);
    const { url } = (await send(start)).json<{ url: string }>();
    const off = await send(json('PUT', list, { ...voteList, isOn: false }, admin));
    const { callbackUrl } = off.json<{ callbackUrl: string }>();
    await send({ url: new URL(callbackUrl).pathname + new URL(url).search });
    const { callbacks } = await readAsAdmin<{ callbacks: { id: number }[] }>(
      '/api/admin/votes/callbacks',
    );
    return json('POST', `/api/admin/votes/callbacks/${callbacks[0]?.id}/retry`, undefined, admin);
  },

  'POST /api/admin/contracts': async () => json('POST', '/api/admin/contracts', contract, admin),
  'PUT /api/admin/contracts/:id': async () => {
    const { id } = await create('/api/admin/contracts', contract);
    return json('PUT', `/api/admin/contracts/${id}`, { ...contract, level: 20 }, admin);
  },
  'PATCH /api/admin/contracts/:id': async () => {
    const { id } = await create('/api/admin/contracts', contract);
    return json('PATCH', `/api/admin/contracts/${id}`, { enabled: false }, admin);
  },
  'DELETE /api/admin/contracts/:id': async () => {
    const { id } = await create('/api/admin/contracts', contract);
    return json('DELETE', `/api/admin/contracts/${id}`, undefined, admin);
  },
  'POST /api/admin/contracts/import': async () =>
    json('POST', '/api/admin/contracts/import', { mode: 'add', contracts: [contract] }, admin),

  'PATCH /api/admin/settings': async () =>
    json('PATCH', '/api/admin/settings', { excludeStaff: false }, admin),
  'PUT /api/admin/features/:name': async () => {
    await send(json('PUT', '/api/admin/features/polls', { isOn: false }, admin));
    return json('PUT', '/api/admin/features/polls', { isOn: true }, admin);
  },
  'POST /api/admin/launcher/file': async () => launcherUpload(),
  'PATCH /api/admin/launcher/:kind': async () => {
    await send(launcherUpload());
    return json('PATCH', '/api/admin/launcher/jar', { version: 'v1.0.4' }, admin);
  },
  'PUT /api/admin/launcher/link': async () => {
    const link = { url: 'https://example.com/launcher', version: 'v1.0.4', requirement: '' };
    return json('PUT', '/api/admin/launcher/link', link, admin);
  },
  'DELETE /api/admin/launcher/:kind': async () => {
    await send(launcherUpload());
    return json('DELETE', '/api/admin/launcher/jar', undefined, admin);
  },
  'PATCH /api/admin/setup': async () =>
    json('PATCH', '/api/admin/setup', { isHidden: true }, admin),
  'PUT /api/admin/setup/steps/:name': async () =>
    json('PUT', '/api/admin/setup/steps/backups', { mark: 'done' }, admin),
  'POST /api/admin/setup/test-mail': async () =>
    json('POST', '/api/admin/setup/test-mail', undefined, admin),
  'PUT /api/admin/appearance': async () =>
    json(
      'PUT',
      '/api/admin/appearance',
      { appearance: wholeAppearance, version: await findAppearanceVersion() },
      admin,
    ),
  'POST /api/admin/appearance/versions/:id/restore': async () =>
    json('POST', '/api/admin/appearance/versions/0/restore', {}, admin),
  'PUT /api/admin/mail-texts/:kind': async () =>
    json(
      'PUT',
      '/api/admin/mail-texts/test',
      { text: mailText, version: await findMailVersion('test') },
      admin,
    ),
  'POST /api/admin/mail-texts/:kind/reset': async () =>
    json(
      'POST',
      '/api/admin/mail-texts/receipt/reset',
      { version: await findMailVersion('receipt') },
      admin,
    ),
  'POST /api/admin/mail-texts/:kind/test-mail': async () =>
    json('POST', '/api/admin/mail-texts/test/test-mail', mailText, admin),
  'POST /api/admin/pages': async () => json('POST', '/api/admin/pages', newPage(), admin),
  'PUT /api/admin/pages/:id': async () =>
    json(
      'PUT',
      '/api/admin/pages/terms',
      {
        title: 'Terms',
        description: '',
        content: 'Be kind.',
        version: await findTermsVersion(),
        isPublished: true,
      },
      admin,
    ),
  'POST /api/admin/pages/:id/unpublish': async () =>
    json('POST', await addPage('/unpublish'), undefined, admin),
  'PUT /api/admin/pages/:id/place': async () =>
    json(
      'PUT',
      await addPage('/place'),
      { slug: newPage().slug, label: null, inNavigation: true, inFooter: false, placeVersion: 1 },
      admin,
    ),
  'PUT /api/admin/pages/order': async () =>
    json('PUT', '/api/admin/pages/order', { ids: [] }, admin),
  'DELETE /api/admin/pages/:id': async () => json('DELETE', await addPage(), undefined, admin),
  'POST /api/admin/pages/:id/versions/:version/restore': async () =>
    json('POST', await addPage('/versions/1/restore'), undefined, admin),
};

/**
 * The topics that each write publishes, so that open pages fetch them again; `me` is for the player it is about.
 * Without `admin`, which a trigger publishes for every entry: that is enough for the last group.
 */
const routesByTopics: Record<string, string> = {
  me: `
    POST /api/admin/inbox/:id/messages
    PATCH /api/admin/inbox/:id
    POST /api/admin/inbox/:id/decision
    POST /api/admin/inbox/:id/merge
    PUT /api/admin/inbox/:id/block
    PUT /api/admin/users/:username/rights
    PUT /api/admin/users/:username/community-manager
    PUT /api/admin/users/:username/sanctions/:kind
    DELETE /api/admin/users/:username/sanctions/:kind
    POST /api/admin/users/:username/infractions
    DELETE /api/admin/users/:username/infractions/:id
    POST /api/admin/users/:username/kick
    POST /api/admin/users/:username/teleport
    POST /api/admin/users/:username/coins
    POST /api/admin/users/:username/deletion
    DELETE /api/admin/users/:username/deletion
    DELETE /api/admin/users/:username/sessions
    DELETE /api/admin/users/:username/sessions/:id
    POST /api/admin/deliveries/:id/resend
    POST /api/admin/orders/:id/refund
    POST /api/admin/orders/refund
    POST /api/admin/sanctions/:kind
    POST /api/admin/orders/:id/resolve`,
  'hiscores me': `
    PUT /api/admin/users/:username/name
    DELETE /api/admin/hiscores/:username`,
  'me shop': `
    POST /api/admin/purchases/:id/refund
    POST /api/admin/purchases/refund
    POST /api/admin/purchases/:id/refund-bundle`,
  hiscores: `
    DELETE /api/admin/servers/:id/hiscores`,
  'hiscores site': `
    DELETE /api/admin/hiscores/modes/:id
    PUT /api/admin/hiscores/counters/:id
    DELETE /api/admin/hiscores/counters/:id
    POST /api/admin/hiscores/seasons
    PUT /api/admin/hiscores/seasons/:id
    POST /api/admin/hiscores/seasons/:id/close
    DELETE /api/admin/hiscores/seasons/:id`,
  news: `
    PUT /api/admin/news/:id
    DELETE /api/admin/news/:id`,
  'news site': `
    PUT /api/admin/news/categories`,
  'events hiscores shop site': `
    PUT /api/admin/supporters`,
  'events site': `
    PUT /api/admin/events/types`,
  polls: `
    POST /api/admin/polls
    PUT /api/admin/polls/:id
    POST /api/admin/polls/:id/end
    DELETE /api/admin/polls/:id`,
  shop: `
    POST /api/admin/shop/items
    PUT /api/admin/shop/items/:id
    PATCH /api/admin/shop/items/:id/enabled
    DELETE /api/admin/shop/items/:id
    PUT /api/admin/shop/order
    POST /api/admin/shop/categories
    PUT /api/admin/shop/categories/:id
    DELETE /api/admin/shop/categories/:id
    PUT /api/admin/shop/category-order
    POST /api/admin/shop/sales
    PUT /api/admin/shop/sales/:id
    DELETE /api/admin/shop/sales/:id
    POST /api/admin/purchases/:id/note`,
  site: `
    PUT /api/admin/inbox/settings
    PUT /api/events/settings
    PUT /api/admin/discord/app
    POST /api/admin/hiscores/modes
    PUT /api/admin/hiscores/modes/:id
    PUT /api/admin/hiscores/modes/order
    POST /api/admin/hiscores/counters
    PUT /api/admin/hiscores/counters/order
    PUT /api/admin/top-ups
    PATCH /api/admin/settings
    PUT /api/admin/features/:name
    POST /api/admin/launcher/file
    PATCH /api/admin/launcher/:kind
    PUT /api/admin/launcher/link
    DELETE /api/admin/launcher/:kind
    PATCH /api/admin/setup
    PUT /api/admin/setup/steps/:name
    POST /api/admin/setup/test-mail
    PUT /api/admin/appearance
    POST /api/admin/appearance/versions/:id/restore
    POST /api/admin/pages
    PUT /api/admin/pages/:id
    POST /api/admin/pages/:id/unpublish
    PUT /api/admin/pages/:id/place
    PUT /api/admin/pages/order
    DELETE /api/admin/pages/:id
    POST /api/admin/pages/:id/versions/:version/restore`,
  'site votes': `
    POST /api/admin/votes/lists
    PUT /api/admin/votes/lists/:id
    DELETE /api/admin/votes/lists/:id
    POST /api/admin/votes/lists/:id/secret
    PUT /api/admin/votes/rules`,
  'me votes': `
    POST /api/admin/votes/callbacks/:id/retry`,
  server: `
    POST /api/admin/commands`,
  'server shop': `
    POST /api/admin/servers
    PATCH /api/admin/servers/:id
    DELETE /api/admin/servers/:id
    PATCH /api/admin/servers/:id/hiscores
    POST /api/admin/servers/:id/tokens
    POST /api/admin/servers/:id/tokens/:tokenId/rotate
    DELETE /api/admin/servers/:id/tokens/:tokenId`,
  '': `
    POST /api/admin/shop/codes
    PATCH /api/admin/shop/codes/:id
    PUT /api/admin/discord/hooks/:kind
    POST /api/admin/discord/hooks/:kind/test
    POST /api/admin/discord/messages/:id/retry
    DELETE /api/admin/hiscores/unknown/:kind/:key
    POST /api/admin/votes/lists/:id/test
    POST /api/admin/backups
    DELETE /api/admin/restore-report
    POST /api/admin/users/:username/export
    POST /api/admin/news
    POST /api/admin/media
    POST /api/admin/unknown-payments/:id/handle
    POST /api/admin/sandbox/orders/:id/dispute
    POST /api/admin/ledger-check
    POST /api/admin/contracts
    PUT /api/admin/contracts/:id
    PATCH /api/admin/contracts/:id
    DELETE /api/admin/contracts/:id
    POST /api/admin/contracts/import
    PUT /api/admin/mail-texts/:kind
    POST /api/admin/mail-texts/:kind/reset
    POST /api/admin/mail-texts/:kind/test-mail`,
};

const topicsOf = new Map(
  Object.entries(routesByTopics).flatMap(([topics, lines]) =>
    lines
      .trim()
      .split(/\n\s*/)
      .map((line) => [line, topics] as const),
  ),
);
/** With every kind of link. */
const wholeAppearance = {
  ...initialAppearance('Stonefall'),
  navigation: [{ label: 'Wiki', href: '/wiki' }],
  social: [{ kind: 'youtube', href: 'https://youtube.com/@stonefall' }],
  footer: {
    text: 'By {site}.',
    links: [{ label: 'Videos', href: 'https://tiktok.com/@stonefall' }],
  },
};

const mode = () => {
  const key = `mode_${nextNumber()}`;
  return { key, name: key, icon: 'helm', colour: 'gold' };
};

const supporters = () => ({
  isShown: true,
  goal: { text: 'Server costs', amount: 5000, currency: 'usd' },
  steps: [
    { name: 'Squire', icon: 'star', colour: 'moss', coins: 500, thanks: 'Thanks!', gameRank: null },
  ],
});

const counter = () => {
  const key = `boss_${nextNumber()}`;
  return { key, name: key, group: 'Bosses', icon: 'dragon', minimum: count };
};

const season = () => ({
  name: 'Winter',
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  serverId: null,
});

/** The only one, since two cannot run at the same time. */
async function addSeason(): Promise<string> {
  await site.deps.db.deleteFrom('seasons').execute();
  const url = '/api/admin/hiscores/seasons';
  return `${url}/${(await create(url, season())).id}`;
}

async function addList(kind: 'modes' | 'counters', body: object): Promise<string> {
  const url = `/api/admin/hiscores/${kind}`;
  return `${url}/${(await create(url, body)).id}`;
}

async function readAsAdmin<T>(url: string): Promise<T> {
  return (await site.app.inject({ url, headers: { cookie: admin.cookie } })).json<T>();
}

async function findAppearanceVersion(): Promise<number> {
  return (await readAsAdmin<{ version: number }>('/api/admin/appearance')).version;
}

async function findTermsVersion(): Promise<number> {
  return (await readAsAdmin<{ version: number }>('/api/admin/pages/terms')).version;
}

async function findMailVersion(kind: string): Promise<number> {
  type Mails = { mails: { kind: string; version: number }[] };
  const { mails } = await readAsAdmin<Mails>('/api/admin/mail-texts');
  return mails.find((mail) => mail.kind === kind)!.version;
}

const mailText = { subject: 'Hello', heading: 'Hello', text: 'Hello.', button: null };

let discord: FakeDiscord;
let site: TestApp;
let admin: TestPlayer;
let published: ReturnType<typeof recordTopics>;
let lastPlayer: TestPlayer;
let count = 0;
beforeAll(async () => {
  discord = await startFakeDiscord();
  site = await openTestApp({ settings: { DEMO: '1', DISCORD_API_URL: discord.url } });
  published = recordTopics(site.deps.live);
  admin = await site.addPlayer('The Admin', 3);
});
afterAll(async () => {
  await site.close();
  await discord.close();
});

it('every admin write is in the table', () => {
  const found = site.app.knownRoutes
    .filter(({ method, endpoint }) => endpoint?.access === 'admin' && !isRead(method))
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !changesNothing.has(route));
  expect(Object.keys(writes).toSorted()).toEqual(found.toSorted());
  expect([...topicsOf.keys()].toSorted()).toEqual(found.toSorted());
});

it.each(Object.entries(writes))(
  '%s adds exactly one entry and publishes its topics',
  async (route, prepare) => {
    const request = await prepare();
    const before = await countEntries();
    published.take();
    const answer = await site.app.inject(request);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    const found = published.take(lastPlayer).split(' ');
    expect(found.filter((topic) => topic !== 'admin').join(' ')).toBe(topicsOf.get(route));
    expect(await countEntries()).toBe(before + 1);
    const entry = await readLatest();
    expect(entry).toMatchObject({ actor_id: admin.id, actor_name: 'The Admin', ip: '127.0.0.1' });
    expect(entry.action).toMatch(/^[a-z-]+\/[a-z-]+$/);
  },
);

const needsTwo: Record<string, StaffPermission[] | undefined> = {
  'POST /api/admin/inbox/:id/decision': ['inbox', 'players'],
};

it('a write by staff with its permission adds one entry too, in their name', async () => {
  const open = site.app.knownRoutes.filter(
    ({ method, url, endpoint }) =>
      endpoint?.permissions && !isRead(method) && !changesNothing.has(`${method} ${url}`),
  );
  expect(open.length).toBeGreaterThan(20);
  for (const { method, url, endpoint } of open) {
    const route = `${method} ${url}`;
    const holder = await addPlayer(2);
    const permissions = needsTwo[route] ?? endpoint!.permissions!.slice(0, 1);
    const change = { actor: commandLine, rights: 2, permissions };
    await setRights(site.deps, holder.username, change);
    const prepared = await writes[route]!();
    const before = await countEntries();
    const headers = { ...prepared.headers, cookie: holder.cookie };
    const answer = await site.app.inject({ ...prepared, headers });
    expect(answer.statusCode, `${route} ${answer.body}`).toBeLessThan(300);
    expect(await countEntries(), route).toBe(before + 1);
    expect(await readLatest(), route).toMatchObject({ actor_id: holder.id });
  }
});

/** Their fields depend on each other; the features' own tests have their limits. */
const refusedAt: Record<Extreme, string[]> = {
  longest: [
    'POST /api/admin/shop/sales',
    'PUT /api/admin/shop/sales/:id',
    'POST /api/admin/shop/codes',
    'POST /api/admin/orders/:id/refund',
    'PUT /api/admin/top-ups',
    'PATCH /api/admin/inbox/:id',
    'POST /api/admin/inbox/:id/merge',
    'POST /api/admin/votes/lists',
    'PUT /api/admin/votes/lists/:id',
    'PUT /api/admin/votes/rules',
  ],
  unusual: [
    'POST /api/admin/users/:username/coins',
    'POST /api/admin/shop/sales',
    'PUT /api/admin/shop/sales/:id',
    'PUT /api/admin/top-ups',
    'PATCH /api/admin/inbox/:id',
    'POST /api/admin/inbox/:id/merge',
  ],
};

it.each(extremes.slice(-sized(1, extremes.length)))(
  'what is accepted at its %s can be read everywhere',
  async (extreme) => {
    const refused: string[] = [];
    for (const [route, prepare] of Object.entries(writes)) {
      const schema = site.app.knownRoutes.find(({ method, url }) => `${method} ${url}` === route)
        ?.endpoint?.body;
      const request = await prepare();
      if (!schema || typeof request.payload !== 'string') continue;
      const body = stretchBody(schema, JSON.parse(request.payload), extreme);
      const answer = await site.app.inject({ ...request, payload: JSON.stringify(body) });
      expect(answer.statusCode, `${route} ${answer.body}`).toBeLessThan(500);
      if (answer.statusCode >= 400) refused.push(`${route} ${answer.body}`);
    }
    expect(refused.map((one) => one.replace(/ \{.*/, ''))).toEqual(refusedAt[extreme]);
    await expectAllReadable(extreme);
  },
);

it.each(['PUT', 'DELETE'] as const)(
  '%s by an admin on another host’s event adds one entry too',
  async (method) => {
    const host = await addPlayer(2);
    const draft = {
      title: 'Market day',
      description: 'Bring something.',
      type: 'PvP',
      dateTime: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const event = await send(json('POST', '/api/events', draft, host));
    const url = `/api/events/${event.json<{ id: string }>().id}`;
    const before = await countEntries();
    await send(json(method, url, method === 'PUT' ? draft : undefined, admin));
    expect(await countEntries()).toBe(before + 1);
  },
);

it('changing a player’s email address adds one entry too', async () => {
  const player = await addPlayer();
  const before = await countEntries();
  const url = `/api/users/${encodeURIComponent(player.username)}`;
  await send(json('PATCH', url, { email: 'new@example.test' }, admin));
  expect(await countEntries()).toBe(before + 1);
});

/** Reads every address that the API document lists, every page and every feed, as admin and as visitor. */
async function expectAllReadable(extreme: Extreme): Promise<void> {
  const found = new Map<string, Set<string>>();
  const reads = site.app.knownRoutes.filter(
    ({ method, endpoint }) => method === 'GET' && endpoint && typeof endpoint.access === 'string',
  );
  const failed: string[] = [];
  const read = async (url: string) => {
    for (const cookie of [admin.cookie, '']) {
      const answer = await site.app.inject({ url, headers: cookie ? { cookie } : {} });
      if (answer.statusCode >= 500) failed.push(`${url} ${answer.body}`);
      for (const [, name, value] of answer.body.matchAll(
        /"(id|slug|username|kind|name)":"?([^",}\\]{1,40})/g,
      )) {
        found.set(name!, (found.get(name!) ?? new Set()).add(value!));
      }
    }
  };
  for (const { url } of reads) if (!url.includes(':')) await read(url);
  for (const { url } of reads) {
    const [param] = /(?<=:)\w+/.exec(url) ?? [];
    if (!param || url.split(':').length > 2) continue;
    const values = [...(found.get(param) ?? [])].slice(-3);
    for (const value of values) await read(url.replace(`:${param}`, encodeURIComponent(value)));
  }
  const sitemap = await site.app.inject('/sitemap.xml');
  const pages = [...sitemap.body.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)];
  expect(pages.length, extreme).toBeGreaterThan(3);
  for (const [, page] of pages) await read(page!);
  for (const feed of ['/feed.xml', '/robots.txt', '/manifest.webmanifest', '/']) await read(feed);
  expect(failed, extreme).toEqual([]);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function readLatest() {
  return site.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function countEntries(): Promise<number> {
  const { n } = await site.deps.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

async function addPlayer(rights = 0): Promise<TestPlayer> {
  count += 1;
  lastPlayer = await site.addPlayer(`Player ${count}`, rights);
  return lastPlayer;
}

function newPage() {
  count += 1;
  return { title: 'Rules', slug: `rules-${count}` };
}

async function addPage(rest = ''): Promise<string> {
  const { id } = (await send(json('POST', '/api/admin/pages', newPage(), admin))).json<{
    id: string;
  }>();
  return `/api/admin/pages/${id}${rest}`;
}

/** Saves a list of labels as it is. */
async function resave(url: string): Promise<InjectOptions> {
  const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  return json('PUT', url, answer.json(), admin);
}

function urlOf(player: TestPlayer, rest: string): string {
  return `/api/admin/users/${encodeURIComponent(player.username)}${rest}`;
}

async function onPlayer(
  method: 'POST' | 'PUT',
  rest: string,
  body: object,
): Promise<InjectOptions> {
  return json(method, urlOf(await addPlayer(), rest), { ...body, version: 0 }, admin);
}

async function send(request: InjectOptions) {
  const answer = await site.app.inject(request);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

async function create(url: string, body: object): Promise<{ id: string; version: number }> {
  return (await send(json('POST', url, body, admin))).json();
}

function launcherUpload(): InjectOptions {
  return {
    method: 'POST',
    url: '/api/admin/launcher/file',
    headers: { 'content-type': 'application/java-archive', cookie: admin.cookie },
    payload: makeJar(),
  };
}

function nextName(): string {
  return `World ${nextNumber()}`;
}

function nextNumber(): number {
  count += 1;
  return count;
}

async function addToken(): Promise<string> {
  const { id } = await create('/api/admin/servers', { name: nextName() });
  const url = `/api/admin/servers/${id}/tokens`;
  const token = await create(url, { scopes: ['heartbeat'] });
  return `${url}/${token.id}`;
}

async function addPurchase(changes = {}): Promise<{ id: number; deliveryId: string }> {
  const player = await addPlayer();
  await giveCoins(site, player, 1000);
  const answer = await buy(site, player, await addItem(site, admin), { changes });
  expect(answer.statusCode, answer.body).toBe(200);
  return site.deps.db
    .selectFrom('purchases')
    .select(['id', selectDeliveryId('purchases')])
    .where('account_id', '=', player.id)
    .executeTakeFirstOrThrow();
}

const codes = {
  name: 'Festival',
  kind: 'coins',
  value: 250,
  word: null,
  count: 2,
  uses: 1,
  perPlayer: 1,
  expiresAt: null,
};

const post = {
  title: 'The gates are open',
  category: 'Community',
  displayImage: null,
  content: '<p>Come in.</p>',
  state: 'draft',
  publishAt: null,
};

async function addCategory(): Promise<string> {
  const answer = await send(json('POST', '/api/admin/shop/categories', { name: 'Hats' }, admin));
  return answer.json<{ id: string }[]>().at(-1)!.id;
}

/** Not running yet, so that it changes no price of the others. */
function sale() {
  return {
    name: 'Midwinter',
    percent: 20,
    price: null,
    scope: 'all',
    categoryId: null,
    itemIds: [],
    startsAt: new Date(Date.now() + 86_400_000).toISOString(),
    endsAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    onHome: false,
  };
}

function poll() {
  return {
    title: 'Bridge or ferry?',
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [{ question: 'Which?', answers: ['Bridge', 'Ferry'] }],
    minAccountAgeDays: 0,
    minTotalLevel: 0,
  };
}

const discordHook = { isOn: true, address: hookAddress(1) };
const discordApp = {
  guildId: '900000000000000001',
  showsOnline: false,
  clientId: '900000000000000002',
  clientSecret: 'secret',
  botToken: 'token',
  roles: [{ roleId: '900000000000000003', reason: 'linked', coins: 0 }],
};

const voteList = {
  name: 'Lantern List',
  link: 'https://lists.example.test/vote?token={token}',
  tokenParameter: '',
  successParameter: '',
  successValue: '',
  tokenAlphabet: 'mixed',
  tokenLength: 22,
  intervalHours: 12,
  method: 'any',
  senders: ['10.0.0.0/8', '127.0.0.1'],
  coins: 5,
  shopItemId: null,
  isOn: true,
};

async function addThread(
  kind: 'question' | 'appeal' = 'question',
  player?: TestPlayer,
): Promise<string> {
  const { id: account_id } = player ?? (await addPlayer());
  const { id } = await site.deps.db
    .insertInto('inbox_threads')
    .values({ account_id, kind, subject: 'A well' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `/api/admin/inbox/${id}`;
}

/** Lists are deleted first, because there can be only a few. */
async function addVoteList(): Promise<string> {
  await site.deps.db.deleteFrom('vote_lists').execute();
  const { id } = await create('/api/admin/votes/lists', voteList);
  return `/api/admin/votes/lists/${id}`;
}

const contract = {
  name: 'Oak for the bridge',
  type: 'Gather',
  skill: 'Woodcutting',
  level: 15,
  npcId: 1,
  npcName: 'The Carpenter',
  itemId: 1521,
  minAmount: 10,
  maxAmount: 40,
};
