import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { permissionTexts } from '#client/lib/permission-texts.ts';
import { ActionButton, ActionSwitch } from '#client/ui/form/action-button.tsx';
import { Checkbox, RadioCards } from '#client/ui/form/choice.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Legend, Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { rankNames } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { isAdmin, isEventStaff } from '#shared/rules/permissions.ts';
import {
  canHavePermissions,
  needsStaffSecurity,
  staffPermissions,
} from '#shared/rules/staff-permissions.ts';
import type { StaffPermission, Standing } from '#shared/rules/staff-permissions.ts';

const explanations: Record<string, string> = {
  0: 'Plays, votes and buys.',
  1: 'A silver crown; moderates in the game.',
  2: 'A gold crown; hosts and edits events.',
  3: 'Everything, including this area.',
};

/** The rank, and the single permissions of player moderators and staff, saved together. */
export function RightsPanel({ user }: { user: ManagedUser }) {
  const before = standingOf(user);
  const [chosen, setChosen] = useState<Partial<Standing>>({});
  const userRights = chosen.userRights ?? before.userRights;
  const permissions = canHavePermissions(userRights)
    ? (chosen.permissions ?? before.permissions)
    : [];
  const after = { userRights, permissions };
  const disabledReason = disabledReasonFor(user);

  return (
    <Panel variant="plain" heading="Rights" icon="coronet">
      <Stack gap={4}>
        <RadioCards
          legend="Rank"
          name="rights"
          inline
          value={String(userRights)}
          hint={disabledReason}
          options={Object.entries(rankNames).map(([value, label]) => ({
            value,
            label,
            description: explanations[value],
            disabled: disabledReason !== undefined,
          }))}
          onChange={(value) => setChosen({ ...chosen, userRights: Number(value) })}
        />
        <Permissions
          user={user}
          standing={after}
          onChange={(next) => setChosen({ ...chosen, permissions: next })}
        />
        <Row>
          <ActionButton
            tone="primary"
            disabled={isSame(before, after)}
            action={{
              name: 'Save Rights',
              ask: describeChange(user.username, before, after),
              danger: userRights < before.userRights,
              call: async () => {
                await call('PUT /api/admin/users/{username}/rights', {
                  params: { username: user.username },
                  body: {
                    rights: userRights,
                    permissions: [...permissions],
                    version: user.version,
                  },
                });
                setChosen({});
              },
              done: `The rights of ${user.username} are saved.`,
            }}
          />
        </Row>
      </Stack>
      <hr />
      <CommunityManager user={user} />
    </Panel>
  );
}

type PermissionsProps = {
  user: ManagedUser;
  standing: Standing;
  onChange: (permissions: StaffPermission[]) => void;
};

function Permissions({ user, standing: { userRights, permissions }, onChange }: PermissionsProps) {
  if (!canHavePermissions(userRights)) {
    return (
      <Text tone="muted" className="sans">
        {isAdmin(userRights)
          ? 'Admins may use everything.'
          : 'Moderators and staff can be given access to parts of the admin area.'}
      </Text>
    );
  }
  return (
    <Stack as="fieldset" gap={3}>
      <Legend>May also use</Legend>
      {staffPermissions.map((permission) => {
        const { label, description } = permissionTexts[permission];
        const given = user.permissions.find((one) => one.permission === permission);
        const isByRights = permission === 'events' && isEventStaff(userRights);
        return (
          <Checkbox
            key={permission}
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
            checked={isByRights || permissions.includes(permission)}
            disabled={isByRights}
            onChange={({ target }) =>
              onChange(
                staffPermissions.filter((one) =>
                  one === permission ? target.checked : permissions.includes(one),
                ),
              )
            }
          />
        );
      })}
    </Stack>
  );
}

function CommunityManager({
  user: { username, version, communityManager },
}: {
  user: ManagedUser;
}) {
  return (
    <ActionSwitch
      label="Community manager"
      hint="Can host events, which are then labelled “Official Community Event”."
      checked={communityManager}
      action={(next) => ({
        call: () =>
          call('PUT /api/admin/users/{username}/community-manager', {
            params: { username },
            body: { communityManager: next, version },
          }),
        done: next
          ? `${username} is now a community manager.`
          : `${username} is no longer a community manager.`,
      })}
    />
  );
}

function standingOf({ userRights, permissions }: ManagedUser): Standing {
  return { userRights, permissions: permissions.map(({ permission }) => permission) };
}

function isSame(before: Standing, after: Standing): boolean {
  return (
    before.userRights === after.userRights &&
    before.permissions.length === after.permissions.length &&
    before.permissions.every((one) => after.permissions.includes(one))
  );
}

/** The question that an admin confirms; it names everything that changes. */
function describeChange(username: string, before: Standing, after: Standing): string {
  const labelsOf = ({ permissions }: Standing, without: Standing) =>
    permissions
      .filter((one) => !without.permissions.includes(one))
      .map((one) => permissionTexts[one].label)
      .join(', ');
  const [given, taken] = [labelsOf(after, before), labelsOf(before, after)];
  const needsSignIn =
    after.userRights > before.userRights ||
    (needsStaffSecurity(after) && !needsStaffSecurity(before));
  return [
    before.userRights === after.userRights
      ? `Change what ${username} may use?`
      : `Make ${username} ${describeRank(after.userRights)}? They are ${describeRank(before.userRights)} now.`,
    given && `They get: ${given}.`,
    taken && `They lose: ${taken}.`,
    needsSignIn && 'They will be signed out and have to log in again.',
  ]
    .filter(Boolean)
    .join(' ');
}

function disabledReasonFor({ isOwn, isLastAdmin }: ManagedUser): string | undefined {
  if (isLastAdmin) return 'There must always be one admin.';
  return isOwn ? 'You cannot change your own rights. Ask another admin.' : undefined;
}

function describeRank(rights: number): string {
  const name = rankNames[rights] ?? 'Player';
  if (name === 'Staff') return 'staff';
  return `${name === 'Admin' ? 'an' : 'a'} ${name.toLowerCase()}`;
}
