import './lib/require-node.mjs';

const { exitWith } = await import('./lib/project.mjs');
const { installIfChanged } = await import('./lib/install.mjs');
const { staticChecks } = await import('./lib/static-checks.mjs');
const { finish, runSteps } = await import('./lib/steps.mjs');
const { buildStep, journeysStep, vitestStep } = await import('./lib/test-runs.mjs');

await installIfChanged().catch(exitWith);

// The long runs use both cores themselves; the checks before them need one each.
const checks = await runSteps([buildStep(), ...staticChecks()], 2);
const tests = await runSteps([vitestStep(), journeysStep()]);
finish([...checks, ...tests]);
