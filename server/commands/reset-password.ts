import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { changeAtProvider } from '#server/features/accounts/user.service.ts';
import { createResetLinkFor } from '#server/features/identity/password-reset.service.ts';
import { findSanctionsInForce } from '#server/features/sanctions/sanctions.service.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { passwordFromStdin } from './command.ts';
import type { Command } from './command.ts';
import { obtainPassword } from './prompt.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  summary: 'Create a link for a player to choose a new password.',
  operands: ['NAME'],
  options: {
    'password-stdin': {
      ...passwordFromStdin,
      about: 'set the password from standard input instead',
    },
  },
  notes: [
    'The link works once and for one hour; send it through a channel you trust. With',
    '--password-stdin the password is set at once and the player is signed out everywhere.',
  ],
  async run({ operands: [name = ''], options }, { terminal, withDeps }) {
    if (options['password-stdin'] === true) {
      const password = await obtainPassword(terminal, { fromStdin: true });
      const username = await withDeps((deps) => setPassword(deps, name, password));
      terminal.print(`${username} has a new password and was signed out everywhere.`);
      return;
    }
    const { username, link, ban } = await withDeps((deps) => createLink(deps, name));
    terminal.print(`One-time link for ${username}, valid for one hour:\n${link}`);
    if (ban) {
      terminal.print(
        `${username} is banned (${ban.reason}) and cannot sign in until the ban is lifted under Users, Moderation.`,
      );
    }
  },
};

async function setPassword(deps: Deps, name: string, password: string): Promise<string> {
  const account = await getAccount(deps.db, name);
  await changeAtProvider(deps, account, { change: { password } });
  await recordAudit(deps.db, {
    actor: commandLine,
    action: 'accounts/password-set',
    subject: account.usernameKey,
  });
  return formatUsername(account.username);
}

async function createLink(deps: Deps, name: string) {
  const account = await getAccount(deps.db, name);
  if (deps.identity.name !== 'embedded') {
    throw new StartupError(
      `Firebase manages the passwords: request an email at ${deps.config.siteUrl}/reset, or use --password-stdin.`,
    );
  }
  const link = await createResetLinkFor(deps, account.email);
  if (!link) {
    throw new StartupError('No link was created: the account was changed just now. Try again.');
  }
  await recordAudit(deps.db, {
    actor: commandLine,
    action: 'accounts/reset-link-made',
    subject: account.usernameKey,
  });
  const sanctions = await findSanctionsInForce(deps.db, account.id);
  const ban = sanctions.find(({ kind }) => kind === 'ban');
  return { username: formatUsername(account.username), link, ban };
}
