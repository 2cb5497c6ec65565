import { isAdmin, isEventStaff, rights } from './permissions.ts';

/** Given by an admin to staff accounts (rights 1 or 2). docs/admin.md lists what each one allows. */
export const staffPermissions = [
  'news',
  'events',
  'polls',
  'shop',
  'players',
  'server',
  'votes',
  'inbox',
] as const;
export type StaffPermission = (typeof staffPermissions)[number];

/** The part of an account that decides what it may do. */
export type Standing = { userRights: number; permissions: readonly StaffPermission[] };

export function canHavePermissions(userRights: number): boolean {
  return userRights === rights.moderator || userRights === rights.staff;
}

/** True for admins, and for accounts with at least one of these permissions. */
export function isAllowed(
  { userRights, permissions }: Standing,
  wanted: readonly StaffPermission[],
): boolean {
  return isAdmin(userRights) || wanted.some((one) => permissions.includes(one));
}

/** Two-factor sign-in, short sessions and a separate game password are for these accounts. */
export function needsStaffSecurity({ userRights, permissions }: Standing): boolean {
  return isEventStaff(userRights) || permissions.length > 0;
}

/** With a permission one can act only on accounts with lower rights: never on oneself, equals or admins. */
export function canActOn(actorRights: number, targetRights: number): boolean {
  return isAdmin(actorRights) || targetRights < actorRights;
}
