import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { checkValues, toNumber } from './form.ts';

const Draft = z.object({
  title: z.string().check(z.minLength(1, 'Enter a title.'), z.maxLength(5, 'Too long.')),
  answers: z.array(z.object({ text: z.string().check(z.minLength(1, 'Enter an answer.')) })),
});

test('valid values come back parsed', () => {
  const values = { title: 'Fish', answers: [{ text: 'Cod' }], other: 1 };
  expect(checkValues(Draft, values)).toEqual({
    data: { title: 'Fish', answers: [{ text: 'Cod' }] },
  });
});

test('errors are keyed by path, the first one per field', () => {
  const values = { title: '', answers: [{ text: 'Cod' }, { text: '' }] };
  expect(checkValues(Draft, values)).toEqual({
    errors: { title: 'Enter a title.', 'answers.1.text': 'Enter an answer.' },
  });
});

test('an empty field is not the number 0', () => {
  expect(toNumber(' ')).toBeNaN();
  expect(toNumber(undefined)).toBeNaN();
  expect(toNumber('0')).toBe(0);
  expect(toNumber('-12')).toBe(-12);
});
