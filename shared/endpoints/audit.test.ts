import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { listAudit } from './audit.ts';
import { getCharts } from './dashboard.ts';

test('the filters of the audit log have these limits', () => {
  const isFilter = (filter: object) => z.safeParse(listAudit.query!, filter).success;
  for (const [name, max] of [
    ['actor', 40],
    ['action', 60],
    ['subject', 100],
    ['player', 40],
  ] as const) {
    expect(isFilter({ [name]: 'x'.repeat(max) }), name).toBe(true);
    expect(isFilter({ [name]: 'x'.repeat(max + 1) }), name).toBe(false);
  }
  for (const name of ['from', 'to']) {
    expect(isFilter({ [name]: '2026-02-28' }), name).toBe(true);
    expect(isFilter({ [name]: '2026-02-29' }), name).toBe(false);
    expect(isFilter({ [name]: '28.02.2026' }), name).toBe(false);
  }
  expect([{ before: '7' }, { before: '-1' }, { before: 'x' }].map(isFilter)).toEqual([
    true,
    false,
    false,
  ]);
});

test('the charts are of a week, a month or a quarter', () => {
  const isRange = (days: unknown) => z.safeParse(getCharts.query!, { days }).success;
  expect(['7', '30', '90', '8', '365', '', undefined].map(isRange)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
