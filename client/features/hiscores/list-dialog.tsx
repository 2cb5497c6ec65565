import { change } from '#client/lib/change.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { IconChoice } from '#client/ui/form/icon-choice.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { CounterDraft, ModeDraft } from '#shared/endpoints/hiscore-lists.ts';
import type { ManagedCounter, ManagedMode } from '#shared/endpoints/hiscore-lists.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';
import { toListName } from '#shared/rules/list-icons.ts';

/** The form begins with an item, or with a key that the game has reported. */
export type Edited =
  | { kind: 'mode'; item?: ManagedMode | undefined; reported?: string }
  | { kind: 'counter'; item?: ManagedCounter | undefined; reported?: string };

type Props = { edited: Edited; groups: string[]; onClose: () => void };

export function ListDialog({ edited, groups, onClose }: Props) {
  const { kind, item, reported = '' } = edited;
  const isMode = kind === 'mode';
  const form = useForm({
    check: (fields): Checked<ModeDraft | CounterDraft> =>
      isMode
        ? checkValues(ModeDraft, fields)
        : checkValues(CounterDraft, { ...fields, minimum: toNumber(fields['minimum']) }),
    send: (body): Promise<{ name: string }> =>
      item
        ? change('admin', `PUT /api/admin/hiscores/${kind}s/{id}`, {
            params: { id: String(item.id) },
            body,
          })
        : change('admin', `POST /api/admin/hiscores/${kind}s`, { body }),
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
          defaultValue={item?.name ?? toListName(reported)}
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
      <IconChoice
        icon={item?.icon ?? (isMode ? 'helm' : 'skull')}
        colour={isMode ? (edited.item?.colour ?? 'neutral') : undefined}
      />
    </FormDialog>
  );
}
