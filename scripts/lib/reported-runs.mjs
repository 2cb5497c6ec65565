import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { cacheDir, findTool, readJson, root } from './project.mjs';
import { runNode } from './run.mjs';
import { oneTest } from './steps.mjs';

/**
 * @typedef {import('./steps.mjs').Outcome} Outcome
 * @typedef {{ env: NodeJS.ProcessEnv, limitSeconds: number }} Options
 * @typedef {{ where: string, why: string }} Failure
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ projectName: string, status: string, results: { errors: { message?: string }[] }[] }} Journey
 * @typedef {{ title: string, file: string, line: number, tests: Journey[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Runs Vitest, and tells what failed rather than everything that ran.
 * @param {string[]} args
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export async function runVitest(args, options) {
  const reportFile = freshReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const finished = await runNode(findTool('vitest'), ['run', ...args, ...reporters], options);
  if (!existsSync(reportFile)) return oneTest({ ...finished, code: 1 });
  const report = readJson(reportFile);
  return toOutcome(finished, {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOfFile),
  });
}

/**
 * Runs the journeys, and tells what failed rather than everything that ran.
 * @param {string[]} args
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export async function runPlaywright(args, { env, limitSeconds }) {
  const reportFile = freshReport('playwright.json');
  const finished = await runNode(
    findTool('@playwright/test', 'playwright'),
    ['test', ...args, '--reporter=list,json'],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile }, limitSeconds },
  );
  if (!existsSync(reportFile)) return oneTest({ ...finished, code: 1 });
  const { stats, suites } = readJson(reportFile);
  return toOutcome(finished, {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: failuresOfSuite({ suites }),
  });
}

/**
 * A file that does not even load has no failed test in it; it counts as one.
 * @param {VitestFile} file
 * @returns {Failure[]}
 */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [{ where: file, why: message }];
  return failed.map(({ fullName, failureMessages }) => ({
    where: `${file}: ${fullName}`,
    why: failureMessages.join('\n'),
  }));
}

/**
 * @param {Suite} suite
 * @returns {Failure[]}
 */
function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        where: `e2e/${file}:${line} (${projectName}): ${title}`,
        why: results.flatMap(({ errors }) => errors.map((error) => error.message)).join('\n'),
      })),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * A run can fail outside any test (an unhandled rejection, a server that does not start, no tests
 * at all): that is a failure too, and then all that was printed may tell why.
 * @param {import('./run.mjs').Finished} finished
 * @param {{ passed: number, skipped: number, failures: Failure[] }} counts
 * @returns {Outcome}
 */
function toOutcome({ code, output }, { passed, skipped, failures }) {
  if (failures.length > 0) {
    // All the names come first: a log that is cut off still tells what to run again.
    const names = failures.map(({ where }) => where).join('\n');
    const told = failures.map(({ where, why }) => `${where}\n${stripVTControlCharacters(why)}\n`);
    const output = [`${names}\n`, ...told].join('\n');
    return { passed, failed: failures.length, skipped, output };
  }
  return { passed, failed: code !== 0 || passed === 0 ? 1 : 0, skipped, output };
}

/** @param {string} name */
function freshReport(name) {
  const folder = join(cacheDir, 'test-reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  rmSync(file, { force: true });
  return file;
}
