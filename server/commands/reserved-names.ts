import { readFile } from 'node:fs/promises';

import { releaseName, reserveNames } from '#server/features/accounts/reserved-names.service.ts';
import type { ReservedFor } from '#server/features/accounts/reserved-names.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { cannotRead } from '#server/lib/files/cannot-read.ts';
import { Email } from '#shared/endpoints/accounts.ts';
import { usernamePattern } from '#shared/rules/usernames.ts';

import type { Command } from './command.ts';

export const reserveNamesOf: Command = {
  name: 'reserve-names',
  summary: 'Reserve the names of imported characters, so that nobody else registers them.',
  operands: ['FILE'],
  notes: [
    'FILE has one name per line, as `npm run adapter -- lostcity --import FOLDER` writes it. With',
    '`NAME,EMAIL` the character’s owner can claim the name with a link sent to that address.',
    'Names that already have an account are listed: their imported characters belong to these accounts.',
    'It can be repeated. Players claim their names on the registration page, with that link or with a',
    'code that they type in the game; `release-name` frees a name for anybody.',
  ],
  async run({ operands: [file = ''] }, { terminal, withDeps }) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw cannotRead(file, error);
    });
    const names: ReservedFor[] = [];
    for (const [at, line] of text.split('\n').entries()) {
      const [username = '', address = ''] = line.split(/[,;\t]/).map((part) => part.trim());
      const email = address === '' ? undefined : Email.safeParse(address).data;
      const problem = !usernamePattern.test(username)
        ? `${JSON.stringify(username)} is not a username`
        : address !== '' && email === undefined
          ? `${JSON.stringify(address)} is not an email address`
          : undefined;
      if (line.trim() === '') continue;
      if (problem) terminal.printError(`line ${at + 1}: ${problem}`);
      else names.push({ username, email });
    }
    const { added, known, taken } = await withDeps((deps) =>
      reserveNames(deps, commandLine, names),
    );
    for (const name of taken) terminal.print(`${name} already has an account.`);
    const counts = [added, known, taken.length].map((count) => count.toLocaleString('en'));
    terminal.print(
      `${counts[0]} reserved, ${counts[1]} already reserved, ${counts[2]} with an account.`,
    );
  },
};

export const releaseNameOf: Command = {
  name: 'release-name',
  summary: 'Let anybody register a reserved name, without a claim.',
  operands: ['NAME'],
  notes: [
    'From then on anybody can register the name and gets the character: run it when the owner is ready',
    'to register.',
  ],
  async run({ operands: [name = ''] }, { terminal, withDeps }) {
    await withDeps((deps) => releaseName(deps, commandLine, name));
    terminal.print(`${name} can be registered now.`);
  },
};
