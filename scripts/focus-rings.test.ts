import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#tooling/project.mjs';

// Here, because client code may not import node:fs.

const folder = path.join(root, 'client');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);
/** The innermost rules of all style sheets, such as `.link:focus { … }`. */
const rules = files.flatMap((file) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ file, selector: selector.trim(), body }),
  ),
);

test('a rule that removes the outline of a focused element also removes its ring', () => {
  const removing = rules.filter(
    ({ selector, body }) => selector.includes(':focus') && body.includes('outline: none'),
  );
  expect(removing.length).toBeGreaterThan(3);
  const half = removing.filter(({ body }) => !body.includes('box-shadow:'));
  expect(half.map(({ file, selector }) => `${file}: ${selector}`)).toEqual([]);
});
