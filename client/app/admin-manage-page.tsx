import { AuditList } from '#client/features/admin/audit-list.tsx';
import { ManagedPlayer } from '#client/features/players/managed-player.tsx';

/** Combines two features, which may not import each other: the player (players) and the log (admin). */
export function AdminManagePage() {
  return (
    <ManagedPlayer
      renderTrail={(username) => <AuditList filter={{ player: username }} hideSubject />}
    />
  );
}
