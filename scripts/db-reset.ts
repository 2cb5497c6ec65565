import { resetData } from '#server/commands/reset-data.ts';
import { openTerminal } from '#server/commands/terminal.ts';
import { loadConfig } from '#server/config.ts';

import { exitWith, root } from './lib/project.mjs';

// npm run db:reset [-- --yes]
process.chdir(root);
try {
  const isConfirmed = process.argv.includes('--yes');
  await resetData(loadConfig(), openTerminal(), { isConfirmed });
} catch (error) {
  exitWith(error);
}
