import { call } from '#client/lib/api.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { download } from '#client/lib/download.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { daysUntilDeletion } from '#shared/rules/account-deletion.ts';

type Props = { user: ManagedUser };

export function DataPanel({ user }: Props) {
  const { username } = user;
  return (
    <Panel variant="plain" heading="Personal Data" icon="scroll">
      <Stack gap={4}>
        <Text tone="muted" className="sans">
          Everything the site stores about {username}, for a player who asks for it by email. The
          answers of votes stay secret. The download is recorded in the audit log.
        </Text>
        <Row>
          <ActionButton
            size="sm"
            action={{
              name: 'Download Data',
              isCancelable: true,
              icon: 'download',
              call: () =>
                download('POST /api/admin/users/{username}/export', { params: { username } }),
            }}
          />
        </Row>
        <Deletion user={user} />
      </Stack>
    </Panel>
  );
}

function Deletion({ user: { username, version, deleteAfter, isOwn, isLastAdmin } }: Props) {
  const params = { username };
  if (isOwn || isLastAdmin) return null;
  if (deleteAfter) {
    const query = { version: String(version) };
    return (
      <>
        <Text tone="muted" className="sans">
          This account will be deleted on {formatDateTime(deleteAfter)}.
        </Text>
        <Row>
          <ActionButton
            size="sm"
            action={{
              name: 'Keep the Account',
              call: () => call('DELETE /api/admin/users/{username}/deletion', { params, query }),
              done: `The account of ${username} stays.`,
            }}
          />
        </Row>
      </>
    );
  }
  return (
    <Row>
      <ActionButton
        size="sm"
        tone="danger"
        action={{
          name: 'Delete Account',
          ask: `Delete the account of ${username} in ${daysUntilDeletion} days? The player gets an email and can log in and keep the account until then. Afterwards name, email address, levels and notes are removed, also from the logs; payments and purchases stay without a name.`,
          danger: true,
          call: () =>
            call('POST /api/admin/users/{username}/deletion', { params, body: { version } }),
          done: `The account of ${username} will be deleted in ${daysUntilDeletion} days.`,
        }}
      />
    </Row>
  );
}
