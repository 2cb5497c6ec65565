import { expect, test } from 'vitest';

import { describeError, messageOf } from './describe-error.ts';

test('an error is logged with its type, text, code and cause, and with nothing that a library attached', () => {
  const cause = new TypeError('refused');
  const error = Object.assign(new Error('No connection.', { cause }), {
    code: 'ECONNREFUSED',
    client: { password: 'secret' },
  });
  const described = describeError(error);
  expect(described).toEqual({
    type: 'Error',
    message: 'No connection.',
    code: 'ECONNREFUSED',
    stack: error.stack,
    cause: { type: 'TypeError', message: 'refused', stack: cause.stack },
  });
  expect(describeError(Object.assign(new Error('x'), { code: 42 }))).toMatchObject({ code: 42 });
  const strange = Object.assign(new Error('x'), { code: { password: 'secret' } });
  expect(describeError(strange)).not.toHaveProperty('code');
});

test('of a chain of causes the first three are logged, also of one that has no end', () => {
  const endless = new Error('round');
  endless.cause = endless;
  let described = describeError(endless);
  let depth = 0;
  for (; typeof described === 'object' && described.cause; depth += 1) {
    described = described.cause as typeof described;
  }
  expect(depth).toBe(3);
});

test('what is thrown without being an error is logged as text', () => {
  expect(describeError('oh no')).toBe('oh no');
  expect(describeError(new Error('a', { cause: 'b' }))).toMatchObject({ cause: 'b' });
});

test('several errors in one have the texts of all, unless it has a text of its own', () => {
  const errors = [new Error('no IPv6'), new AggregateError([new Error('no IPv4')]), 'nor this'];
  expect(messageOf(new AggregateError(errors))).toBe('no IPv6 no IPv4 nor this');
  expect(messageOf(new AggregateError(errors, 'All failed.'))).toBe('All failed.');
  expect(describeError(new AggregateError(errors))).toMatchObject({
    message: 'no IPv6 no IPv4 nor this',
  });
});
