import { describe, expect, test } from 'vitest';

import { checkRouteAccess } from './route-guard.ts';
import type { StaffPermission } from './staff-permissions.ts';

const publicPage = { requiresLogin: false, staffOnly: false, adminOnly: false };
const player = { ...publicPage, requiresLogin: true };
const staffOnly = { ...player, staffOnly: true };
const adminOnly = { ...staffOnly, adminOnly: true };
const withRights = (rights: number, ...permissions: StaffPermission[]) => ({
  user_rights: rights,
  permissions,
});

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

  test('admits staff with the permission of an admin-only page, and refuses the others', () => {
    const news = { ...adminOnly, permission: 'news' } as const;
    const refused = { kind: 'refuse', message: 'Admins only.' };
    expect(checkRouteAccess(news, withRights(1, 'news'))).toEqual({ kind: 'proceed' });
    expect(checkRouteAccess(news, withRights(2, 'polls', 'shop'))).toEqual(refused);
    expect(checkRouteAccess(news, withRights(2))).toEqual(refused);
    expect(checkRouteAccess(adminOnly, withRights(2, 'news'))).toEqual(refused);
  });

  test('admits staff with any permission to the page of all', () => {
    const home = { ...adminOnly, permission: 'any' } as const;
    expect(checkRouteAccess(home, withRights(1, 'shop'))).toEqual({ kind: 'proceed' });
    expect(checkRouteAccess(home, withRights(2)).kind).toBe('refuse');
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
