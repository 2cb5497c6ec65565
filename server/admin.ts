import { runCommandLine } from './commands/run-command-line.ts';
import { openTerminal } from './commands/terminal.ts';
import { loadConfig } from './config.ts';
import { openDeps } from './open-deps.ts';

// The owner's command line: npm run admin -- <command>. Sets exitCode instead of calling process.exit,
// which could cut off output that is still in a pipe.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: openTerminal(),
  loadConfig,
  openDeps: () => openDeps(loadConfig(), { mustExist: true }),
});
