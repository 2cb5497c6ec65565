import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { finish, oneTest, runSteps } from './steps.mjs';

describe('the last line of the tests', () => {
  let printed: string[] = [];

  beforeEach(() => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('adds up all steps', () => {
    finish([counts(3, 0, 0), counts(140, 0, 2)]);
    expect(printed).toEqual(['143 passed, 0 failed, 2 skipped']);
    expect(process.exitCode).toBe(0);
  });

  it('names no skipped tests when there are none, and fails with one failure', () => {
    finish([counts(3, 1, 0)]);
    expect(printed).toEqual(['3 passed, 1 failed']);
    expect(process.exitCode).toBe(1);
  });

  it('fails when nothing ran', () => {
    finish([]);
    expect(process.exitCode).toBe(1);
  });

  it('counts a step that throws as a failure, and runs the others', async () => {
    const broken = { name: 'broken', work: async () => Promise.reject(new Error('no such tool')) };
    const fine = { name: 'fine', work: async () => oneTest({ code: 0, output: '' }) };
    finish(await runSteps([broken, fine]));
    expect(printed.at(-1)).toBe('1 passed, 1 failed');
    expect(printed.join('\n')).toContain('no such tool');
  });
});

function counts(passed: number, failed: number, skipped: number) {
  return { passed, failed, skipped, output: '' };
}
