import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tooling/project.mjs';

import { composeLists } from './lists.ts';

test.each(Object.entries(composeLists()))('%s is as `npm run fix` writes it', (file, text) => {
  expect(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n')).toBe(text);
});
