import type { Form as FormState } from '#client/lib/form.ts';
import { useWords } from '#client/lib/words.ts';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { voteLimits } from '#shared/endpoints/votes.ts';

export type RewardItem = { id: number; name: string };

type Props = {
  form: Pick<FormState, 'field'>;
  start: { coins: number; shopItemId: number | null };
  items: readonly RewardItem[];
};

export function RewardFields({ form, start, items }: Props) {
  const { coins } = useWords();
  return (
    <>
      <NumberField
        {...form.field('coins')}
        label={`Reward in ${coins}`}
        defaultValue={String(start.coins)}
        min={0}
        max={voteLimits.coins}
      />
      <SelectField
        {...form.field('shopItemId')}
        label="Reward from the store"
        placeholder="No item"
        defaultValue={start.shopItemId === null ? '' : String(start.shopItemId)}
        options={items.map(({ id, name }) => ({ value: String(id), label: name }))}
        hint="Delivered in the game like a purchase, without stock or limit."
      />
    </>
  );
}
