import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { secondsSince } from './progress.mjs';
import { readJson, root } from './project.mjs';
import { runNpm } from './run.mjs';

/** The result of one part of the tests; `failures` has the names of what failed. */
type Outcome = { passed: number; skipped: number; failures: string[] };

type VitestFile = {
  name: string;
  status: string;
  assertionResults: { status: string; fullName: string }[];
};
type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
};

type Journey = { projectName: string; status: string };
type Spec = { title: string; file: string; line: number; tests: Journey[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };
type PlaywrightReport = Suite & { stats: { expected: number; skipped: number } };

/** Runs npm scripts that only succeed or fail, two at a time; each counts as one test. */
export async function runChecks(scripts: Record<string, string[]>): Promise<Outcome[]> {
  const waiting = Object.entries(scripts);
  const outcomes: Outcome[] = [];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, script] = next;
      const start = performance.now();
      const { code, output } = await runNpm(['run', '--silent', ...script]);
      console.log(`${code === 0 ? '  ok ' : 'FAIL '} ${name} (${secondsSince(start)} s)`);
      if (code !== 0) console.log(`\n${output.trim()}\n`);
      outcomes.push(toOutcome(name, code, { passed: code === 0 ? 1 : 0 }));
    }
  }
  await Promise.all([work(), work()]);
  return outcomes;
}

export async function runVitest(name: string, args: string[] = [], env = process.env) {
  const report = '.cache/test-reports/vitest.json';
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const script = ['test:unit', '--', ...args, ...reporters];
  return runReported(name, { script, env, report, read: readVitestReport });
}

export async function runPlaywright(name: string, args: string[] = [], given = process.env) {
  const report = '.cache/test-reports/playwright.json';
  const script = ['test:e2e', '--', ...args, '--reporter=dot,json'];
  const env = { ...given, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, report) };
  return runReported(name, { script, env, report, read: readPlaywrightReport });
}

type Run<T> = {
  script: string[];
  env: NodeJS.ProcessEnv;
  report: string;
  read: (report: T) => Outcome;
};

/** The runner prints its progress itself; the report file is read when it has finished. */
async function runReported<T>(name: string, { script, env, report, read }: Run<T>) {
  const file = join(root, report);
  rmSync(file, { force: true });
  console.log(`\n${name}`);
  const options = { env, limitSeconds: 1800, isShown: true };
  const { code } = await runNpm(['run', '--silent', ...script], options);
  return toOutcome(name, code, existsSync(file) ? read(readJson(file)) : {});
}

/** Prints everything that failed and the line `N passed, N failed`, and sets the exit code. */
export function finish(outcomes: Outcome[]): void {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const skipped = outcomes.reduce((sum, outcome) => sum + outcome.skipped, 0);
  if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}\n`);
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${passed} passed, ${failures.length} failed${tail}`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

/**
 * A run can fail outside any test: an unhandled rejection, a server that does not start, no tests at all.
 * That counts as one failure.
 */
export function toOutcome(name: string, code: number, counts: Partial<Outcome>): Outcome {
  const { passed = 0, skipped = 0, failures = [] } = counts;
  const isBroken = failures.length === 0 && (code !== 0 || passed === 0);
  return { passed, skipped, failures: isBroken ? [name] : failures };
}

/** A file that does not load has no failed tests, so the file itself is listed. */
export function readVitestReport(report: VitestReport): Outcome {
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, skipped, failures };
}

export function readPlaywrightReport(report: PlaywrightReport): Outcome {
  const failures = listSpecs(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `e2e/${file}:${line} (${projectName}): ${title}`),
  );
  return { passed: report.stats.expected, skipped: report.stats.skipped, failures };
}

function listSpecs({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(listSpecs)];
}
