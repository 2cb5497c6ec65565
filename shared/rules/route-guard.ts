import type { Page } from '../pages.ts';
import { isAdmin, rights } from './permissions.ts';
import type { StaffPermission } from './staff-permissions.ts';

export type GuardedPage = Pick<Page, 'requiresLogin' | 'adminOnly' | 'staffOnly' | 'permission'>;

type GuardedUser = { user_rights: number; permissions: readonly StaffPermission[] };

export type RouteDecision =
  | { kind: 'proceed' }
  | { kind: 'login' }
  | { kind: 'refuse'; message: string };

export const accessMessages = {
  adminOnly: 'Admins only.',
  staffOnly: 'You do not have permission to access this page.',
} as const;

/** Checks session, admin-only, staff-only: the order in docs/specification.md, section 6. */
export function checkRouteAccess(page: GuardedPage, user: GuardedUser | null): RouteDecision {
  if (!page.requiresLogin) return { kind: 'proceed' };
  if (!user) return { kind: 'login' };
  if (page.adminOnly && !isAdmin(user.user_rights) && !hasPermission(page, user)) {
    return { kind: 'refuse', message: accessMessages.adminOnly };
  }
  if (page.staffOnly && !isRouteStaff(user.user_rights)) {
    return { kind: 'refuse', message: accessMessages.staffOnly };
  }
  return { kind: 'proceed' };
}

/** Here, player moderators count as staff. */
export function isRouteStaff(userRights: number): boolean {
  return userRights >= rights.moderator;
}

function hasPermission({ permission }: GuardedPage, { permissions }: GuardedUser): boolean {
  return permissions.some((one) => permission === 'any' || permission === one);
}
