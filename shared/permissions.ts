/** Who may do what: the same rules decide what the browser shows and what the server allows. */

export const rights = { player: 0, moderator: 1, staff: 2, admin: 3 } as const;

/** What a route or an endpoint asks of whoever calls it. */
export type Access = 'public' | 'login' | 'staff' | 'admin';

export const accessMessages = {
  adminOnly: 'Admins only.',
  staffOnly: 'You do not have permission to access this page.',
} as const;

/** The route guard counts player moderators as staff. */
export function isRouteStaff(userRights: number): boolean {
  return userRights >= rights.moderator;
}

/** The events screen does not: there staff begins one step higher. */
export function isEventStaff(userRights: number): boolean {
  return userRights === rights.staff || userRights === rights.admin;
}

export function isAdmin(userRights: number): boolean {
  return userRights === rights.admin;
}
