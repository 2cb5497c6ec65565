import './lib/require-node.mjs';

// Imported later, so that an old Node gets as far as the line that refuses it.
const { exitWith } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');

await installIfChanged().catch(exitWith);
