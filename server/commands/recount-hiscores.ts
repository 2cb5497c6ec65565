import { recountHiscores } from '#server/features/hiscores/recount.service.ts';
import { commandLine } from '#server/lib/audit.ts';

import type { Command } from './command.ts';

export const recountLists: Command = {
  name: 'recount-hiscores',
  summary: 'Count all ranks again from the scores.',
  operands: [],
  options: {},
  notes: [
    'For a repair, should ranks and scores ever disagree. It can run beside the site: reports of the',
    'games wait until it is done, which takes about half a minute with a million players.',
  ],
  async run(_input, { terminal, withDeps }) {
    const { scores } = await withDeps((deps) => recountHiscores(deps, commandLine));
    terminal.print(`${scores.toLocaleString('en')} scores counted.`);
  },
};
