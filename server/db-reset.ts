import { resetData } from './commands/reset-data.ts';
import { openTerminal } from './commands/terminal.ts';
import { loadConfig } from './config.ts';
import { messageOf } from './lib/describe-error.ts';

// npm run db:reset [-- --yes]
try {
  const isConfirmed = process.argv.includes('--yes');
  await resetData(loadConfig(), openTerminal(), { isConfirmed });
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
