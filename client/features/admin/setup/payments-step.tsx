import { useState } from 'react';

import { Callout } from '#client/ui/callout.tsx';
import { RadioCards } from '#client/ui/choice.tsx';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Stack } from '#client/ui/layout.tsx';
import type { SetupState } from '#shared/setup.ts';

import { OutsideCheck } from './outside-check.tsx';
import { SettingsLines } from './settings-lines.tsx';
import { checkPayments } from './setup.queries.ts';

const choices = [
  { value: 'off', label: 'Off', description: 'Sells no coins. You can change that at any time.' },
  { value: 'test', label: 'Test', description: 'Stripe with test cards: coins are free.' },
  { value: 'live', label: 'Live', description: 'Stripe with real cards.' },
] as const;
type Choice = (typeof choices)[number]['value'];

const lines: Record<Choice, string[]> = {
  off: ['PAYMENTS=off'],
  test: ['PAYMENTS=test', 'STRIPE_SECRET_KEY=sk_test_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
  live: ['PAYMENTS=stripe', 'STRIPE_SECRET_KEY=sk_live_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
};

export function PaymentsStep({ state }: { state: SetupState }) {
  const { mode } = state.payments;
  const current = currentOf(state);
  const [wanted, setWanted] = useState<string>(current ?? 'off');
  const choice = choices.find(({ value }) => value === wanted)?.value ?? 'off';
  return (
    <Stack>
      {mode === 'sandbox' ? (
        <Callout tone="warning">
          Payments use the built-in sandbox, so players get coins for nothing.
        </Callout>
      ) : (
        <p>
          Payments are now: <strong>{choices.find(({ value }) => value === current)?.label}</strong>
          .
        </p>
      )}
      <RadioCards
        inline
        legend="What should they be?"
        name="payments"
        options={choices}
        value={choice}
        onChange={setWanted}
      />
      {choice !== current && <SettingsLines file={state.settingsFile} lines={lines[choice]} />}
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

/** Undefined for the sandbox, which cannot be chosen here. */
function currentOf({ payments }: SetupState): Choice | undefined {
  if (!payments.isSelling) return 'off';
  return choices.find(({ value }) => value === payments.mode)?.value;
}
