import './lib/require-node.mjs';

// Imported later, so that an old Node gets as far as the line that refuses it.
const { runBuilt } = await import('./lib/run-built.mjs');

await runBuilt('admin.js');
