import { expect, test } from 'vitest';

import { isAdmin, isEventStaff } from './permissions.ts';
import { isRouteStaff } from './route-guard.ts';
import {
  canActOn,
  canHavePermissions,
  isAllowed,
  needsStaffSecurity,
  staffPermissions,
} from './staff-permissions.ts';

const ranks = [0, 1, 2, 3];

test('each rule about rights holds for these rights', () => {
  expect({
    routeStaff: ranks.filter(isRouteStaff),
    eventStaff: ranks.filter(isEventStaff),
    admin: ranks.filter(isAdmin),
    mayHavePermissions: ranks.filter(canHavePermissions),
    staffSecurity: ranks.filter((userRights) =>
      needsStaffSecurity({ userRights, permissions: [] }),
    ),
  }).toEqual({
    routeStaff: [1, 2, 3],
    eventStaff: [2, 3],
    admin: [3],
    mayHavePermissions: [1, 2],
    staffSecurity: [2, 3],
  });
  // Also for rights that the database does not allow.
  expect([-1, 4].map((one) => [isEventStaff(one), isAdmin(one), canHavePermissions(one)])).toEqual([
    [false, false, false],
    [false, false, false],
  ]);
});

test('admins act on everyone, others only on lower rights', () => {
  expect(ranks.map((actor) => ranks.filter((target) => canActOn(actor, target)))).toEqual([
    [],
    [0],
    [0, 1],
    [0, 1, 2, 3],
  ]);
});

test('one of the wanted permissions is enough, another one is not, and rank alone opens nothing', () => {
  const moderator = { userRights: 1, permissions: ['news', 'shop'] } as const;
  expect(isAllowed(moderator, ['shop', 'polls'])).toBe(true);
  expect(isAllowed(moderator, ['polls', 'players'])).toBe(false);
  expect(isAllowed(moderator, [])).toBe(false);
  expect(isAllowed({ userRights: 2, permissions: [] }, staffPermissions)).toBe(false);
  expect(isAllowed({ userRights: 3, permissions: [] }, [])).toBe(true);
  expect(needsStaffSecurity({ userRights: 1, permissions: ['inbox'] })).toBe(true);
});
