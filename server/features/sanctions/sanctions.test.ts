import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

import { sanctions as feature } from './sanctions.feature.ts';
import {
  deleteInfraction,
  findInfractions,
  findSanctionsInForce,
  imposeSanction,
  insertInfraction,
  liftSanction,
} from './sanctions.service.ts';
import type { NewSanction } from './sanctions.service.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('The Admin', 3);
  // Commands are only queued for existing servers.
  await site.deps.db.insertInto('game_servers').values({ name: 'Main' }).execute();
});
afterAll(() => site.close());

const reason = 'Sold Wyncoins for gold.';

/** Closes what has expired. */
const runJob = () => feature.jobs?.(site.deps, [])[0]?.run();

async function read(username: string): Promise<ManagedUser> {
  const answer = await site.app.inject({
    url: `/api/admin/users/${encodeURIComponent(username)}`,
    headers: { cookie: admin.cookie },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ManagedUser>();
}

async function sanction(
  player: TestPlayer,
  kind: 'mute' | 'ban',
  expiresAt: string | null = null,
): Promise<void> {
  const { version } = await read(player.username);
  const url = `/api/admin/users/${encodeURIComponent(player.username)}/sanctions/${kind}`;
  const answer = await site.app.inject(json('PUT', url, { reason, expiresAt, version }, admin));
  expect(answer.statusCode, answer.body).toBe(204);
}

async function pardon(player: TestPlayer, kind: 'mute' | 'ban') {
  const { version } = await read(player.username);
  const name = encodeURIComponent(player.username);
  return site.app.inject(
    json(
      'DELETE',
      `/api/admin/users/${name}/sanctions/${kind}?version=${version}`,
      undefined,
      admin,
    ),
  );
}

const verify = (player: TestPlayer) =>
  site.app.inject({ url: '/auth/verify', headers: { cookie: player.cookie } });

async function logIn(player: TestPlayer) {
  const idToken = await fetchIdToken(site.app, player.email);
  return site.app.inject(json('POST', '/auth/web-login', { idToken }));
}

async function commandsFor(player: TestPlayer) {
  const rows = await site.deps.db.selectFrom('game_commands').selectAll().orderBy('id').execute();
  return rows
    .filter(({ args }) => args.player === player.username)
    .map(({ type, args }) => ({ type, args }));
}

describe('a ban', () => {
  it('ends all sessions at once and shows the reason and the end', async () => {
    const player = await site.addPlayer('Banned One');
    expect((await verify(player)).statusCode).toBe(200);
    await sanction(player, 'ban', '2099-12-24T15:30:00.000Z');

    // A page sends several requests; only the session check may clear the cookie.
    const other = await site.app.inject({
      url: '/api/wallet/statement',
      headers: { cookie: player.cookie },
    });
    expect(other.json()).toMatchObject({ code: 'accounts/banned' });
    expect(other.cookies).toEqual([]);

    const answer = await verify(player);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'accounts/banned',
      error: `This account is banned until 24 December 2099 at 15:30 UTC. Reason: ${reason}`,
    });
    expect(answer.cookies[0]).toMatchObject({ name: 'session', value: '' });
    const { sessions, ban } = await read(player.username);
    expect(sessions).toEqual([]);
    expect(ban).toMatchObject({ reason, source: 'site', issuedBy: 'The Admin', liftedAt: null });
  });

  it('refuses sign-in with the reason until it is lifted', async () => {
    const player = await site.addPlayer('Banned Two');
    await sanction(player, 'ban');
    const refused = await logIn(player);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'accounts/banned',
      error: `This account is banned permanently. Reason: ${reason}`,
    });
    const { sessions } = await read(player.username);
    expect(sessions).toEqual([]);
    const cookie = sessionCookieOf(refused);
    expect((await verify({ ...player, cookie })).statusCode).toBe(401);
    expect((await pardon(player, 'ban')).statusCode).toBe(204);
    expect((await logIn(player)).statusCode).toBe(200);
    // The old session stays ended, and the one for an appeal opens nothing.
    expect((await verify({ ...player, cookie })).statusCode).toBe(401);
    expect((await verify(player)).statusCode).toBe(401);
  });

  it('ends at its expiry before any job has run; the job then informs the game', async () => {
    const player = await site.addPlayer('Banned Brief');
    await sanction(player, 'ban', '2099-01-01T00:00:00.000Z');
    await site.deps.db
      .updateTable('sanctions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', player.id)
      .execute();

    expect((await logIn(player)).statusCode).toBe(200);
    expect((await read(player.username)).ban).toBeNull();
    await runJob();
    await runJob();
    expect((await read(player.username)).sanctions[0]).toMatchObject({ liftedBy: 'expiry' });
    expect(await commandsFor(player)).toEqual([
      { type: 'ban', args: expect.objectContaining({ player: 'Banned Brief', reason }) },
      { type: 'unban', args: { player: 'Banned Brief' } },
    ]);
  });

  it('hides the player from the hiscores until it is lifted', async () => {
    const player = await site.addPlayer('Banned Star');
    const { db } = site.deps;
    await db
      .insertInto('players')
      .values({
        name: 'Banned Star',
        name_key: 'banned star',
        experience: Array.from({ length: 21 }, () => 1000),
        total_level: 50,
        total_tenths: 21_000,
        observed_at: new Date(),
      })
      .execute();
    const isListed = async () =>
      (
        await db
          .selectFrom('players')
          .select('is_listed')
          .where('name_key', '=', 'banned star')
          .executeTakeFirstOrThrow()
      ).is_listed;
    await sanction(player, 'ban');
    expect(await isListed()).toBe(false);
    await pardon(player, 'ban');
    expect(await isListed()).toBe(true);
  });
});

