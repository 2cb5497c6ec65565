import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { root } from '#tooling/project.mjs';

import { finish, readPlaywrightReport, readVitestReport, toOutcome } from './outcomes.ts';

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

  it('lists what passed at the second try only, without failing', () => {
    finish([{ ...outcome(3), unsteady: ['a.spec.ts: buys'] }]);
    expect(printed).toEqual([
      '\nPassed at the second try only:\n  a.spec.ts: buys\n',
      '3 passed, 0 failed',
    ]);
    expect(process.exitCode).toBe(0);
  });

  it('names the ten slowest files, and adds up those that ran several times', () => {
    const files = Array.from({ length: 11 }, (_, index) => ({
      file: `${index}.ts`,
      seconds: index,
    }));
    finish([
      { ...outcome(1), files },
      { ...outcome(1), files: [{ file: '3.ts', seconds: 20.5 }] },
    ]);
    expect(printed[0]).toBe(
      `\nSlowest files, in seconds:\n${[
        '   23.5  3.ts',
        '   10.0  10.ts',
        '    9.0  9.ts',
        '    8.0  8.ts',
        '    7.0  7.ts',
        '    6.0  6.ts',
        '    5.0  5.ts',
        '    4.0  4.ts',
        '    2.0  2.ts',
        '    1.0  1.ts',
      ].join('\n')}\n`,
    );
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
    {
      status: 'failed',
      fullName: 'sums subtracts',
      failureMessages: ['\u001b[31m expected 1\n    at sums.ts'],
    },
  ];
  const report = readVitestReport({
    numPassedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: join(root, 'shared/sums.test.ts'),
        status: 'failed',
        startTime: 1000,
        endTime: 3500,
        assertionResults: tests,
      },
      {
        name: join(root, 'shared/broken.test.ts'),
        status: 'failed',
        startTime: 0,
        endTime: 0,
        assertionResults: [],
      },
    ],
  });
  const [first, second] = [join('shared', 'sums.test.ts'), join('shared', 'broken.test.ts')];
  expect(report).toEqual({
    passed: 1,
    skipped: 3,
    failures: [`${first}: sums subtracts\n       expected 1`, second],
    unsteady: [],
    files: [
      { file: first, seconds: 2.5 },
      { file: second, seconds: 0 },
    ],
  });
});

it('a Playwright report lists failed and unsteady journeys with their place and reason', () => {
  const error = { message: 'Timeout\n\nno button' };
  const tests = [
    { projectName: 'desktop', status: 'expected', results: [{ duration: 1500 }] },
    { projectName: 'phone', status: 'unexpected', results: [] },
    {
      projectName: 'tablet',
      status: 'flaky',
      results: [{ duration: 10, error }, { duration: 20 }],
    },
  ];
  const specs = [{ title: 'a guest buys', file: 'shop.spec.ts', line: 4, tests }];
  const report = {
    stats: { expected: 1, flaky: 1, skipped: 0 },
    suites: [{ suites: [{ specs }] }],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 2,
    skipped: 0,
    failures: ['e2e/shop.spec.ts:4 (phone): a guest buys'],
    unsteady: ['e2e/shop.spec.ts:4 (tablet): a guest buys\n      Timeout\n      no button'],
    files: [1.5, 0.01, 0.02].map((seconds) => ({ file: 'e2e/shop.spec.ts', seconds })),
  });
});

function outcome(passed: number, ...failures: string[]) {
  return { passed, skipped: 0, failures, unsteady: [], files: [] };
}
