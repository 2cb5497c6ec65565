import { useMutation } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { download } from '#client/lib/download.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { daysUntilDeletion } from '#shared/account-deletion.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

type Props = { user: ManagedUser };

export function DataPanel({ user }: Props) {
  const { username } = user;
  const exporting = useMutation({
    mutationFn: () =>
      unlessCanceled(download('POST /api/admin/users/{username}/export', { params: { username } })),
  });
  return (
    <Panel variant="plain" heading="Personal Data" icon="scroll">
      <Stack gap={4}>
        <p className={styles.note}>
          Everything the site stores about {username}, for a player who asks for it by email. The
          answers of votes stay secret. The download is recorded in the audit log.
        </p>
        <Failure error={exporting.error} />
        <Row>
          <Button
            size="sm"
            icon="download"
            pending={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            Download Data
          </Button>
        </Row>
        <Deletion user={user} />
      </Stack>
    </Panel>
  );
}

function Deletion({ user: { username, version, deleteAfter, isOwn, isLastAdmin } }: Props) {
  const { run, isPending } = usePlayerChange();
  const params = { username };
  if (isOwn || isLastAdmin) return null;
  if (deleteAfter) {
    return (
      <>
        <p className={styles.note}>
          This account will be deleted on {formatDateTime(deleteAfter)}.
        </p>
        <Row>
          <Button
            size="sm"
            pending={isPending}
            onClick={() =>
              void run({
                send: () =>
                  call('DELETE /api/admin/users/{username}/deletion', {
                    params,
                    query: { version: String(version) },
                  }),
                done: `The account of ${username} stays.`,
              })
            }
          >
            Keep the Account
          </Button>
        </Row>
      </>
    );
  }
  return (
    <Row>
      <Button
        size="sm"
        tone="danger"
        pending={isPending}
        onClick={() =>
          void run({
            question: `Delete the account of ${username} in ${daysUntilDeletion} days? The player gets an email and can log in and keep the account until then. Afterwards name, email address, levels and notes are removed, also from the logs; payments and purchases stay without a name.`,
            confirmLabel: 'Delete Account',
            isDangerous: true,
            send: () =>
              call('POST /api/admin/users/{username}/deletion', { params, body: { version } }),
            done: `The account of ${username} will be deleted in ${daysUntilDeletion} days.`,
          })
        }
      >
        Delete Account
      </Button>
    </Row>
  );
}