describe('a mute', () => {
  it('is sent to the game and does not end the session', async () => {
    const player = await site.addPlayer('Muted One');
    await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
    expect((await verify(player)).statusCode).toBe(200);
    await pardon(player, 'mute');
    expect(await commandsFor(player)).toEqual([
      {
        type: 'mute',
        args: { player: 'Muted One', until: '2099-01-01T00:00:00.000Z', reason },
      },
      { type: 'unmute', args: { player: 'Muted One' } },
    ]);
  });

  it('cannot be lifted when there is none', async () => {
    const player = await site.addPlayer('Muted Two');
    const answer = await pardon(player, 'mute');
    expect(answer.json()).toMatchObject({ code: 'admin/not-sanctioned' });
  });
});

it('a new sanction replaces the old one', async () => {
  const player = await site.addPlayer('Again');
  await sanction(player, 'ban', '2099-01-01T00:00:00.000Z');
  await sanction(player, 'ban');
  const inForce = await findSanctionsInForce(site.deps.db, player.id);
  expect(inForce).toHaveLength(1);
  expect(inForce[0]?.expiresAt).toBeNull();
  expect((await read(player.username)).sanctions).toHaveLength(2);
});

it('a sanction that expired before it was replaced keeps its expiry as its end', async () => {
  const player = await site.addPlayer('Twice Muted');
  await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
  const expiresAt = new Date(Date.now() - 3_600_000);
  await site.deps.db
    .updateTable('sanctions')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', player.id)
    .execute();
  await sanction(player, 'mute');
  const { sanctions } = await read(player.username);
  expect(sanctions.find((one) => one.expiresAt !== null)).toMatchObject({
    liftedAt: expiresAt.toISOString(),
    liftedBy: 'expiry',
  });
  expect(sanctions.find((one) => one.expiresAt === null)).toMatchObject({ liftedAt: null });
});

it('lifting says whether a sanction was in force, and one that has expired keeps its end', async () => {
  const player = await site.addPlayer('Lifted Late');
  const lift = () =>
    transaction(site.deps.db, (trx) =>
      liftSanction(site.deps, trx, { accountId: player.id, kind: 'mute', liftedBy: 'The Admin' }),
    );
  await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
  expect([await lift(), await lift()]).toEqual([true, false]);
  await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
  const expiresAt = new Date(Date.now() - 3_600_000);
  await site.deps.db
    .updateTable('sanctions')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', player.id)
    .where('lifted_at', 'is', null)
    .execute();
  expect(await lift()).toBe(false);
  expect((await read(player.username)).sanctions).toMatchObject([
    { liftedBy: 'expiry', liftedAt: expiresAt.toISOString() },
    { liftedBy: 'The Admin' },
  ]);
  // The game is told at once, not only by the job.
  const types = (await commandsFor(player)).map(({ type }) => type);
  expect(types).toEqual(['mute', 'unmute', 'mute', 'unmute']);
});

const readRows = () => site.deps.db.selectFrom('sanctions').selectAll().orderBy('id').execute();

const impose = (player: { id: number }, rest: Partial<NewSanction> = {}) =>
  transaction(site.deps.db, (trx) =>
    imposeSanction(site.deps, trx, {
      accountId: player.id,
      kind: 'mute',
      reason,
      expiresAt: null,
      source: 'game',
      issuedBy: 'Mod Ash (Main)',
      ...rest,
    }),
  );

