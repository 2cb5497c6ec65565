import { finish, runChecks, runPlaywright, runVitest } from './lib/outcomes.ts';
import { runNpm } from './lib/run.mjs';

// `npm test` runs everything; with `check` the static checks alone, with `fix` after repairing what
// can be repaired.

const [mode] = process.argv.slice(2);
// The slow ones first: they share two cores best that way.
const checks = {
  lint: ['lint'],
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
  // The long runs use both cores themselves.
  const outcomes = await runChecks({ build: ['build'], ...checks });
  outcomes.push(await runVitest('unit and integration tests'));
  outcomes.push(await runPlaywright('browser journeys'));
  finish(outcomes);
}
