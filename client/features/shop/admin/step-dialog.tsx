import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { useWords } from '#client/lib/words.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { IconChoice } from '#client/ui/form/icon-choice.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { StepDraft, supporterLimits } from '#shared/endpoints/supporters.ts';
import type { ManagedSupporters } from '#shared/endpoints/supporters.ts';

import { saveSupporters } from './supporters.queries.ts';

type Step = ManagedSupporters['steps'][number];
type Props = { settings: ManagedSupporters; step: Step | undefined; onClose: () => void };

export function StepDialog({ settings, step, onClose }: Props) {
  const { coins } = useWords();
  const form = useForm({
    check: (fields) =>
      checkValues(StepDraft, {
        ...fields,
        id: step?.id,
        coins: toNumber(fields['coins']),
        gameRank: fields['gameRank'] || null,
      }),
    send: (draft: StepDraft) =>
      saveSupporters({
        ...settings,
        steps: [...settings.steps.filter(({ id }) => id !== step?.id), draft],
      }),
    done: 'The rank is saved.',
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`${step ? 'Edit' : 'Add'} Rank`}
      submitLabel="Save"
      dialogSize="md"
      onClose={onClose}
    >
      <Columns min="sm">
        <TextField
          required
          {...form.field('name')}
          label="Name"
          maxLength={supporterLimits.name}
          defaultValue={step?.name}
        />
        <NumberField
          required
          {...form.field('coins')}
          label={`${coins} bought in total`}
          hint="Refunded and disputed payments and bonuses do not count."
          min={1}
          defaultValue={step?.coins}
        />
      </Columns>
      <TextField
        {...form.field('thanks')}
        label="Thanks"
        hint="Shown to the player in the wallet."
        maxLength={supporterLimits.thanks}
        defaultValue={step?.thanks}
      />
      <TextField
        {...form.field('gameRank')}
        label="Rank in the game"
        hint="Given when the player reaches it, and taken back after a refund. Empty: none."
        maxLength={supporterLimits.rank}
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={step?.gameRank ?? ''}
      />
      <IconChoice icon={step?.icon ?? 'star'} colour={step?.colour ?? 'gold'} />
    </FormDialog>
  );
}
