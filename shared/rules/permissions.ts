/** Shared by the browser, which hides what is not allowed, and the server, which enforces it. */

export const rights = { player: 0, moderator: 1, staff: 2, admin: 3 } as const;

export type Access = 'public' | 'login' | 'staff' | 'admin';

/** For events, where player moderators are not staff. */
export function isEventStaff(userRights: number): boolean {
  return userRights === rights.staff || userRights === rights.admin;
}

export function isAdmin(userRights: number): boolean {
  return userRights === rights.admin;
}
