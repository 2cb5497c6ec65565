import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { doneByHand, setupSteps, setupTexts } from '../rules/setup-steps.ts';
import { checkSetupCode, markSetupStep, SetupMarks } from './setup.ts';

test('a code of a setup link has one to a hundred characters', () => {
  const isCode = (code: unknown) => z.safeParse(checkSetupCode.body!, { code }).success;
  expect(['x', 'x'.repeat(100), '', 'x'.repeat(101)].map(isCode)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a step is marked as done, skipped or open, and only one that there is', () => {
  const isMark = (mark: unknown) => z.safeParse(markSetupStep.body!, { mark }).success;
  expect(['done', 'skipped', null, 'open', undefined].map(isMark)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const isStored = (marks: object) =>
    z.safeParse(SetupMarks, { marks, isHidden: false, mailServer: null }).success;
  expect([{}, { logo: 'done' }, { moat: 'done' }, { logo: 'open' }].map(isStored)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('every step has a label and a reason, and the site cannot see two of them', () => {
  expect(Object.keys(setupTexts)).toEqual([...setupSteps]);
  for (const { label, why } of Object.values(setupTexts)) {
    expect(label).not.toBe('');
    expect(why).toMatch(/\.$/);
  }
  expect(doneByHand).toEqual(['texts', 'backups']);
});
