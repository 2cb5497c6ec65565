import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { useSession } from './session.ts';

/** An admin, or a user with one of these permissions. `may()` is for admins alone. Only hides: the server checks. */
export function useMay(): (...wanted: StaffPermission[]) => boolean {
  const session = useSession();
  return (...wanted) => isAllowed(session, wanted);
}
