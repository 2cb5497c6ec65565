import { expect, test } from 'vitest';

import { describeDays } from './calendar-days.ts';

test('days in one month or two are described with letters that the inlined fonts have', () => {
  expect(describeDays('2026-11-16', '2026-11-22')).toMatch(/^16 ?– ?22 Nov$/);
  expect(describeDays('2026-11-30', '2026-12-06')).toMatch(/^30 Nov ?– ?6 Dec$/);
});
