import { finish, runChecks, runPlaywright, runVitest } from './lib/outcomes.ts';
import { runNpm } from './lib/run.mjs';

// `npm test` runs everything, `npm run check` only the static checks, and `npm run fix` repairs what it
// can before the static checks.

const [mode] = process.argv.slice(2);
// Slow checks first: two run at a time, and this order takes the least time.
const checks = {
  lint: ['lint'],
  spelling: ['spelling'],
  types: ['typecheck'],
  'unused code': ['unused'],
  format: ['format', '--', '--check'],
};

if (mode === 'fix') {
  await runNpm(['run', 'lint', '--', '--fix']);
  await runNpm(['run', 'format']);
}
if (mode) {
  finish(await runChecks(checks));
} else {
  // One after the other: each of these uses all cores.
  const outcomes = await runChecks({ build: ['build'], ...checks });
  outcomes.push(await runVitest('unit and integration tests'));
  outcomes.push(await runPlaywright('browser journeys'));
  finish(outcomes);
}
