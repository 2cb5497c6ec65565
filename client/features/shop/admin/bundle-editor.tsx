import { moveItem } from '#client/lib/move-item.ts';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { LineButtons } from '#client/ui/form/line-buttons.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Hint, Legend } from '#client/ui/text/text.tsx';
import { shopLimits } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { emptyPart, priceApart } from './item-fields.ts';
import type { BundlePart, ItemFields } from './item-fields.ts';

import styles from './item-editor.module.css';

type Props = {
  fields: ItemFields;
  /** A bundle may contain these. */
  items: readonly ManagedItem[];
  error: string | undefined;
  onChange: (change: Pick<ItemFields, 'parts'> | Pick<ItemFields, 'isOneDelivery'>) => void;
};

export function BundleEditor({ fields, items, error, onChange }: Props) {
  const { parts, isOneDelivery, price } = fields;
  const apart = priceApart(parts, items);
  const set = (at: number, change: Partial<BundlePart>) =>
    onChange({ parts: parts.map((part, index) => (index === at ? { ...part, ...change } : part)) });
  return (
    <Stack as="fieldset" gap={3}>
      <Legend>Contents</Legend>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part has no identity until an item is chosen
        <div key={at} className={styles.part}>
          <SelectField
            hideLabel
            label={`Part ${at + 1}`}
            placeholder="Choose an item"
            value={part.itemId}
            options={items.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => set(at, { itemId: target.value })}
          />
          <NumberField
            hideLabel
            label={`Count of part ${at + 1}`}
            min={1}
            max={shopLimits.perPart}
            value={part.count}
            onChange={({ target }) => set(at, { count: target.value })}
          />
          <LineButtons
            name={`part ${at + 1}`}
            isFirst={at === 0}
            isLast={at === parts.length - 1}
            canRemove={parts.length > 2}
            onMove={(by) => onChange({ parts: moveItem(parts, at, by) })}
            onRemove={() => onChange({ parts: parts.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <Failure error={error} />
      <Row spread>
        <Hint>
          Bought apart: <Coins amount={apart} />
          {apart > Number(price) && (
            <>
              . Players save <Coins amount={apart - Number(price)} />.
            </>
          )}
        </Hint>
        <Button
          size="sm"
          icon="plus"
          disabled={parts.length >= shopLimits.parts}
          onClick={() => onChange({ parts: [...parts, emptyPart] })}
        >
          Add Item
        </Button>
      </Row>
      <Checkbox
        label="Delivered as one"
        hint="The game hands over the whole bundle at once, if it can. Otherwise each item arrives, and is refunded, on its own."
        checked={isOneDelivery}
        onChange={({ target }) => onChange({ isOneDelivery: target.checked })}
      />
    </Stack>
  );
}
