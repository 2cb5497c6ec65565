import { json } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { LoggedCallback, ManagedVoteList, VoteListDraft } from '#shared/endpoints/votes.ts';

export const lanternList: VoteListDraft = {
  name: 'Lantern List',
  link: 'https://lists.example.test/vote?for=7&token={token}',
  tokenParameter: 'incentive',
  successParameter: 'voted',
  successValue: '1',
  tokenAlphabet: 'mixed',
  tokenLength: 22,
  intervalHours: 12,
  method: 'any',
  senders: [],
  coins: 40,
  shopItemId: null,
  isOn: true,
};

export async function addVoteList(
  { app }: Pick<TestApp, 'app'>,
  admin: TestPlayer,
  changes: Partial<VoteListDraft> = {},
): Promise<ManagedVoteList> {
  const body = { ...lanternList, ...changes };
  const answer = await app.inject(json('POST', '/api/admin/votes/lists', body, admin));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

/** The token in the link that the player gets. */
export async function startVote(
  { app }: Pick<TestApp, 'app'>,
  player: TestPlayer,
  list: { id: number },
): Promise<string> {
  const answer = await app.inject(json('POST', `/api/votes/lists/${list.id}/start`, {}, player));
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return new URL(answer.json<{ url: string }>().url).searchParams.get('token') ?? '';
}

type Sent = { fields?: Record<string, string>; ip?: string; secret?: string };

/** A callback as the lantern list sends it. */
export function sendCallback(
  { app }: Pick<TestApp, 'app'>,
  { callbackUrl }: Pick<ManagedVoteList, 'callbackUrl'>,
  token: string,
  { fields = { voted: '1' }, ip = '192.0.2.10', secret }: Sent = {},
) {
  const { pathname } = new URL(callbackUrl);
  const path = secret === undefined ? pathname : pathname.replace(/[^/]+$/, secret);
  const query = new URLSearchParams({ incentive: token, ...fields });
  return app.inject({ url: `${path}?${query}`, remoteAddress: ip });
}

export async function readLog(
  { app }: Pick<TestApp, 'app'>,
  admin: TestPlayer,
): Promise<LoggedCallback[]> {
  const headers = { cookie: admin.cookie };
  const answer = await app.inject({ url: '/api/admin/votes/callbacks', headers });
  return answer.json<{ callbacks: LoggedCallback[] }>().callbacks;
}
