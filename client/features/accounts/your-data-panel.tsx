import { useMutation } from '@tanstack/react-query';

import { download } from '#client/lib/download.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';

import { DeleteAccount } from './delete-account.tsx';

export function YourDataPanel() {
  const exporting = useMutation({
    mutationFn: () => unlessCanceled(download('POST /api/account/export', {})),
  });
  return (
    <Panel heading="Your Data" icon="scroll">
      <Stack gap={4}>
        <p>
          Download everything the site stores about you: account, coins, purchases, votes, levels
          and more, as a readable page and a data file. Passwords are not included.
        </p>
        <Failure error={exporting.error} />
        <Row>
          <Button icon="download" pending={exporting.isPending} onClick={() => exporting.mutate()}>
            Download Your Data
          </Button>
        </Row>
        <DeleteAccount />
      </Stack>
    </Panel>
  );
}
