import { useState } from 'react';

import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import { toneLabels } from '#client/ui/tone-labels.ts';
import { CounterDraft, ModeDraft } from '#shared/endpoints/hiscore-lists.ts';
import type { ManagedCounter, ManagedMode } from '#shared/endpoints/hiscore-lists.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';
import type { LabelTone } from '#shared/rules/labels.ts';
import { listIcons } from '#shared/rules/list-icons.ts';
import type { ListIcon as ListIconName } from '#shared/rules/list-icons.ts';

import { saveCounter, saveMode } from './admin-lists.queries.ts';

/** The form begins with an item, or with a key that the game has reported. */
export type Edited =
  | { kind: 'mode'; item?: ManagedMode | undefined; reported?: string }
  | { kind: 'counter'; item?: ManagedCounter | undefined; reported?: string };

type Props = { edited: Edited; groups: string[]; onClose: () => void };

export function ListDialog({ edited, groups, onClose }: Props) {
  const { kind, item, reported = '' } = edited;
  const isMode = kind === 'mode';
  const [icon, setIcon] = useState<ListIconName>(item?.icon ?? (isMode ? 'helm' : 'skull'));
  const [colour, setColour] = useState<LabelTone>((isMode && edited.item?.colour) || 'neutral');
  const form = useForm({
    check: (fields): Checked<ModeDraft | CounterDraft> =>
      isMode
        ? checkValues(ModeDraft, fields)
        : checkValues(CounterDraft, { ...fields, minimum: toNumber(fields['minimum']) }),
    send: (draft): Promise<{ name: string }> =>
      'colour' in draft ? saveMode(item?.id, draft) : saveCounter(item?.id, draft),
    done: ({ name }) => `“${name}” is saved.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`${item ? 'Edit' : 'Add'} ${isMode ? 'Game Mode' : 'Counter'}`}
      submitLabel="Save"
      dialogSize="md"
      onClose={onClose}
    >
      <Columns min="sm">
        <TextField
          required
          {...form.field('name')}
          label="Name"
          maxLength={counterLimits.name}
          defaultValue={item?.name ?? toName(reported)}
        />
        <TextField
          required
          {...form.field('key')}
          label="Key"
          hint="The name that the game sends."
          maxLength={counterLimits.key}
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={item?.key ?? reported}
        />
      </Columns>
      {!isMode && (
        <Columns min="sm">
          <TextField
            required
            {...form.field('group')}
            label="Group"
            hint={`Listed together${groups.length > 0 ? `. So far: ${groups.join(', ')}` : ''}.`}
            maxLength={counterLimits.group}
            defaultValue={edited.item?.group ?? groups[0] ?? 'Bosses'}
          />
          <NumberField
            required
            {...form.field('minimum')}
            label="Listed from"
            hint="The least count that has a rank."
            min={1}
            defaultValue={edited.item?.minimum ?? 1}
          />
        </Columns>
      )}
      <Tiles
        size="small"
        legend="Icon"
        name="icon"
        value={icon}
        labels={iconLabels}
        onChange={setIcon}
      >
        {(value) => <ListIcon name={value} size="md" colour={isMode ? colour : undefined} />}
      </Tiles>
      {isMode && (
        <Tiles
          size="small"
          legend="Colour"
          name="colour"
          value={colour}
          labels={toneLabels}
          onChange={setColour}
        >
          {(value) => <ListIcon name={icon} size="md" colour={value} />}
        </Tiles>
      )}
    </FormDialog>
  );
}

/** `king_black_dragon` becomes King Black Dragon. */
function toName(key: string): string {
  return key.replaceAll(/[_-]+/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

const iconLabels: Partial<Record<ListIconName, string>> = Object.fromEntries(
  listIcons.map((icon) => [icon, toName(icon)]),
);
