import { leaveDemo as removeDemo } from '#server/demo/leave-demo.service.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';

export const leaveDemo: Command = {
  name: 'leave-demo',
  summary: 'Remove the demo accounts and all demo content, to go live on this database.',
  operands: [],
  options: { yes: { type: 'boolean', about: 'do it without asking' } },
  notes: [
    'Stop the site first. Everything made in the demo is deleted: posts, events, polls, items, coins,',
    'purchases, hiscores, game servers, pictures and mails. Accounts that people registered stay,',
    'without rights and coins, and so do the settings of the site. It cannot be undone.',
  ],
  async run({ options }, { terminal, withDeps }) {
    if (options.yes !== true) {
      if (!terminal.isInteractive) throw new StartupError('Say --yes to delete the demo content.');
      const answer = await terminal.ask('Delete the demo accounts and all content? Type yes: ');
      if (answer.trim().toLowerCase() !== 'yes') {
        throw new StartupError('Stopped. Nothing was changed.');
      }
    }
    const kept = await withDeps(removeDemo);
    terminal.print(
      `The demo is gone. Accounts kept: ${kept}. Make yourself an admin next: npm run admin -- create-admin`,
    );
  },
};
