import { useMutation } from '@tanstack/react-query';

import { download } from '#client/lib/download.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ManagedUser } from '#shared/players.ts';

import styles from './managed-player.module.css';

export function DataPanel({ user: { username } }: { user: ManagedUser }) {
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
      </Stack>
    </Panel>
  );
}
