import * as service from '#server/demo/leave-demo.service.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';

export const leaveDemo: Command = {
  name: 'leave-demo',
  summary: 'Remove the demo accounts and all demo content, to go live with this database.',
  options: { yes: { type: 'boolean', about: 'do not ask for confirmation' } },
  notes: [
    'Stop the site first. Everything created in the demo is deleted: posts, events, polls, items, coins,',
    'purchases, hiscores, game servers, pictures and emails. Registered accounts are kept, without',
    'rights and coins, and so are the settings of the site. This cannot be undone.',
  ],
  async run({ options }, { terminal, withDeps }) {
    if (options.yes !== true) {
      if (!terminal.isInteractive) throw new StartupError('Pass --yes to delete the demo content.');
      const answer = await terminal.ask('Delete the demo accounts and all content? Type yes: ');
      if (answer.trim().toLowerCase() !== 'yes') {
        throw new StartupError('Stopped. Nothing was changed.');
      }
    }
    const kept = await withDeps(service.leaveDemo);
    terminal.print(
      `The demo was removed. Accounts kept: ${kept}. Next, create an admin: npm run admin -- create-admin`,
    );
  },
};
