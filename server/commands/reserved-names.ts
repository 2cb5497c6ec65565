import { readFile } from 'node:fs/promises';

import { releaseName, reserveNames } from '#server/features/accounts/reserved-names.service.ts';
import { commandLine } from '#server/lib/audit.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { usernamePattern } from '#shared/usernames.ts';

import type { Command } from './command.ts';

export const reserveNamesOf: Command = {
  name: 'reserve-names',
  summary: 'Reserve the names of imported characters, so that nobody else registers them.',
  operands: ['FILE'],
  options: {},
  notes: [
    'FILE has one name per line, as `npm run adapter -- lostcity --import FOLDER` writes it.',
    'Names that already have an account are listed: their imported characters belong to these accounts.',
    'It can be repeated. `release-name` lets the character’s owner register the name.',
  ],
  async run({ operands: [file = ''] }, { terminal, withDeps }) {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new StartupError(`${file} cannot be read.`, { cause: error });
    });
    const lines = text.split('\n').map((line) => line.trim());
    const names = lines.filter((line) => usernamePattern.test(line));
    for (const [at, line] of lines.entries()) {
      if (line !== '' && !usernamePattern.test(line)) {
        terminal.printError(`line ${at + 1}: ${JSON.stringify(line)} is not a username`);
      }
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
  summary: 'Let the owner of an imported character register its name.',
  operands: ['NAME'],
  options: {},
  notes: [
    'From then on anybody can register the name and gets the character: run it when the owner is ready',
    'to register.',
  ],
  async run({ operands: [name = ''] }, { terminal, withDeps }) {
    await withDeps((deps) => releaseName(deps, commandLine, name));
    terminal.print(`${name} can be registered now.`);
  },
};
