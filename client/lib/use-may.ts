import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { useSession } from './session.ts';

/**
 * Whether the user is an admin or has one of these permissions; `may()` is for admins alone. Only hides:
 * the server checks every call.
 */
export function useMay(): (...wanted: StaffPermission[]) => boolean {
  const session = useSession();
  return (...wanted) => isAllowed(session, wanted);
}
