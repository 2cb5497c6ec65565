import { describe, expect, test } from 'vitest';

import { checkRouteAccess } from './route-guard.ts';

const publicPage = { requiresLogin: false, staffOnly: false, adminOnly: false };
const player = { ...publicPage, requiresLogin: true };
const staffOnly = { ...player, staffOnly: true };
const adminOnly = { ...staffOnly, adminOnly: true };
const withRights = (rights: number) => ({ user_rights: rights });

describe('the route guard', () => {
  test('allows everyone on public pages', () => {
    expect(checkRouteAccess(publicPage, null)).toEqual({ kind: 'proceed' });
  });

  test.each([player, staffOnly, adminOnly])('sends visitors of %o to the login', (page) => {
    expect(checkRouteAccess(page, null)).toEqual({ kind: 'login' });
  });

  test.each([0, 1, 2, 4])('refuses rights %i an admin-only page', (rights) => {
    const verdict = checkRouteAccess(adminOnly, withRights(rights));
    expect(verdict).toEqual({ kind: 'refuse', message: 'Admins only.' });
  });

  test('admits rights exactly 3 to an admin-only page', () => {
    expect(checkRouteAccess(adminOnly, withRights(3))).toEqual({ kind: 'proceed' });
  });

  test('refuses rights 0 a staff-only page, with its own text', () => {
    expect(checkRouteAccess(staffOnly, withRights(0))).toEqual({
      kind: 'refuse',
      message: 'You do not have permission to access this page.',
    });
  });

  test.each([1, 2, 3])('admits rights %i to a staff-only page', (rights) => {
    expect(checkRouteAccess(staffOnly, withRights(rights))).toEqual({ kind: 'proceed' });
  });
});
