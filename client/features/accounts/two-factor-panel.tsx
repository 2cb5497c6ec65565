import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { TwoFactorState } from '#shared/accounts.ts';

import { refreshAccount, twoFactorQuery } from './accounts.queries.ts';
import type { RunFresh } from './fresh-sign-in.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { textOf } from './refusals.ts';
import { TwoFactorSetup } from './two-factor-setup.tsx';
import type { Secret } from './two-factor-setup.tsx';

import styles from './auth-form.module.css';

type Step =
  | { kind: 'overview' }
  | { kind: 'setup'; secret: Secret }
  | { kind: 'codes'; codes: string[] };
type Props = { runFresh: RunFresh };

export function TwoFactorPanel({ runFresh }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'overview' });
  const state = useQuery(twoFactorQuery);
  const showOverview = () => setStep({ kind: 'overview' });

  async function finish(code: string) {
    const answer = await runFresh(() => call('PUT /api/account/two-factor', { body: { code } }));
    if (!answer) return;
    setStep({ kind: 'codes', codes: answer.recoveryCodes });
    await refreshAccount();
  }

  return (
    <Panel
      heading="Two-factor sign-in"
      icon="shield"
      actions={state.data && <StateChip isEnabled={state.data.isEnabled} />}
    >
      {state.isPending && <Skeleton shape="block" height="120px" />}
      {state.isLoadingError && (
        <ErrorState
          heading="Your two-factor settings could not be loaded."
          text={textOf(state.error)}
          onRetry={() => void state.refetch()}
        />
      )}
      {step.kind === 'overview' && state.data && (
        <Overview
          state={state.data}
          runFresh={runFresh}
          onStart={(secret) => setStep({ kind: 'setup', secret })}
        />
      )}
      {step.kind === 'setup' && (
        <TwoFactorSetup
          isAside
          secret={step.secret}
          submitLabel="Turn on"
          onCode={finish}
          onCancel={showOverview}
        />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={showOverview} />}
    </Panel>
  );
}

function StateChip({ isEnabled }: { isEnabled: boolean }) {
  return isEnabled ? (
    <Chip tone="moss" icon="check">
      On
    </Chip>
  ) : (
    <Chip>Off</Chip>
  );
}

type OverviewProps = {
  state: TwoFactorState;
  runFresh: RunFresh;
  onStart: (secret: Secret) => void;
};

function Overview({ state, runFresh, onStart }: OverviewProps) {
  const starting = useMutation({
    mutationFn: () => runFresh(() => call('POST /api/account/two-factor', {})),
    onSuccess: (secret) => secret && onStart(secret),
  });
  const ending = useMutation({ mutationFn: () => turnOff(runFresh) });
  const error = starting.error ?? ending.error;
  return (
    <div className={styles.form}>
      <p>
        {state.isEnabled
          ? `Signing in asks for a code from your phone. ${describeCodes(state.recoveryCodesLeft)}`
          : 'Adds a code from your phone, so a stolen password alone is not enough.'}
      </p>
      {error && (
        <Callout tone="danger" live>
          {textOf(error)}
        </Callout>
      )}
      {state.isEnabled && state.isRequired && (
        <Callout>Two-factor sign-in is required for staff accounts.</Callout>
      )}
      <div className={styles.buttons}>
        {!state.isEnabled && (
          <Button icon="shield" pending={starting.isPending} onClick={() => starting.mutate()}>
            Set up two-factor
          </Button>
        )}
        {state.isEnabled && !state.isRequired && (
          <Button tone="danger" pending={ending.isPending} onClick={() => ending.mutate()}>
            Turn off
          </Button>
        )}
      </div>
    </div>
  );
}

async function turnOff(runFresh: RunFresh): Promise<void> {
  const question =
    'Turn off two-factor sign-in? Your password alone will then be enough to sign in.';
  if (!(await askConfirm(question, { confirmLabel: 'Turn off', tone: 'danger' }))) return;
  await runFresh(() => call('DELETE /api/account/two-factor', {}));
  await refreshAccount();
}

function describeCodes(left: number): string {
  if (left === 0) return 'No recovery codes are left. Turn it off and on again to get new ones.';
  return `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`;
}
