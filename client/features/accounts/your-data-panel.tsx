import { download } from '#client/lib/download.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { DeleteAccount } from './delete-account.tsx';

export function YourDataPanel() {
  return (
    <Panel heading="Your Data" icon="scroll">
      <Stack gap={4}>
        <p>
          Download everything the site stores about you: account, coins, purchases, votes, levels
          and more, as a readable page and a data file. Passwords are not included.
        </p>
        <Row>
          <ActionButton
            action={{
              name: 'Download Your Data',
              isCancelable: true,
              icon: 'download',
              call: () => download('POST /api/account/export', {}),
            }}
          />
        </Row>
        <DeleteAccount />
      </Stack>
    </Panel>
  );
}
