import { expect, test } from 'vitest';

import { createRequestDurations } from './request-durations.ts';

test('answers are counted by method, route and status, in cumulative buckets', () => {
  const durations = createRequestDurations();
  const labels = { method: 'GET', route: '/api/polls/:id', status: 200 };
  for (const ms of [0.5, 1, 7, 9000]) durations.counterOf(labels)(ms);
  durations.counterOf({ ...labels, status: 404 })(30);
  const lines = durations.toText().split('\n');
  const valueOf = (start: string) =>
    lines
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1);
  const found = '{le="0.001",method="GET",route="/api/polls/:id",status="200"}';
  expect(valueOf(`http_request_duration_seconds_bucket${found}`)).toBe('2');
  expect(valueOf(`http_request_duration_seconds_bucket${found.replace('0.001', '0.01')}`)).toBe(
    '3',
  );
  expect(valueOf(`http_request_duration_seconds_bucket${found.replace('0.001', '5')}`)).toBe('3');
  expect(valueOf(`http_request_duration_seconds_bucket${found.replace('0.001', '+Inf')}`)).toBe(
    '4',
  );
  const rest = '{method="GET",route="/api/polls/:id",status="200"}';
  expect(Number(valueOf(`http_request_duration_seconds_sum${rest}`))).toBeCloseTo(9.0085);
  expect(valueOf(`http_request_duration_seconds_count${rest}`)).toBe('4');
  const missing = rest.replace('200', '404');
  expect(valueOf(`http_request_duration_seconds_count${missing}`)).toBe('1');
});

test('quotes, backslashes and line ends in a label are escaped', () => {
  const durations = createRequestDurations();
  durations.counterOf({ method: 'GET', route: 'a"b\\c\nd', status: 200 })(1);
  expect(durations.toText()).toContain(String.raw`route="a\"b\\c\nd"`);
});
