import type { Page } from './pages.ts';
import { accessMessages, isAdmin, isRouteStaff } from './permissions.ts';

export type GuardedPage = Pick<Page, 'requiresLogin' | 'adminOnly' | 'staffOnly'>;

export type RouteDecision =
  | { kind: 'proceed' }
  | { kind: 'login' }
  | { kind: 'refuse'; message: string };

/** Checks session, admin-only, staff-only: the order in docs/specification.md, section 6. */
export function checkRouteAccess(
  page: GuardedPage,
  user: { user_rights: number } | null,
): RouteDecision {
  if (!page.requiresLogin) return { kind: 'proceed' };
  if (!user) return { kind: 'login' };
  if (page.adminOnly && !isAdmin(user.user_rights)) {
    return { kind: 'refuse', message: accessMessages.adminOnly };
  }
  if (page.staffOnly && !isRouteStaff(user.user_rights)) {
    return { kind: 'refuse', message: accessMessages.staffOnly };
  }
  return { kind: 'proceed' };
}
