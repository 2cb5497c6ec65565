import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { newKey } from './new-key.ts';

test('a new key is a UUID, as some endpoints demand, and never repeats', () => {
  expect(z.safeParse(z.uuid(), newKey()).success).toBe(true);
  expect(newKey()).not.toBe(newKey());
});
