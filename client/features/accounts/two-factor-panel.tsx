import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import type { TwoFactorState } from '#shared/endpoints/accounts.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { refreshAccount, twoFactorQuery } from './accounts.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import type { Secret } from './two-factor-setup.tsx';

export function TwoFactorPanel() {
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<string[]>();
  const query = useQuery(twoFactorQuery);

  async function finish(code: string) {
    const answer = await unlessCanceled(call('PUT /api/account/two-factor', { body: { code } }));
    if (!answer) return;
    setSecret(undefined);
    setCodes(answer.recoveryCodes);
    await refreshAccount();
  }

  return (
    <QueryPanel
      heading="Two-Factor Sign-In"
      icon="shield"
      query={query}
      errorHeading="Your two-factor settings could not be loaded."
      height="120px"
      actions={
        query.data && (
          <Chip {...(query.data.isEnabled && { tone: 'moss', icon: 'check' })}>
            {query.data.isEnabled ? 'On' : 'Off'}
          </Chip>
        )
      }
    >
      {(state) => {
        if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
        if (!secret) return <Overview state={state} onStart={setSecret} />;
        return (
          <TwoFactorSetup
            isAside
            secret={secret}
            submitLabel="Turn On"
            onCode={finish}
            onCancel={() => setSecret(undefined)}
          />
        );
      }}
    </QueryPanel>
  );
}

type OverviewProps = { state: TwoFactorState; onStart: (secret: Secret) => void };

function Overview({ state, onStart }: OverviewProps) {
  return (
    <Stack>
      <p>
        {state.isEnabled
          ? `Signing in asks for a code from your phone. ${describeCodes(state.recoveryCodesLeft)}`
          : 'Adds a code from your phone, so a stolen password alone is not enough.'}
      </p>
      {state.isEnabled && state.isRequired && (
        <Callout>Two-factor sign-in is required for staff accounts.</Callout>
      )}
      <Row>
        {!state.isEnabled && (
          <ActionButton
            action={{
              name: 'Set Up Two-Factor',
              isCancelable: true,
              icon: 'shield',
              call: async () => onStart(await call('POST /api/account/two-factor', {})),
            }}
          />
        )}
        {state.isEnabled && !state.isRequired && (
          <ActionButton
            tone="danger"
            action={{
              name: 'Turn Off',
              isCancelable: true,
              ask: 'Turn off two-factor sign-in? Your password alone will then be enough to sign in.',
              danger: true,
              call: () => call('DELETE /api/account/two-factor', {}),
              refresh: ['me'],
            }}
          />
        )}
      </Row>
    </Stack>
  );
}

function describeCodes(left: number): string {
  if (left === 0) return 'No recovery codes are left. Turn it off and on again to get new ones.';
  return `${formatCount(left, 'recovery code is', 'recovery codes are')} left.`;
}
