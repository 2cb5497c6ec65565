import { call } from '#client/lib/api.ts';
import { permissionTexts } from '#client/lib/permission-texts.ts';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SwitchField } from '#client/ui/switch.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { isAdmin, isEventStaff } from '#shared/permissions.ts';
import type { ManagedUser } from '#shared/players.ts';
import { canHavePermissions, staffPermissions } from '#shared/staff-permissions.ts';
import type { StaffPermission } from '#shared/staff-permissions.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

/** Single permissions, for staff who should not be admins. */
export function PermissionsPanel({ user }: { user: ManagedUser }) {
  return (
    <Panel variant="plain" heading="Permissions" icon="shield">
      {canHavePermissions(user.userRights) ? (
        <Stack gap={4}>
          {staffPermissions.map((permission) => (
            <Permission key={permission} permission={permission} user={user} />
          ))}
        </Stack>
      ) : (
        <p className={styles.note}>
          {isAdmin(user.userRights)
            ? 'Admins may use everything.'
            : 'Moderators and staff can be given access to parts of the admin area. Change the rank first.'}
        </p>
      )}
    </Panel>
  );
}

type Props = { permission: StaffPermission; user: ManagedUser };

function Permission({ permission, user }: Props) {
  const { run, isPending } = usePlayerChange();
  const { username, version } = user;
  const { label, description } = permissionTexts[permission];
  const given = user.permissions.find((one) => one.permission === permission);
  const isByRights = permission === 'events' && isEventStaff(user.userRights);
  const isFirst = user.permissions.length === 0 && !isEventStaff(user.userRights);

  function toggle(isGiven: boolean) {
    void run({
      ...(isGiven &&
        isFirst && {
          question: `Give ${username} the permission “${label}”? They will be signed out and have to log in again.`,
          confirmLabel: 'Give Permission',
        }),
      send: () =>
        call('PUT /api/admin/users/{username}/permissions/{permission}', {
          params: { username, permission },
          body: { isGiven, version },
        }),
      done: isGiven
        ? `${username} now has the permission “${label}”.`
        : `${username} no longer has the permission “${label}”.`,
    });
  }

  return (
    <SwitchField
      label={label}
      hint={
        <>
          {description}
          {isByRights && ' Staff may do this by their rank.'}
          {given && (
            <>
              {' '}
              Given by {given.givenBy ?? 'an account that no longer exists'},{' '}
              <Timestamp at={given.givenAt} />.
            </>
          )}
        </>
      }
      checked={isByRights || given !== undefined}
      disabled={isByRights || isPending}
      onChange={toggle}
    />
  );
}
