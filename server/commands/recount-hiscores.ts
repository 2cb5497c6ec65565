import * as service from '#server/features/hiscores/reset.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';

import type { Command } from './command.ts';

export const recountHiscores: Command = {
  name: 'recount-hiscores',
  summary: 'Recalculate all ranks from the scores.',
  notes: [
    'A repair, in case ranks and scores ever disagree. It can run while the site is open: reports from',
    'games wait until it is done, which takes about half a minute with a million players.',
  ],
  async run(_input, { terminal, withDeps }) {
    const { scores } = await withDeps((deps) => service.recountHiscores(deps, commandLine));
    terminal.print(`${scores.toLocaleString('en')} scores counted.`);
  },
};
