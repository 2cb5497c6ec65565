import { expect, test } from 'vitest';

import { buildUrl } from './build-url.ts';

test('parameters are encoded, and a query has only what is given', () => {
  const params = { username: 'a/b?c', id: '7' };
  expect(buildUrl('/api/users/{username}/notes/{id}', { params })).toBe(
    '/api/users/a%2Fb%3Fc/notes/7',
  );
  const query = { page: 2, search: 'a b', state: undefined, isOn: false };
  expect(buildUrl('/api/users', { query })).toBe('/api/users?page=2&search=a+b&isOn=false');
  expect(buildUrl('/api/users', { query: { state: undefined } })).toBe('/api/users');
});
