import { ManagePage } from '#client/features/accounts/manage-page.tsx';
import { AuditList } from '#client/features/admin/audit-list.tsx';

/** The player is the accounts' matter, the log the admins'; here they meet. */
export function AdminManagePage() {
  return (
    <ManagePage
      renderTrail={(username) => <AuditList filter={{ player: username }} hideSubject />}
    />
  );
}
