import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import type { Edited } from '#client/lib/search.ts';
import { useSite } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns, Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { shopLimits } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { ItemCard } from '../item-card.tsx';
import { managedItemsQuery, saveShopItem } from './admin-shop.queries.ts';
import { BundleEditor } from './bundle-editor.tsx';
import { CategoryField } from './category-field.tsx';
import { checkItem, previewOf, toFields } from './item-fields.ts';
import type { ItemFields } from './item-fields.ts';
import { ItemImage } from './item-image.tsx';
import { ItemServers } from './item-servers.tsx';
import { KindChoice, KindFields } from './kind-fields.tsx';

import styles from './item-editor.module.css';

export function ItemEditor({ edited }: { edited: Edited<ManagedItem> }) {
  const navigate = useNavigate();
  const { coins } = useWords();
  const { supporterSteps } = useSite();
  const items = useSingleItems();
  // Keep the item as it was opened; live updates must not change the version that the save is based on.
  const [opened] = useState(edited.kind === 'edit' ? edited.item : undefined);
  const [fields, setFields] = useState(() => initialFields(edited));
  const form = useForm({
    check: () => checkItem(fields),
    send: (draft) => saveShopItem(draft, opened),
    done: ({ name }) => `${name} was saved.`,
    onDone: () => navigate({ to: '/admin/shop', search: {} }),
  });
  const set = (change: Partial<ItemFields>) => setFields((before) => ({ ...before, ...change }));
  const text = (name: TextName) => ({
    ...form.field(name),
    value: fields[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  return (
    <Split second="narrow" sticky>
      <Panel variant="plain" heading={opened ? 'Edit Item' : 'New Item'} icon="pencil">
        <Form
          form={form}
          className={styles.form}
          submitLabel="Save Item"
          buttons={<LinkButton to="/admin/shop">Cancel</LinkButton>}
        >
          <TextField required label="Name" maxLength={shopLimits.name} {...text('name')} />
          <TextareaField
            label="Description"
            rows={3}
            maxLength={shopLimits.description}
            {...text('description')}
          />
          <ItemImage fields={fields} error={form.errors['image']} onChange={set} />
          <Columns min="sm">
            <NumberField
              required
              label="Price"
              hint={`In ${coins}.`}
              min={1}
              max={shopLimits.price}
              {...text('price')}
            />
            <CategoryField {...text('categoryId')} />
          </Columns>
          {!opened && <KindChoice kind={fields.kind} onChange={set} />}
          <KindFields kind={fields.kind} text={text} onChange={set} />
          {fields.kind === 'bundle' && (
            <BundleEditor
              fields={fields}
              items={items}
              error={form.field('parts').error}
              onChange={set}
            />
          )}
          {(fields.kind !== 'bundle' || fields.isOneDelivery) && (
            <ItemServers fields={fields} error={form.errors['serverIds']} onChange={set} />
          )}
          <Columns min="md">
            <DateTimeField
              label="End date"
              hint="After this the item is no longer sold. Leave empty for no end date."
              {...text('endsAt')}
            />
            {fields.kind !== 'bundle' && (
              <NumberField
                label="Stock"
                hint="Leave empty for unlimited. Sales made while you edit are deducted."
                min={0}
                max={shopLimits.stock}
                {...text('stock')}
              />
            )}
            <NumberField
              label="Limit per player"
              hint="Leave empty for no limit."
              min={1}
              max={shopLimits.perPlayer}
              {...text('perPlayerLimit')}
            />
            <NumberField
              label="Limit for all players"
              hint="How many are sold from now on. Leave empty for no limit."
              min={1}
              max={shopLimits.stock}
              {...text('totalLimit')}
            />
            <NumberField
              label="Needed total level"
              hint="Leave empty if everyone may buy it."
              min={1}
              max={shopLimits.level}
              {...text('needsLevel')}
            />
            {supporterSteps && (
              <SelectField
                label="Needed supporter rank"
                placeholder="None"
                options={supporterSteps.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...text('needsStep')}
              />
            )}
          </Columns>
          <Checkbox
            label="In the store"
            hint="If off, the item is saved but hidden from players."
            checked={fields.enabled}
            onChange={(event) => set({ enabled: event.target.checked })}
          />
        </Form>
      </Panel>
      <section aria-label="Preview as the player sees it" className={styles.preview}>
        <Stack gap={2}>
          <Hint>As the player sees it</Hint>
          <ItemCard item={previewOf(fields, items)} />
        </Stack>
      </section>
    </Split>
  );
}

type TextName = {
  [Name in keyof ItemFields]: ItemFields[Name] extends string ? Name : never;
}[keyof ItemFields];

/** A bundle cannot contain a bundle. */
function useSingleItems(): ManagedItem[] {
  const { data = [] } = useQuery(managedItemsQuery);
  return data.filter(({ kind }) => kind !== 'bundle');
}

function initialFields({ kind, item }: Edited<ManagedItem>): ItemFields {
  const fields = toFields(item ?? {});
  // A copy starts hidden, so that it is not sold before the admin has edited it.
  return kind === 'copy' ? { ...fields, enabled: false } : fields;
}
