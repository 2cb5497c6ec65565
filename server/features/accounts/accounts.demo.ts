import type { Db } from '#server/db/schema.ts';
import { demoCommunityManager, readDemoPlayers } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { createAccount } from './accounts.service.ts';
import { setRights } from './change-account.service.ts';
import { reserveNames } from './reserved-names.service.ts';

export const demoPassword = 'wynhold-demo';
const demoMailHost = '@players.wynhold.test';

export const demoAccounts = [
  { email: 'admin@wynhold.test', username: 'Wyn Admin', rights: 3 },
  { email: 'staff@wynhold.test', username: 'Wyn Staff', rights: 2 },
  { email: 'moderator@wynhold.test', username: 'Wyn Mod', rights: 1 },
  { email: 'player@wynhold.test', username: 'Wyn Player', rights: 0 },
];

export async function loadDemoAccounts(deps: Deps): Promise<void> {
  // Together, because a password is hashed in a thread and takes longer than everything else.
  const common = { password: demoPassword, isEmailVerified: true };
  await Promise.all(
    demoAccounts.map(({ email, username }) => createAccount(deps, { email, username, ...common })),
  );
  for (const { username, rights } of demoAccounts) {
    if (rights > 0) await setRights(deps, username, { rights, actor: commandLine });
  }
}

export async function loadDemoPlayers(db: Db): Promise<void> {
  const { withAccount } = await readDemoPlayers();
  const joined = Date.now() - withAccount.length * 3 * 86_400_000;
  await db
    .insertInto('accounts')
    .values(
      withAccount.map((username, at) => {
        const key = toUsernameKey(username);
        const email = emailOf(username);
        return {
          username,
          username_key: key,
          email,
          email_key: email,
          identity_provider: 'demo',
          identity_id: key,
          email_verified_at: new Date(joined + at * 3 * 86_400_000),
          community_manager: username === demoCommunityManager,
          created_at: new Date(joined + at * 3 * 86_400_000),
        };
      }),
    )
    .execute();
}

/** Players of the game without an account, so that a visitor can try to claim a name. */
export async function reserveDemoNames(deps: Pick<Deps, 'db'>): Promise<void> {
  const { withoutAccount } = await readDemoPlayers();
  const names = withoutAccount.map((username) => ({ username, email: emailOf(username) }));
  await reserveNames(deps, commandLine, names);
}

function emailOf(username: string): string {
  return `${toUsernameKey(username).replaceAll(' ', '.')}${demoMailHost}`;
}
