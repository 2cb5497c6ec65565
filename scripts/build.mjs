import './lib/require-node.mjs';

const { exitWith } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { buildIfChanged } = await import('./lib/build-if-changed.mjs');

try {
  await installIfChanged();
  await buildIfChanged({ force: process.argv.includes('--force') });
} catch (error) {
  exitWith(error);
}
