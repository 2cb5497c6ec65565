import './lib/require-node.mjs';

// The fast part of the tests: npm run check. With --fix (npm run fix) repairs what it can first.
const { exitWith } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { fixWhatCanBeFixed, staticChecks } = await import('./lib/static-checks.mjs');
const { finish, runSteps } = await import('./lib/steps.mjs');

await installIfChanged().catch(exitWith);
if (process.argv.includes('--fix')) await fixWhatCanBeFixed();
finish(await runSteps(staticChecks(), 2));
