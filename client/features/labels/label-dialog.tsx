import { useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { toneLabels } from '#client/ui/tone-labels.ts';
import { LabelLook } from '#shared/endpoints/labels.ts';
import type { EditedLabel } from '#shared/endpoints/labels.ts';
import { labelLimits, toNameKey } from '#shared/rules/labels.ts';
import type { LabelIcon, LabelListName, LabelTone } from '#shared/rules/labels.ts';

import type { LabelTexts } from './label-texts.ts';
import { changeLabels } from './labels.queries.ts';

import styles from './label-dialog.module.css';

type Props = {
  list: LabelListName;
  labels: readonly EditedLabel[];
  label: EditedLabel | undefined;
  texts: LabelTexts;
  onClose: () => void;
};

export function LabelDialog({ list, labels, label, texts, onClose }: Props) {
  const [name, setName] = useState(label?.name ?? '');
  const [icon, setIcon] = useState<LabelIcon>(label?.icon ?? 'pennant');
  const [tone, setTone] = useState<LabelTone>(label?.tone ?? 'gold');
  const form = useForm({
    check: (fields) => checkLook(fields, label, labels),
    send: (look) =>
      changeLabels(list, (now) =>
        label
          ? now.map((one) => (one.key === label.key ? { ...one, ...look } : one))
          : [...now, { ...look, key: null }],
      ),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={label ? texts.edit : texts.add}
      submitLabel="Save"
      dialogSize="md"
      onClose={onClose}
    >
      <TextField
        required
        {...form.field('name')}
        label="Name"
        maxLength={labelLimits.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Tiles
        size="small"
        legend="Icon"
        name="icon"
        value={icon}
        labels={iconLabels}
        onChange={setIcon}
      >
        {(value) => <Icon name={value} size="md" />}
      </Tiles>
      <Tiles
        size="large"
        legend="Colour"
        name="tone"
        value={tone}
        labels={toneLabels}
        onChange={setTone}
      >
        {(value) => (
          <span className={styles.sample} aria-hidden="true">
            <Chip tone={value} icon={icon}>
              <span className={styles.name}>{name || 'Name'}</span>
            </Chip>
          </span>
        )}
      </Tiles>
    </FormDialog>
  );
}

function checkLook(
  fields: FormFields,
  label: EditedLabel | undefined,
  labels: readonly EditedLabel[],
): Checked<LabelLook> {
  const checked = checkValues(LabelLook, { ...fields, isHidden: label?.isHidden ?? false });
  if (!checked.data) return checked;
  const nameKey = toNameKey(checked.data.name);
  const isTaken = labels.some(({ key, name }) => key !== label?.key && toNameKey(name) === nameKey);
  return isTaken ? { errors: { name: 'This name is already in the list.' } } : checked;
}

const iconLabels: Record<LabelIcon, string> = {
  tankard: 'Tankard',
  sword: 'Sword',
  swords: 'Crossed swords',
  quill: 'Quill',
  aid: 'Shield with a cross',
  key: 'Key',
  hourglass: 'Hourglass',
  anvil: 'Anvil',
  gonfalon: 'Banner',
  tower: 'Tower',
  skull: 'Skull',
  grail: 'Grail',
  pickaxe: 'Pickaxe',
  die: 'Die',
  shield: 'Shield',
  coronet: 'Crown',
  pennant: 'Pennant',
  cart: 'Cart',
  scroll: 'Scroll',
  charter: 'Charter',
  news: 'Newspaper',
  bell: 'Bell',
  calendar: 'Calendar',
  clock: 'Clock',
  users: 'People',
  poll: 'Poll',
  chart: 'Chart',
  server: 'Server',
};
