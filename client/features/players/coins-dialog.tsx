import { useRef, useState } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { newKey } from '#client/lib/new-key.ts';
import { useAction } from '#client/lib/use-action.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { adjustBalance, adminLimits } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

type Props = {
  /** The player when the dialog opened, so that a change by another admin causes a conflict error. */
  user: ManagedUser;
  /** Below 0: taken. */
  amount: number;
  onClose: () => void;
};

export function CoinsDialog({ user, amount, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { run } = useAction();
  const words = useWords();
  // Idempotency key: a repeated click moves the coins once.
  const [key] = useState(newKey);
  const { username, version } = user;
  const isGift = amount > 0;
  const coins = formatCoins(Math.abs(amount), words);
  const form = useForm({
    check: ({ reason }) => checkValues(adjustBalance.body!, { amount, reason, key, version }),
    send: (body) =>
      run({
        call: () => call('POST /api/admin/users/{username}/coins', { params: { username }, body }),
        done: isGift ? `${username} received ${coins}.` : `${coins} were taken from ${username}.`,
      }),
    onDone: (isDone) => isDone && onClose(),
  });
  return (
    <FormDialog
      form={form}
      title={isGift ? `Give ${coins} to ${username}` : `Take ${coins} from ${username}`}
      submitLabel={isGift ? 'Give' : 'Take'}
      tone={isGift ? 'primary' : 'danger'}
      icon="coin"
      initialFocus={field}
      onClose={onClose}
    >
      <p>
        {username} has {formatCoins(user.wyncoins ?? 0, words)}.
      </p>
      {user.isWalletFrozen && (
        <Callout tone="warning">
          The wallet is frozen: the balance is below zero, or a payment is disputed.
        </Callout>
      )}
      <TextField
        ref={field}
        required
        {...form.field('reason')}
        label="Reason"
        hint={`Shown to ${username} in the wallet.`}
        maxLength={adminLimits.reason}
      />
    </FormDialog>
  );
}
