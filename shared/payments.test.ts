import { expect, test } from 'vitest';

import { countClawed } from './payments.ts';

test.each([
  { refunded: 0, disputed: 0, clawed: 0 },
  { refunded: 1, disputed: 0, clawed: 3 },
  { refunded: 100, disputed: 0, clawed: 251 },
  { refunded: 100, disputed: 100, clawed: 501 },
  { refunded: 399, disputed: 1, clawed: 1001 },
  { refunded: 400, disputed: 400, clawed: 1001 },
])(
  'for 1,001 coins bought for 400 cents, $refunded refunded and $disputed disputed take back $clawed coins',
  ({ clawed, ...lost }) => {
    expect(countClawed({ coins: 1001, amount: 400 }, lost)).toBe(clawed);
  },
);
