import { useRef, useState } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { newKey } from '#client/lib/new-key.ts';
import { useAction } from '#client/lib/use-action.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Form, FormDialog } from '#client/ui/form/form.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { adjustBalance, adminLimits } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

const presets = [100, 500, 1000, 5000];

export function CoinsPanel({ user }: { user: ManagedUser }) {
  const { run } = useAction();
  const words = useWords();
  // Idempotency key: a repeated click moves the coins once.
  const [key, setKey] = useState(newKey);
  const { username, version } = user;
  const form = useForm({
    check: ({ amount, reason }) =>
      checkValues(adjustBalance.body!, { amount: toNumber(amount), reason, key, version }),
    send: (body) => {
      const isGift = body.amount > 0;
      const coins = formatCoins(Math.abs(body.amount), words);
      return run({
        ask: isGift ? `Give ${username} ${coins}?` : `Take ${coins} from ${username}?`,
        confirmLabel: isGift ? 'Give' : 'Take',
        danger: !isGift,
        call: () => call('POST /api/admin/users/{username}/coins', { params: { username }, body }),
        done: isGift ? `${username} received ${coins}.` : `${coins} were taken from ${username}.`,
      });
    },
    onDone: (isDone) => {
      if (!isDone) return;
      setKey(newKey());
      form.reset();
    },
  });
  /** Only the reason is then missing. */
  function choose(amount: number) {
    const find = (name: string) =>
      form.props.ref.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
    const field = find('amount');
    if (field) field.value = String(amount);
    form.clear(['amount']);
    find('reason')?.focus();
  }

  return (
    <Panel variant="plain" heading="Adjust Balance" icon="coin">
      <Form form={form} submitLabel="Adjust">
        <FrozenNotice user={user} />
        <Row gap={2}>
          {presets.map((amount) => (
            <Button key={amount} size="sm" onClick={() => choose(amount)}>
              +{amount.toLocaleString('en')}
            </Button>
          ))}
        </Row>
        <NumberField
          required
          {...form.field('amount')}
          label={words.coins}
          hint="Use a minus sign to take coins. The balance cannot go below zero."
          inputMode="text"
          min={-adminLimits.coins}
          max={adminLimits.coins}
        />
        <TextField required {...form.field('reason')} {...reasonField(username)} />
      </Form>
    </Panel>
  );
}

type DialogProps = {
  /** The player when the dialog opened, so that a change by another admin causes a conflict error. */
  user: ManagedUser;
  /** Below 0: taken. */
  amount: number;
  onClose: () => void;
};

export function CoinsDialog({ user, amount, onClose }: DialogProps) {
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
      <FrozenNotice user={user} />
      <TextField ref={field} required {...form.field('reason')} {...reasonField(username)} />
    </FormDialog>
  );
}

function FrozenNotice({ user }: { user: ManagedUser }) {
  if (!user.isWalletFrozen) return null;
  return (
    <Callout tone="warning">
      The wallet is frozen: the balance is below zero, or a payment is disputed.
    </Callout>
  );
}

function reasonField(username: string) {
  return {
    label: 'Reason',
    hint: `Shown to ${username} in the wallet.`,
    maxLength: adminLimits.reason,
  };
}
