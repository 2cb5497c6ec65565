import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { changeAccount } from '#server/features/accounts/change-account.service.ts';
import {
  revokeSessionsWithoutPublish,
  revokeTokens,
} from '#server/features/accounts/sessions.service.ts';
import { removeTwoFactor } from '#server/features/accounts/two-factor.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import type { Command } from './command.ts';

export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  summary: 'Turn two-factor sign-in off for a player who lost both phone and recovery codes.',
  operands: ['NAME'],
  notes: [
    'Verify who is asking first. The player is signed out everywhere and then signs in with the',
    'password only; staff must set it up again if the site requires it.',
  ],
  async run({ operands: [name = ''] }, { terminal, withDeps }) {
    const username = await withDeps(async (deps) => {
      await changeAccount(deps, { username: name, actor: commandLine }, async (trx, account) => {
        if (!(await removeTwoFactor(trx, account.id))) {
          throw new StartupError('This player has no two-factor sign-in.');
        }
        await revokeSessionsWithoutPublish(trx, account.id);
        return { action: 'accounts/two-factor-removed' };
      });
      const account = await getAccount(deps.db, name);
      await revokeTokens(deps, account);
      return account.username;
    });
    terminal.print(`${formatUsername(username)} now signs in without a second factor.`);
  },
};
