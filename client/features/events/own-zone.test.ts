import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin (CET)'],
  ['America/Lima', 'America/Lima (GMT-5)'],
  ['UTC', 'UTC'],
])('the zone %s is described as %s', async (zone, text) => {
  vi.stubEnv('TZ', zone);
  const { describeOwnZone } = await import('./own-zone.ts');
  expect(describeOwnZone('2026-11-17T12:00:00Z')).toBe(text);
});

test('the time of the host is shown with its day, unless it is the reader’s own time', async () => {
  const { findHostTime } = await import('./own-zone.ts');
  const at = '2026-07-01T23:30:00Z';
  expect(findHostTime(at, 'Europe/Berlin', 'America/New_York')).toMatch(/^Thu.* 1:30 am CEST$/);
  expect(findHostTime(at, 'Europe/Berlin', 'Europe/Paris')).toBeUndefined();
  expect(findHostTime(at, 'Nowhere/Land', 'Europe/Paris')).toBeUndefined();
});