it('a ban and its end leave the mute, and the sanctions of others', async () => {
  const [player, other] = [await site.addPlayer('Twice Bad'), await site.addPlayer('Once Bad')];
  await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
  await sanction(other, 'ban');
  await sanction(player, 'ban');
  const inForce = async ({ id }: TestPlayer) =>
    (await findSanctionsInForce(site.deps.db, id)).map(({ kind, accountId }) => [kind, accountId]);
  expect(await inForce(player)).toEqual([
    ['ban', player.id],
    ['mute', player.id],
  ]);
  expect((await pardon(player, 'ban')).statusCode).toBe(204);
  expect(await inForce(player)).toEqual([['mute', player.id]]);
  expect(await inForce(other)).toEqual([['ban', other.id]]);
  expect((await pardon(player, 'ban')).json()).toMatchObject({
    code: 'admin/not-sanctioned',
    error: 'This player is no longer banned.',
  });
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject', '=', 'twice bad')
    .orderBy('id')
    .execute();
  const actor_id = admin.id;
  const [brief, forEver] = [
    { reason, until: '2099-01-01T00:00:00.000Z' },
    { reason, until: 'for ever' },
  ];
  expect(entries).toEqual([
    { actor_id, action: 'accounts/muted', before: null, after: brief },
    { actor_id, action: 'accounts/banned', before: null, after: forEver },
    { actor_id, action: 'accounts/unbanned', before: forEver, after: null },
  ]);
  await sanction(player, 'mute');
  const [latest] = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', 'twice bad')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(latest).toEqual({ action: 'accounts/muted', before: brief, after: forEver });
});

