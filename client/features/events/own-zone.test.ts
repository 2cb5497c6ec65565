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
