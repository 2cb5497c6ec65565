import './lib/require-node.mjs';

// Imported later, so that an old Node gets as far as the line that refuses it.
const { runBuilt } = await import('./lib/run-built.mjs');

if (process.env.npm_lifecycle_event) stopWhenOrphaned();
await runBuilt('main.js');

/**
 * A signal sent to npm ends npm and the shell between, but never reaches us: leave with the shell,
 * rather than hold the port and the data folder for nobody.
 */
function stopWhenOrphaned() {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
