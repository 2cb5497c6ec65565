import { useRef } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Gift, noteLength } from '#shared/endpoints/shop.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';

type Props = {
  item: ShopItem;
  balance: number;
  onGive: (gift: Gift) => Promise<unknown>;
  onClose: () => void;
};

export function GiftDialog({ item, balance, onGive, onClose }: Props) {
  const words = useWords();
  const first = useRef<HTMLInputElement>(null);
  const form = useForm({
    check: ({ giftTo, note }) => checkValues(Gift, { giftTo, ...(note?.trim() && { note }) }),
    send: onGive,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Give ${item.name}`}
      submitLabel="Give"
      initialFocus={first}
      onClose={onClose}
    >
      <Text tone="muted">
        It costs you {formatCoins(item.price, words)}; you will have{' '}
        {formatCoins(balance - item.price, words)} left. The other player receives it in the game.
      </Text>
      <TextField
        {...form.field('giftTo')}
        ref={first}
        required
        label="Player"
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        {...form.field('note')}
        label="Note"
        maxLength={noteLength}
        hint={`Shown with your name. At most ${noteLength} characters.`}
      />
    </FormDialog>
  );
}
