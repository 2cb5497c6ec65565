import './lib/require-node.mjs';

// npm run soak:bridge -- [ROUNDS] [SEED]: purchases while adapters and website are killed -9.
const { spawnSync } = await import('node:child_process');
const { buildIfChanged } = await import('./lib/build-if-changed.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { exitWith, root } = await import('./lib/project.mjs');

process.chdir(root);
try {
  await installIfChanged();
  await buildIfChanged();
} catch (error) {
  exitWith(error);
}
const program = 'adapters/testing/soak/soak-bridge.ts';
const args = ['--import', 'tsx', program, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exit(status ?? 1);
