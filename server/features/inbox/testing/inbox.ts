import { setRights } from '#server/features/accounts/change-account.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { SanctionKind } from '#shared/endpoints/players.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

type Sender = { cookie: string; id: number };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** Each player writes from a network of their own, because networks have limits. */
export function callsTo(site: TestApp) {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the shape of the answer
  return async <T = Record<string, unknown>>(
    player: Sender,
    method: Method,
    url: string,
    body?: unknown,
  ) => {
    const { id, cookie } = player;
    const request =
      method === 'GET' ? { url, headers: { cookie } } : json(method, url, body, { cookie });
    const remoteAddress = `10.0.${id >> 8}.${id & 255}`;
    const answer = await site.app.inject({ ...request, remoteAddress });
    const read: unknown = answer.body === '' ? {} : answer.json();
    return { status: answer.statusCode, body: read as T & { code?: string; error?: string } };
  };
}

export const question = {
  about: null,
  category: 'The game',
  subject: 'A well',
  text: 'It is dry.',
};

/** A player moderator with these permissions. */
export async function addHolder(
  site: TestApp,
  username: string,
  permissions: StaffPermission[],
): Promise<TestPlayer> {
  const player = await site.addPlayer(username, 1);
  await setRights(site.deps, username, { rights: 1, permissions, actor: commandLine });
  const cookie = sessionCookieOf(await signIn(site, player));
  return { ...player, cookie };
}

export async function signIn({ app }: TestApp, { email }: Pick<TestPlayer, 'email'>) {
  const idToken = await fetchIdToken(app, email);
  return app.inject(json('POST', '/auth/web-login', { idToken }));
}

/** Sends the request of the admin screen. Returns the id of the sanction. */
export async function sanction(
  site: TestApp,
  by: TestPlayer,
  player: TestPlayer,
  kind: SanctionKind,
): Promise<number> {
  const { db } = site.deps;
  const { version } = await db
    .selectFrom('accounts')
    .select('version')
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow();
  const url = `/api/admin/users/${encodeURIComponent(player.username)}/sanctions/${kind}`;
  const body = { reason: 'Spam in the market', expiresAt: null, version };
  const answer = await site.app.inject(json('PUT', url, body, by));
  if (answer.statusCode !== 204) throw new Error(answer.body);
  const { id } = await db
    .selectFrom('sanctions')
    .select('id')
    .where('account_id', '=', player.id)
    .where('lifted_at', 'is', null)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return id;
}

export const byText = (a: string, b: string) => a.localeCompare(b);
