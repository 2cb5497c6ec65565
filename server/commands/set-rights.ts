import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { changeRights } from '#server/features/players/manage.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { rights } from '#shared/rules/permissions.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import type { Command } from './command.ts';

const ranks = Object.entries(rights).map(([rank, number]) => ({ rank, number }));

export const setUserRights: Command = {
  name: 'set-rights',
  summary: 'Set the rights of a player: player, moderator, staff or admin.',
  operands: ['NAME', 'N'],
  notes: [
    `N is ${ranks.map(({ rank, number }) => `${number} (${rank})`).join(', ')}.`,
    'The last admin cannot be demoted.',
  ],
  async run({ operands: [name = '', wanted = ''] }, { terminal, withDeps }) {
    const chosen = ranks.find(({ number }) => String(number) === wanted);
    if (!chosen) throw new StartupError(`N must be 0, 1, 2 or 3, not ${wanted}.`);
    const account = await withDeps(async (deps) => {
      await changeRights(deps, { username: name, actor: commandLine }, { rights: chosen.number });
      return getAccount(deps.db, name);
    });
    terminal.print(
      `${formatUsername(account.username)} now has rights ${chosen.number} (${chosen.rank}).`,
    );
  },
};
