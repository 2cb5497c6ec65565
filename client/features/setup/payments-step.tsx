import { useState } from 'react';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';
import {
  findPaymentChoice,
  paymentChoices,
  paymentLines,
  sandboxWarning,
} from '#shared/rules/payment-setup.ts';

import { OutsideCheck } from './outside-check.tsx';
import { SettingsLines } from './settings-lines.tsx';
import { checkPayments } from './setup.queries.ts';

export function PaymentsStep({ state }: { state: SetupState }) {
  const { mode } = state.payments;
  const current = findPaymentChoice(state.payments);
  const [wanted, setWanted] = useState<string>(current?.value ?? 'off');
  const choice = paymentChoices.find(({ value }) => value === wanted)?.value ?? 'off';
  return (
    <Stack>
      {mode === 'sandbox' ? (
        <Callout tone="warning">{sandboxWarning}</Callout>
      ) : (
        <p>
          Payments are now: <strong>{current?.label}</strong>.
        </p>
      )}
      <RadioCards
        inline
        legend="What do you want?"
        name="payments"
        options={paymentChoices}
        value={choice}
        onChange={setWanted}
      />
      {choice !== current?.value && (
        <SettingsLines file={state.settingsFile} lines={paymentLines[choice]} />
      )}
      {choice !== 'off' && (
        <>
          <p>
            Both keys are in Stripe’s dashboard, under Developers. Add a webhook there with this
            address; its signing secret is <code>STRIPE_WEBHOOK_SECRET</code>. The events it needs
            are listed in <code>docs/payments.md</code>.
          </p>
          <CodeBlock label="Webhook" code={`${location.origin}/api/shop/webhook`} />
        </>
      )}
      {(mode === 'live' || mode === 'test') && (
        <OutsideCheck label="Check the Stripe Key" icon="key" ask={checkPayments} />
      )}
    </Stack>
  );
}
