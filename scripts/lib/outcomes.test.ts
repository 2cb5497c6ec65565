import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { finish, readPlaywrightReport, readVitestReport, toOutcome } from './outcomes.ts';
import { root } from './project.mjs';

describe('the summary', () => {
  let printed: string[] = [];

  beforeEach(() => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('adds up all parts', () => {
    finish([outcome(3), { ...outcome(140), skipped: 2 }]);
    expect(printed).toEqual(['143 passed, 0 failed, 2 skipped']);
    expect(process.exitCode).toBe(0);
  });

  it('lists every failure, and mentions skipped tests only if there are any', () => {
    finish([outcome(3, 'lint'), outcome(5, 'a.test.ts: adds')]);
    expect(printed).toEqual(['\nFailed:\n  lint\n  a.test.ts: adds\n', '8 passed, 2 failed']);
    expect(process.exitCode).toBe(1);
  });

  it('fails when nothing ran', () => {
    finish([]);
    expect(process.exitCode).toBe(1);
  });
});

describe('a run of tests', () => {
  it('has failed when its exit code is not 0, whatever its tests say', () => {
    expect(toOutcome('journeys', 1, outcome(7)).failures).toEqual(['journeys']);
    expect(toOutcome('journeys', 1, {}).failures).toEqual(['journeys']);
  });

  it('has failed when it ran no tests', () => {
    expect(toOutcome('journeys', 0, {}).failures).toEqual(['journeys']);
  });

  it('counts its failed tests once', () => {
    expect(toOutcome('journeys', 1, outcome(7, 'a', 'b')).failures).toEqual(['a', 'b']);
  });
});

it('a Vitest report lists failed tests with their file, and files that do not load', () => {
  const tests = [
    { status: 'passed', fullName: 'sums adds' },
    { status: 'failed', fullName: 'sums subtracts' },
  ];
  const report = readVitestReport({
    numPassedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: join(root, 'shared/sums.test.ts'), status: 'failed', assertionResults: tests },
      { name: join(root, 'shared/broken.test.ts'), status: 'failed', assertionResults: [] },
    ],
  });
  const [first, second] = [join('shared', 'sums.test.ts'), join('shared', 'broken.test.ts')];
  expect(report).toEqual({ passed: 1, skipped: 3, failures: [`${first}: sums subtracts`, second] });
});

it('a Playwright report lists failed journeys with file, line and project, at any depth', () => {
  const tests = [
    { projectName: 'desktop', status: 'expected' },
    { projectName: 'phone', status: 'unexpected' },
    { projectName: 'tablet', status: 'flaky' },
  ];
  const specs = [{ title: 'a guest buys', file: 'shop.spec.ts', line: 4, tests }];
  const report = { stats: { expected: 1, skipped: 0 }, suites: [{ suites: [{ specs }] }] };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 1,
    skipped: 0,
    failures: [
      'e2e/shop.spec.ts:4 (phone): a guest buys',
      'e2e/shop.spec.ts:4 (tablet): a guest buys',
    ],
  });
});

function outcome(passed: number, ...failures: string[]) {
  return { passed, skipped: 0, failures };
}
