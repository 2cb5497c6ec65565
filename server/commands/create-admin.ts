import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { Email, Username } from '#shared/endpoints/accounts.ts';
import { rights } from '#shared/rules/permissions.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { passwordFromStdin, textOf } from './command.ts';
import type { Command } from './command.ts';
import { obtainPassword, obtainText } from './prompt.ts';

export const createAdmin: Command = {
  name: 'create-admin',
  summary: 'Create an account with all rights.',
  options: {
    username: { type: 'string', about: 'the name in the game' },
    email: { type: 'string', about: 'the address to sign in with' },
    'password-stdin': passwordFromStdin,
  },
  notes: [
    'Asks for everything that is not given. To make an existing player an admin, use',
    'set-rights NAME 3 instead.',
  ],
  async run({ options }, { terminal, withDeps }) {
    const { username, email } = options;
    const fromStdin = options['password-stdin'] === true;
    if (!terminal.isInteractive && !(username && email && fromStdin)) {
      throw new StartupError(
        'Not an interactive terminal: pass --username, --email and --password-stdin.',
      );
    }
    if (fromStdin && !(username && email)) {
      throw new StartupError('With --password-stdin, pass --username and --email too.');
    }
    const input = {
      username: await obtainText(terminal, {
        given: textOf(username),
        question: 'Username',
        schema: Username,
      }),
      email: await obtainText(terminal, {
        given: textOf(email),
        question: 'Email',
        schema: Email,
      }),
      password: await obtainPassword(terminal, { fromStdin }),
    };
    terminal.print(await withDeps((deps) => makeAdmin(deps, input)));
  },
};

type NewAdmin = { username: string; email: string; password: string };

/** Returns what to tell the owner. */
export async function makeAdmin(deps: Deps, input: NewAdmin): Promise<string> {
  await createAccount(deps, input);
  await setRights(deps, input.username, { rights: rights.admin, actor: commandLine });
  return `${formatUsername(input.username)} is now an admin and signs in as ${input.email}.`;
}
