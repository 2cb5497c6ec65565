import type { Deps } from '#server/deps.ts';
import { commandLine } from '#server/lib/audit.ts';

import { createAccount } from './accounts.service.ts';
import { setRights } from './change-account.service.ts';

export const demoPassword = 'wynhold-demo';

export const demoAccounts = [
  { email: 'admin@wynhold.test', username: 'Wyn Admin', rights: 3 },
  { email: 'staff@wynhold.test', username: 'Wyn Staff', rights: 2 },
  { email: 'moderator@wynhold.test', username: 'Wyn Mod', rights: 1 },
  { email: 'player@wynhold.test', username: 'Wyn Player', rights: 0 },
];

export async function loadDemoAccounts(deps: Deps): Promise<void> {
  for (const { email, username, rights } of demoAccounts) {
    await createAccount(deps, { email, username, password: demoPassword, isEmailVerified: true });
    if (rights > 0) await setRights(deps, username, { rights, actor: commandLine });
  }
}
