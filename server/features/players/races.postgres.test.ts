import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { setRights } from '#server/features/accounts/change-account.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const urlOf = ({ username }: TestPlayer, rest: string) =>
  `/api/admin/users/${encodeURIComponent(username)}${rest}`;

async function versionOf(player: TestPlayer, as: TestPlayer): Promise<number> {
  const answer = await site.app.inject({ url: urlOf(player, ''), headers: { cookie: as.cookie } });
  return answer.json<ManagedUser>().version;
}

const demote = async (target: TestPlayer, as: TestPlayer, version: number) =>
  (await site.app.inject(json('PUT', urlOf(target, '/rights'), { rights: 0, version }, as)))
    .statusCode;
const ban = async (target: TestPlayer, as: TestPlayer, version: number) =>
  (
    await site.app.inject(
      json('PUT', urlOf(target, '/sanctions/ban'), { reason: 'x', expiresAt: null, version }, as),
    )
  ).statusCode;

async function countActiveAdmins(): Promise<number> {
  const { n } = await site.deps.db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_rights', '=', 3)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sanctions')
            .select('id')
            .whereRef('sanctions.account_id', '=', 'accounts.id')
            .where('kind', '=', 'ban')
            .where('lifted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return n;
}

it.each([
  ['demote', demote, demote],
  ['ban', ban, ban],
  ['demote and ban', demote, ban],
] as const)('two admins who %s each other at once leave exactly one', async (_, one, two) => {
  for (let round = 0; round < sized(4, 10); round++) {
    // Leaves no other admin.
    await site.deps.db.updateTable('accounts').set({ user_rights: 0 }).execute();
    await site.deps.db.deleteFrom('sanctions').execute();
    const name = `${_.slice(0, 3)}${round}`;
    const first = await site.addPlayer(`${name} a${_.length}`, 3);
    const second = await site.addPlayer(`${name} b${_.length}`, 3);
    const versions = [await versionOf(first, second), await versionOf(second, first)] as const;
    const statuses = await Promise.all([
      one(first, second, versions[0]),
      two(second, first, versions[1]),
    ]);
    expect(await countActiveAdmins(), JSON.stringify(statuses)).toBe(1);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  }
});

it('of many concurrent writes from the same version, one succeeds and leaves one audit entry', async () => {
  await site.deps.db.updateTable('accounts').set({ user_rights: 0 }).execute();
  const admins = await Promise.all(
    Array.from({ length: 8 }, (_, at) => site.addPlayer(`Crowd ${at}`, 3)),
  );
  const target = await site.addPlayer('The Target');
  const version = await versionOf(target, admins[0]!);
  const answers = await Promise.all(
    admins.map((admin) =>
      site.app.inject(
        json(
          'POST',
          urlOf(target, '/infractions'),
          { note: `By ${admin.username}`, version },
          admin,
        ),
      ),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([204, ...Array.from({ length: 7 }, () => 409)]);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('subject', '=', 'the target')
    .execute();
  expect(entries).toHaveLength(1);
});

it('a sign-in concurrent with a ban leaves no session open but for appeals', async () => {
  const admin = await site.addPlayer('Race Admin', 3);
  for (let round = 0; round < sized(4, 10); round++) {
    const player = await site.addPlayer(`Racer ${round}`);
    const idToken = await fetchIdToken(site.app, player.email);
    const logIn = () => site.app.inject(json('POST', '/auth/web-login', { idToken }));
    const [, banned] = await Promise.all([logIn(), ban(player, admin, 0), logIn(), logIn()]);
    expect(banned).toBe(204);
    const open = await site.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', player.id)
      .where('expires_at', '>', new Date())
      .where('appeal_only', '=', false)
      .execute();
    expect(open).toEqual([]);
  }
});

it('a ban by staff is refused if their permission is taken while it runs', async () => {
  const { db } = site.deps;
  const admin = await site.addPlayer('Taker', 3);
  const staff = await site.addPlayer('Holder', 2);
  const player = await site.addPlayer('Spared');
  const change = { actor: commandLine, rights: 2, permissions: ['players' as const] };
  await setRights(site.deps, staff.username, change);
  const banning = await db.transaction().execute(async (trx) => {
    // changeAccount does this when an admin takes a permission.
    await trx
      .selectFrom('accounts')
      .select('id')
      .where('user_rights', '=', 3)
      .forUpdate()
      .execute();
    const running = ban(player, staff, 0);
    // The request has passed the session check once it waits for the admins' lock.
    await expect.poll(() => countWaiting(db), { timeout: 30_000 }).toBe(1);
    await trx.deleteFrom('account_permissions').where('account_id', '=', staff.id).execute();
    return { running };
  });
  expect(await banning.running).toBe(403);
  expect(await versionOf(player, admin)).toBe(0);
});

async function countWaiting(db: TestApp['deps']['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.n;
}
