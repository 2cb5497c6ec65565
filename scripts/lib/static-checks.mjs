import { findTool } from './project.mjs';
import { runNode } from './run.mjs';
import { oneTest } from './steps.mjs';

// Without a git folder oxlint does not read .gitignore, hence the pattern.
const lintArgs = ['--type-aware', '--deny-warnings', '--ignore-pattern=node_modules'];

/** The slow ones first: they share two cores best that way. */
export function staticChecks() {
  return [
    check('lint', 'oxlint', lintArgs),
    check('types', 'typescript', ['--noEmit'], 'tsc'),
    check('unused code', 'knip', ['--no-progress']),
    check('format', 'oxfmt', ['--check']),
  ];
}

export async function fixWhatCanBeFixed() {
  await runNode(findTool('oxlint'), [...lintArgs, '--fix']);
  await runNode(findTool('oxfmt'), []);
}

/**
 * @param {string} name
 * @param {string} packageName
 * @param {string[]} args
 * @param {string} [command]
 * @returns {import('./steps.mjs').Step}
 */
function check(name, packageName, args, command) {
  return {
    name,
    work: async () =>
      oneTest(await runNode(findTool(packageName, command), args, { limitSeconds: 180 })),
  };
}
