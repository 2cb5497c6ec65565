import { AuditList } from '#client/features/admin/audit-list.tsx';
import { ManagePage } from '#client/features/players/manage-page.tsx';

/** Combines two features, which may not import each other: the player (players) and the log (admin). */
export function AdminManagePage() {
  return (
    <ManagePage
      renderTrail={(username) => <AuditList filter={{ player: username }} hideSubject />}
    />
  );
}
