import { expect, test } from 'vitest';

import { AppError } from '#shared/errors.ts';

import {
  describeProviderError,
  isMissing,
  isOutage,
  isRefusal,
  throwProblems,
  tryEach,
} from './provider-errors.ts';

/** An error as the SDK throws it. */
const ofProvider = (fields: object, text = 'No.') =>
  Object.assign(new Error(text), { type: 'StripeAPIError', ...fields });

const unavailable = (cause?: unknown) => new AppError('payments/unavailable', 'Later.', { cause });

test.each<[string, unknown, boolean]>([
  ['the status 400', unavailable(describeProviderError(ofProvider({ statusCode: 400 }))), false],
  ['the status 404', unavailable(describeProviderError(ofProvider({ statusCode: 404 }))), false],
  ['the status 401', unavailable(describeProviderError(ofProvider({ statusCode: 401 }))), true],
  ['the status 500', unavailable(describeProviderError(ofProvider({ statusCode: 500 }))), true],
  ['no answer', unavailable(describeProviderError(ofProvider({}))), true],
  ['no cause', unavailable(), true],
  ['another code', new AppError('payments/not-found', 'No.'), false],
  ['a bug', new Error('bug'), false],
])('%s: whether calls about other payments would fail too', (_what, error, isSo) => {
  expect(isOutage(error)).toBe(isSo);
});

test('a run over several payments ends at the third outage, and not because of other failures', async () => {
  const run = async (errors: unknown[]) => {
    const tried: number[] = [];
    const problems = await tryEach([...errors.keys()], async (at) => {
      tried.push(at);
      if (errors[at] !== undefined) throw errors[at];
    });
    return { tried: tried.length, problems };
  };
  const [down, bug] = [unavailable(), new Error('bug')];
  expect(await run([bug, bug, undefined, bug, bug])).toEqual({
    tried: 5,
    problems: [bug, bug, bug, bug],
  });
  expect(await run([down, undefined, bug, down, down, undefined])).toEqual({
    tried: 5,
    problems: [down, bug, down, down],
  });
});

test('several problems are one error, which tells each cause once and at most three', () => {
  expect(() => throwProblems([])).not.toThrow();
  const [first, again, second, third, fourth] = [
    unavailable(new Error('One.')),
    new Error('One.'),
    new Error('Two.'),
    new AppError('payments/not-found', 'Three.'),
    new Error('Four.'),
  ];
  const thrown = (problems: unknown[]) => {
    try {
      throwProblems(problems);
    } catch (error) {
      return error as AggregateError;
    }
    throw new Error('Nothing was thrown.');
  };
  const three = thrown([first, again, second, third]);
  expect(three.message).toBe('One. Two. Three.');
  expect(three.errors).toEqual([first, again, second, third]);
  expect(thrown([first, second, third, fourth]).message).toBe('One. Two. Three. And 1 more.');
});

test('an error of the provider is told with its status and most exact code, without keys', () => {
  const describe = (fields: object) =>
    describeProviderError(ofProvider(fields, 'Not sk_live_abc.'));
  const text = (rest: string) => `The payment provider answered ${rest}: Not sk_live_…`;
  const codes = { code: 'key_expired', rawType: 'api_error', statusCode: 401 };
  expect(describe(codes)).toMatchObject({
    message: text('401 (key_expired)'),
    code: 'key_expired',
    status: 401,
  });
  expect(describe({ rawType: 'api_error' })).toMatchObject({
    message: text('nothing (api_error)'),
  });
  expect(describe({ statusCode: 500 })).toMatchObject({ message: text('500 (StripeAPIError)') });
  const other = Object.assign(new Error('sk_live_abc'), { type: 'system' });
  expect(describeProviderError(other)).toBe(other);
});

test('only an invalid request is a refusal, and only a missing object is missing', () => {
  const invalid = ofProvider({
    type: 'StripeInvalidRequestError',
    code: 'charge_already_refunded',
  });
  const missing = ofProvider({ type: 'StripeInvalidRequestError', code: 'resource_missing' });
  const limited = ofProvider({ type: 'StripeRateLimitError', statusCode: 429 });
  const alien = Object.assign(new Error('No.'), { code: 'resource_missing' });
  const all = [invalid, missing, limited, alien];
  expect(all.map(isRefusal)).toEqual([true, true, false, false]);
  expect(all.map(isMissing)).toEqual([false, true, false, false]);
});
