import './lib/require-node.mjs';

// Imported dynamically, so that an old Node reaches the version check first.
const { exitWith } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');

await installIfChanged().catch(exitWith);
