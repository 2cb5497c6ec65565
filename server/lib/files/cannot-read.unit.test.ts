import { expect, test } from 'vitest';

import { cannotRead } from './cannot-read.ts';

test.each([
  ['EACCES', /^accounts\.csv cannot be read: the user .+ may not read it\. Put it where/],
  ['ENOENT', /^accounts\.csv cannot be read: it does not exist\.$/],
  ['EIO', /^accounts\.csv cannot be read: the system says EIO\.$/],
])('a file that cannot be read is explained (%s)', (code, text) => {
  const error = Object.assign(new Error('no'), { code });
  expect(cannotRead('accounts.csv', error).message).toMatch(text);
});
