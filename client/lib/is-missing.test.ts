import { expect, test } from 'vitest';

import { AppError } from '#shared/errors.ts';

import { isMissing } from './is-missing.ts';

test.each<[Error | null, boolean]>([
  [new AppError('request/not-found', 'There is no such poll.', { status: 404 }), true],
  // A malformed id.
  [new AppError('request/invalid', 'Use a number.', { status: 400 }), true],
  [new AppError('access/not-yours', 'Not yours.', { status: 403 }), false],
  [new Error('Not found'), false],
  [null, false],
])('whether something does not exist: %s', (error, expected) => {
  expect(isMissing(error)).toBe(expected);
});
