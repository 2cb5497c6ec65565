import { useForm } from '#client/lib/form.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { voteLimits } from '#shared/endpoints/votes.ts';
import type { VoteRules } from '#shared/endpoints/votes.ts';

import { saveRules } from './admin-votes.queries.ts';
import { RewardFields } from './reward-fields.tsx';
import type { RewardItem } from './reward-fields.tsx';
import { checkRules } from './vote-forms.ts';

type Props = { rules: VoteRules; items: readonly RewardItem[] };

export function RulesPanel({ rules, items }: Props) {
  const form = useForm({
    check: checkRules,
    send: saveRules,
    onDone: () => showToast('Saved.', { tone: 'success' }),
  });
  return (
    <Panel variant="plain" heading="Streak and Prize" icon="settings">
      <Form form={form} submitLabel="Save" tone="secondary">
        <Columns min="sm">
          <NumberField
            {...form.field('streakDays')}
            label="Days in a row for an extra reward"
            defaultValue={String(rules.streakDays)}
            min={0}
            max={voteLimits.streakDays}
            hint="Given again after as many more days. 0: no extra reward."
          />
          <RewardFields form={form} start={rules} items={items} />
        </Columns>
        <TextField
          {...form.field('prize')}
          label="Prize for the top voters of the month"
          defaultValue={rules.prize}
          maxLength={voteLimits.prize}
          autoComplete="off"
          hint="Shown on the page to vote. You give it yourself."
        />
        <Checkbox
          name="tellGames"
          label="Tell the games of each vote"
          hint="So that the game can announce it to its players."
          defaultChecked={rules.tellGames}
        />
      </Form>
    </Panel>
  );
}
