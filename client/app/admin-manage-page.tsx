import { ManagePage } from '#client/features/accounts/manage-page.tsx';
import { AuditList } from '#client/features/admin/audit-list.tsx';

/** Combines two features, which may not import each other: the player (accounts) and the log (admin). */
export function AdminManagePage() {
  return (
    <ManagePage
      renderTrail={(username) => <AuditList filter={{ player: username }} hideSubject />}
    />
  );
}
