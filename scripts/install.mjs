import '../tooling/require-node.mjs';

// Imported dynamically, so that an old Node reaches the version check first.
const { exitWith } = await import('../tooling/project.mjs');
const { installIfChanged } = await import('../tooling/install.mjs');

await installIfChanged().catch(exitWith);
