import { useState } from 'react';
import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, readField, useFormErrors } from '#client/lib/form-check.ts';
import { newKey } from '#client/lib/new-key.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { NumberField, TextField } from '#client/ui/text-field.tsx';
import { adjustBalance, adminLimits } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function CoinsPanel({ user }: { user: ManagedUser }) {
  const { form, errors, show, clearError } = useFormErrors();
  const { run, isPending } = usePlayerChange(user);
  // Idempotency key: a repeated click moves the coins once.
  const [key, setKey] = useState(() => newKey());
  const { username, version } = user;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const amount = readField(event.currentTarget, 'amount');
    const { data, errors: found } = checkValues(adjustBalance.body!, {
      amount: amount.trim() === '' ? undefined : Number(amount),
      reason: readField(event.currentTarget, 'reason'),
      key,
      version,
    });
    show(found ?? {});
    if (!data) return;
    const isGift = data.amount > 0;
    const coins = Math.abs(data.amount).toLocaleString('en');
    const isDone = await run({
      question: isGift
        ? `Give ${username} ${coins} Wyncoins?`
        : `Take ${coins} Wyncoins from ${username}?`,
      confirmLabel: isGift ? 'Give' : 'Take',
      isDangerous: !isGift,
      send: () =>
        call('POST /api/admin/users/{username}/coins', { params: { username }, body: data }),
      done: isGift
        ? `${username} received ${coins} Wyncoins.`
        : `${coins} Wyncoins were taken from ${username}.`,
    });
    if (!isDone) return;
    setKey(newKey());
    form.current?.reset();
  }

  return (
    <Panel variant="plain" heading="Adjust balance" icon="coins">
      {user.isWalletFrozen && (
        <Callout tone="warning">
          The wallet is frozen: the balance is below zero, or a payment is disputed.
        </Callout>
      )}
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
        onInput={clearError}
      >
        <NumberField
          required
          name="amount"
          label="Wyncoins"
          hint="Use a minus sign to take coins. The balance cannot go below zero."
          inputMode="text"
          min={-adminLimits.coins}
          max={adminLimits.coins}
          error={errors.amount}
        />
        <TextField
          required
          name="reason"
          label="Reason"
          hint={`Shown to ${username} in the wallet.`}
          maxLength={adminLimits.reason}
          error={errors.reason}
        />
        <div className={styles.row}>
          <Button type="submit" tone="primary" pending={isPending}>
            Adjust
          </Button>
        </div>
      </form>
    </Panel>
  );
}
