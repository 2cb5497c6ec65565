import { runCommandLine } from '#server/commands/run-command-line.ts';
import { openTerminal } from '#server/commands/terminal.ts';
import { loadConfig } from '#server/config.ts';
import { openDeps } from '#server/open-deps.ts';

// The owner's command line: npm run admin -- <command>. Sets exitCode instead of calling process.exit,
// which could cut off output that is still in a pipe.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: openTerminal(),
  loadConfig,
  openDeps: () => openDeps(loadConfig(), { mustExist: true }),
});
