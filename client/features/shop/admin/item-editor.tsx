import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';

import { Button, buttonClass } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Checkbox } from '#client/ui/choice.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { NumberField, TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';
import { shopLimits } from '#shared/shop.ts';
import type { ItemDraft, ManagedItem } from '#shared/shop.ts';

import { ItemCard } from '../item-card.tsx';
import { saveShopItem } from './admin-shop.queries.ts';
import { checkItem, emptyFields, previewOf, toFields } from './item-fields.ts';
import type { ItemFields } from './item-fields.ts';
import { ItemImage } from './item-image.tsx';

import styles from './item-editor.module.css';

type Props = {
  /** Omitted for a new item. */
  item?: ManagedItem | undefined;
  copyOf?: ManagedItem | undefined;
};

export function ItemEditor({ item, copyOf }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  // Keep the item as it was opened; live updates must not change the version that the save is based on.
  const [opened] = useState(item);
  const [fields, setFields] = useState<ItemFields>(() => initialFields(item, copyOf));
  const [errors, setErrors] = useState<FieldErrors>({});
  const saving = useMutation({
    mutationFn: (draft: ItemDraft) => saveShopItem(draft, opened),
    onError: (error) => show((error instanceof AppError && error.fields) || {}),
    onSuccess: async ({ name }) => {
      showToast(`${name} was saved.`, { tone: 'success' });
      await navigate({ to: '/admin/shop', search: {} });
    },
  });
  const set = (change: Partial<ItemFields>) => setFields((before) => ({ ...before, ...change }));
  const text = (name: TextName) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });

  function show(found: FieldErrors) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const { draft, problems } = checkItem(fields);
    show(problems);
    if (draft && !saving.isPending) saving.mutate(draft);
  }

  return (
    <div className={styles.columns}>
      <Panel variant="plain" heading={opened ? 'Edit item' : 'New item'} icon="pencil">
        <form ref={form} className={styles.form} noValidate onSubmit={submit}>
          <TextField required label="Name" maxLength={shopLimits.name} {...text('name')} />
          <TextareaField
            label="Description"
            rows={3}
            maxLength={shopLimits.description}
            {...text('description')}
          />
          <ItemImage fields={fields} error={errors.image} onChange={set} />
          <div className={styles.numbers}>
            <NumberField
              required
              label="Price"
              hint="In Wyncoins."
              min={1}
              max={shopLimits.price}
              {...text('price')}
            />
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
          </div>
          <div className={styles.numbers}>
            <DateTimeField
              label="End date"
              hint="After this the item is no longer sold. Leave empty for no end date."
              {...text('endsAt')}
            />
            <NumberField
              label="Stock"
              hint="Leave empty for unlimited. Sales made while you edit are deducted."
              min={0}
              max={shopLimits.stock}
              {...text('stock')}
            />
            <NumberField
              label="Limit per player"
              hint="Leave empty for no limit."
              min={1}
              max={shopLimits.perPlayer}
              {...text('perPlayerLimit')}
            />
          </div>
          <Checkbox
            label="In the store"
            hint="If off, the item is saved but hidden from players."
            checked={fields.enabled}
            onChange={(event) => set({ enabled: event.target.checked })}
          />
          {saving.error && (
            <Callout tone="danger" live>
              {saving.error.message}
            </Callout>
          )}
          <div className={styles.buttons}>
            <Button type="submit" tone="primary" pending={saving.isPending}>
              Save item
            </Button>
            <Link to="/admin/shop" search={{}} className={buttonClass()}>
              Cancel
            </Link>
          </div>
        </form>
      </Panel>
      <section aria-label="Preview as the player sees it" className={styles.preview}>
        <p className={styles.caption}>As the player sees it</p>
        <ItemCard item={previewOf(fields)} />
      </section>
    </div>
  );
}

type TextName = Exclude<keyof ItemFields, 'image' | 'picture' | 'enabled'>;

function initialFields(item: ManagedItem | undefined, copyOf: ManagedItem | undefined): ItemFields {
  if (item) return toFields(item);
  // A copy starts hidden, so that it is not sold before the admin has edited it.
  return copyOf ? { ...toFields(copyOf), enabled: false } : emptyFields;
}