it('the job closes what has expired, once, and nothing else', async () => {
  const names = ['Was Muted', 'Was Banned', 'Still Muted', 'Was Lifted'];
  const players: TestPlayer[] = [];
  for (const name of names) players.push(await site.addPlayer(name));
  const [muted, banned, open, lifted] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
  for (const player of [muted, open, lifted]) {
    await sanction(player, 'mute', '2099-01-01T00:00:00.000Z');
  }
  await sanction(banned, 'ban', '2099-01-01T00:00:00.000Z');
  await pardon(lifted, 'mute');
  const expiresAt = new Date(Date.now() - 1000);
  const expired = [muted.id, banned.id];
  await site.deps.db
    .updateTable('sanctions')
    .set({ expires_at: expiresAt })
    .where('account_id', 'in', [...expired, lifted.id])
    .execute();
  const before = await readRows();
  const types = async (player: TestPlayer) => (await commandsFor(player)).map(({ type }) => type);
  const told = [await types(open), await types(lifted)];
  const topics = recordTopics(site.deps.live);
  await runJob();
  const published = topics.take(muted);
  expect(published).toMatch(/\bme\b(?! of)/);
  expect(published).toContain(`me of ${banned.id}`);
  await runJob();
  expect(topics.take()).toBe('');
  expect(await readRows()).toEqual(
    before.map((row) =>
      expired.includes(row.account_id)
        ? { ...row, lifted_at: expiresAt, lifted_by: 'expiry' }
        : row,
    ),
  );
  expect([await types(muted), await types(banned)]).toEqual([
    ['mute', 'unmute'],
    ['ban', 'unban'],
  ]);
  expect([await types(open), await types(lifted)]).toEqual(told);
  const actors = await site.deps.db
    .selectFrom('game_commands')
    .select(['type', 'actor_id', 'actor_name'])
    .where('type', 'in', ['ban', 'unban'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(actors).toEqual([
    { type: 'unban', actor_id: null, actor_name: 'expiry' },
    { type: 'ban', actor_id: admin.id, actor_name: 'The Admin' },
  ]);
});

it('a lift that names a sanction lifts only that one, and tells open pages', async () => {
  const player = await site.addPlayer('Named One');
  const topics = recordTopics(site.deps.live);
  await impose(player);
  expect(topics.take(player)).toBe('me');
  const [found] = await findSanctionsInForce(site.deps.db, player.id);
  const lift = (rest: { id?: number; source?: 'game' }) =>
    transaction(site.deps.db, (trx) =>
      liftSanction(site.deps, trx, {
        accountId: player.id,
        kind: 'mute',
        liftedBy: 'Mod Ash (Main)',
        ...rest,
      }),
    );
  expect(await lift({ id: found!.id + 1 })).toBe(false);
  expect(await findSanctionsInForce(site.deps.db, player.id)).toEqual([found]);
  expect(await lift({ id: found!.id, source: 'game' })).toBe(true);
  expect(topics.take(player)).toBe('me');
  expect((await read(player.username)).sanctions).toMatchObject([{ liftedBy: 'Mod Ash (Main)' }]);
  // The game has lifted it itself.
  expect(await commandsFor(player)).toEqual([]);
  await impose(player, { source: 'site', issuedBy: 'The Watch' });
  expect(await lift({})).toBe(true);
  const commands = await site.deps.db
    .selectFrom('game_commands')
    .select(['type', 'args', 'actor_name'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(commands).toEqual([
    { type: 'unmute', args: { player: 'Named One' }, actor_name: 'Mod Ash (Main)' },
    { type: 'mute', args: { player: 'Named One', until: null, reason }, actor_name: 'The Watch' },
  ]);
});

it('the last admin can be muted, but not banned, also not by the game', async () => {
  await expect(impose(admin, { kind: 'ban' })).rejects.toMatchObject({
    code: 'accounts/last-admin',
  });
  await impose(admin);
  expect(await read('The Admin')).toMatchObject({ ban: null, mute: { reason }, isLastAdmin: true });
  const deputy = await site.addPlayer('Deputy', 3);
  await impose(deputy, { kind: 'ban' });
  expect(await read('Deputy')).toMatchObject({ ban: { reason }, isLastAdmin: false });
  await site.deps.db
    .deleteFrom('sanctions')
    .where('account_id', 'in', [admin.id, deputy.id])
    .execute();
});

it('notes of the staff and sanctions are listed newest first, each with its own player', async () => {
  const [player, other] = [await site.addPlayer('Noted One'), await site.addPlayer('Noted Two')];
  const note = (id: number, text: string) =>
    insertInfraction(site.deps.db, { account_id: id, note: text, noted_by: 'The Admin' });
  await note(player.id, 'First');
  await note(other.id, 'Of another');
  await note(player.id, 'Second');
  const { db } = site.deps;
  const found = await findInfractions(db, player.id);
  expect(found).toEqual(
    ['Second', 'First'].map((text) => ({
      id: expect.any(Number) as number,
      note: text,
      notedBy: 'The Admin',
      at: expect.any(Date) as Date,
    })),
  );
  expect(await deleteInfraction(db, other.id, found[0]!.id)).toBeUndefined();
  expect(await deleteInfraction(db, player.id, found[0]!.id)).toEqual({
    note: 'Second',
    notedBy: 'The Admin',
  });
  expect(await findInfractions(db, player.id)).toEqual([found[1]]);
});

it('an end in the past is refused', async () => {
  const player = await site.addPlayer('Too Late');
  const answer = await site.app.inject(
    json(
      'PUT',
      '/api/admin/users/Too%20Late/sanctions/ban',
      { reason, expiresAt: '2020-01-01T00:00:00.000Z', version: 0 },
      admin,
    ),
  );
  expect(answer.json()).toMatchObject({
    code: 'request/invalid',
    fields: { expiresAt: 'Choose an end date in the future.' },
  });
  expect(await findSanctionsInForce(site.deps.db, player.id)).toEqual([]);
});

it('a sanction reported by the game is not sent back to the game', async () => {
  const player = await site.addPlayer('From Game');
  await impose(player);
  expect(await commandsFor(player)).toEqual([]);
  expect((await read(player.username)).mute).toMatchObject({ source: 'game' });
});

it('the player and admins see mutes, bans and infractions in the hiscores record', async () => {
  const player = await site.addPlayer('Recorded');
  await site.deps.db
    .insertInto('players')
    .values({
      name: 'Recorded',
      name_key: 'recorded',
      experience: Array.from({ length: 21 }, () => 0),
      total_level: 30,
      total_tenths: 0,
      observed_at: new Date(),
    })
    .execute();
  await sanction(player, 'mute');
  const { version } = await read(player.username);
  await site.app.inject(
    json('POST', '/api/admin/users/recorded/infractions', { note: 'Spam', version }, admin),
  );
  for (const caller of [player, admin]) {
    const answer = await site.app.inject({
      url: '/api/hiscores/user/recorded',
      headers: { cookie: caller.cookie },
    });
    expect(answer.json()).toMatchObject({ muted: true, banned: false, infractions: ['Spam'] });
  }
  const stranger = await site.addPlayer('Passer By');
  for (const { cookie } of [stranger, { cookie: '' }]) {
    const answer = await site.app.inject({
      url: '/api/hiscores/user/recorded',
      headers: { cookie },
    });
    const shown = Object.keys(answer.json<object>());
    expect(shown).toContain('username');
    const hidden = ['email', 'wyncoins', 'muted', 'banned', 'infractions'];
    expect(hidden.filter((field) => shown.includes(field))).toEqual([]);
  }
});
