import { expect, test } from 'vitest';

import { nameColours } from './themed-colours.ts';

test.each([
  ['#d9a53a', 'rgb(var(--d9a53a, 217 165 58))'],
  ['1px solid #d9a53a', '1px solid rgb(var(--d9a53a, 217 165 58))'],
  ['rgb(243 198 96 / 18%)', 'rgb(var(--f3c660, 243 198 96) / 18%)'],
  ['linear-gradient(#14110f, #000)', 'linear-gradient(rgb(var(--14110f, 20 17 15)), #000)'],
])('%s becomes a variable', (css, named) => {
  expect(nameColours(css)).toBe(named);
  expect(nameColours(named)).toBe(named);
});

test.each(['#c8443a', 'rgb(0 0 0 / 50%)', '#fff', 'url("data:image/svg+xml,%23d9a53a #d9a53a")'])(
  '%s stays',
  (css) => {
    expect(nameColours(css)).toBe(css);
  },
);
