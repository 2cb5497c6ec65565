import './lib/require-node.mjs';

// npm run adapter -- lostcity | 2006scape | simulator
const names = ['lostcity', '2006scape', 'simulator'];
const [name = ''] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Say which: npm run adapter -- ${names.join(' | ')}`);
  process.exit(1);
}

// Imported later, so that an old Node gets as far as the line that refuses it.
const { runBuilt } = await import('./lib/run-built.mjs');

await runBuilt(`${name}.js`, 'adapters');
