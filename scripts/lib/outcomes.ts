import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { secondsSince } from '#tooling/progress.mjs';
import { readJson, root } from '#tooling/project.mjs';
import { runNpm } from '#tooling/run.mjs';

/** The result of one part of the tests, with the names of what failed and of what passed at the second try. */
export type Outcome = {
  passed: number;
  skipped: number;
  failures: string[];
  unsteady: string[];
  files: FileTime[];
};
type FileTime = { file: string; seconds: number };

type VitestFile = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};
type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: VitestFile[];
};

type Try = { duration: number; error?: { message?: string } };
type Journey = { projectName: string; status: string; results: Try[] };
type Spec = { title: string; file: string; line: number; tests: Journey[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };
type PlaywrightReport = Suite & { stats: { expected: number; flaky: number; skipped: number } };

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

type RunOptions = {
  args?: string[];
  env?: NodeJS.ProcessEnv;
  /** If runners run at the same time, only one shows its progress; the others print when they have finished. */
  isShown?: boolean;
  /** The name of the report's file, if Vitest runs more than once. */
  report?: string;
};

export async function runVitest(name: string, options: RunOptions = {}): Promise<Outcome> {
  const report = `.cache/test-reports/${options.report ?? 'vitest'}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const script = ['test:unit', '--', ...(options.args ?? []), ...reporters];
  return runReported(name, { ...options, script, report, read: readVitestReport });
}

export async function runPlaywright(name: string, options: RunOptions = {}): Promise<Outcome> {
  const report = '.cache/test-reports/playwright.json';
  const script = ['test:e2e', '--', ...(options.args ?? []), '--retries=1', '--reporter=dot,json'];
  const env = { ...(options.env ?? process.env), PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, report) };
  return runReported(name, { ...options, env, script, report, read: readPlaywrightReport });
}

type Run<T> = RunOptions & { script: string[]; report: string; read: (report: T) => Outcome };

/** The report file is read when the runner has finished. */
async function runReported<T>(name: string, run: Run<T>): Promise<Outcome> {
  const { script, env = process.env, report, read, isShown = true } = run;
  const file = join(root, report);
  rmSync(file, { force: true });
  if (isShown) console.log(`\n${name}`);
  const options = { env, limitSeconds: 3600, isShown };
  const { code, output } = await runNpm(['run', '--silent', ...script], options);
  if (!isShown) console.log(`\n${name}\n${output.trim()}`);
  return toOutcome(name, code, existsSync(file) ? read(readJson(file)) : {});
}

/** Prints everything that failed and the line `N passed, N failed`, and sets the exit code. */
export function finish(outcomes: Outcome[]): void {
  printSlowestFiles(outcomes.flatMap(({ files }) => files));
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const skipped = outcomes.reduce((sum, outcome) => sum + outcome.skipped, 0);
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
  if (unsteady.length > 0) {
    console.log(`\nPassed at the second try only:\n  ${unsteady.join('\n  ')}\n`);
  }
  if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}\n`);
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(`${passed} passed, ${failures.length} failed${tail}`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}

/** A file that ran on both engines, or in several browsers, counts with the sum. */
function printSlowestFiles(times: FileTime[]): void {
  const sums = new Map<string, number>();
  for (const { file, seconds } of times) sums.set(file, (sums.get(file) ?? 0) + seconds);
  const slowest = [...sums].sort(([, a], [, b]) => b - a).slice(0, 10);
  if (slowest.length === 0) return;
  const lines = slowest.map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)}  ${file}`);
  console.log(`\nSlowest files, in seconds:\n${lines.join('\n')}\n`);
}

/** A run can fail outside any test, e.g. if a server does not start. That counts as one failure. */
export function toOutcome(name: string, code: number, counts: Partial<Outcome>): Outcome {
  const { passed = 0, skipped = 0, failures = [], unsteady = [], files = [] } = counts;
  const isBroken = failures.length === 0 && (code !== 0 || passed === 0);
  return { passed, skipped, failures: isBroken ? [name] : failures, unsteady, files };
}

/** A file that does not load has no failed tests, so the file itself is listed. */
export function readVitestReport(report: VitestReport): Outcome {
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [file] : [];
    return failed.map(({ fullName, failureMessages }) =>
      addReason(`${file}: ${fullName}`, failureMessages?.[0]),
    );
  });
  const skipped = report.numPendingTests + report.numTodoTests;
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: report.numPassedTests, skipped, failures, unsteady: [], files };
}

export function readPlaywrightReport(report: PlaywrightReport): Outcome {
  const specs = listSpecs(report);
  const list = (wanted: string) =>
    specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ projectName, results }) =>
          addReason(`e2e/${file}:${line} (${projectName}): ${title}`, results[0]?.error?.message),
        ),
    );
  const files = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }) => ({ file: `e2e/${file}`, seconds: duration / 1000 })),
    ),
  );
  const { expected, flaky, skipped } = report.stats;
  const passed = expected + flaky;
  return { passed, skipped, failures: list('unexpected'), unsteady: list('flaky'), files };
}

/** The end of a long output is often all that is kept of it, so the summary has the reason too. */
function addReason(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const reason = lines.filter((line) => !/^\s*(at |$)/.test(line)).slice(0, 8);
  return [name, ...reason.map((line) => `    ${line}`)].join('\n  ');
}

function listSpecs({ specs = [], suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(listSpecs)];
}
