import type { ComponentProps } from 'react';

import { RadioCards } from '#client/ui/form/choice.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Columns } from '#client/ui/layout/layout.tsx';
import { shopLimits } from '#shared/endpoints/shop.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import type { ItemFields } from './item-fields.ts';
import { ItemFinder } from './item-finder.tsx';

type TextName = 'itemId' | 'quantity' | 'value' | 'endValue' | 'days';

type Props = {
  kind: ProductKind;
  text: (name: TextName) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange'>;
  onChange: (change: Partial<ItemFields>) => void;
};

export const kinds: Record<ProductKind, { label: string; description: string; icon: IconName }> = {
  item: { label: 'Item', description: 'Put into the inventory', icon: 'gem' },
  rank: { label: 'Rank', description: 'For ever or for some days', icon: 'coronet' },
  membership: { label: 'Membership', description: 'Bought again, it lasts longer', icon: 'star' },
  command: { label: 'Command', description: 'Run by the game', icon: 'bolt' },
  bundle: { label: 'Bundle', description: 'Several items for one price', icon: 'cart' },
};

const kindCards = Object.entries(kinds).map(([value, card]) => ({ value, ...card }));

export function KindChoice({ kind, onChange }: Omit<Props, 'text'>) {
  return (
    <RadioCards
      inline
      legend="What players get"
      name="kind"
      options={kindCards}
      value={kind}
      onChange={(value) => onChange({ kind: value as ProductKind })}
    />
  );
}

/** Fields that the game needs to deliver it. A bundle has its own editor. */
export function KindFields({ kind, text, onChange }: Props) {
  if (kind === 'bundle') return null;
  if (kind === 'item') {
    return (
      <>
        <Columns min="sm">
          <NumberField
            required
            label="In-game item id"
            hint="The item that the game delivers."
            min={0}
            max={shopLimits.itemId}
            {...text('itemId')}
          />
          <NumberField
            required
            label="Quantity per purchase"
            min={1}
            max={shopLimits.quantity}
            {...text('quantity')}
          />
        </Columns>
        <ItemFinder onChoose={({ id }) => onChange({ itemId: String(id) })} />
      </>
    );
  }
  const { label, hint } = grants[kind];
  return (
    <>
      <TextField
        required
        label={label}
        hint={hint}
        maxLength={shopLimits.value}
        spellCheck={false}
        {...text('value')}
      />
      <Columns min="sm">
        <NumberField
          required={kind === 'membership'}
          label="Days"
          hint={
            kind === 'membership'
              ? 'How long one purchase lasts.'
              : 'After them the game takes it back. Leave empty for ever.'
          }
          min={1}
          max={shopLimits.days}
          {...text('days')}
        />
        {kind === 'command' && (
          <TextField
            label="Command at the end"
            hint="Run when the days are over, or after a refund."
            maxLength={shopLimits.value}
            spellCheck={false}
            {...text('endValue')}
          />
        )}
      </Columns>
    </>
  );
}

const grants = {
  rank: { label: 'Rank', hint: 'The name that the game knows, such as donator.' },
  membership: { label: 'Membership', hint: 'The name that the game knows, such as member.' },
  command: { label: 'Command', hint: '{player} becomes the name of the player.' },
};
