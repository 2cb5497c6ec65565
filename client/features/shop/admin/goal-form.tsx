import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import type { FormFields } from '#client/lib/form.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { supporterLimits, SupporterSettings } from '#shared/endpoints/supporters.ts';

import { paymentInfoQuery } from '../shop.queries.ts';
import { saveSupporters } from './supporters.queries.ts';

export function GoalForm({ settings }: { settings: SupporterSettings }) {
  const { data: payments } = useQuery(paymentInfoQuery);
  const [hasGoal, setHasGoal] = useState(settings.goal !== null);
  const currency = payments?.currency ?? settings.goal?.currency ?? 'usd';
  const form = useForm({
    check: (fields) =>
      checkValues(SupporterSettings, {
        ...settings,
        isShown: fields['isShown'] === 'on',
        goal: hasGoal ? toGoal(fields, currency) : null,
      }),
    send: saveSupporters,
    done: 'Saved.',
  });
  return (
    <Form form={form} tone="secondary" submitLabel="Save">
      <Checkbox
        name="isShown"
        label="Show the icons of the ranks beside names"
        hint="On profiles, in the hiscores and at events."
        defaultChecked={settings.isShown}
      />
      <Checkbox
        label="Show a goal for this month on the home page"
        hint="With a bar, and the latest supporters who agreed to be named."
        checked={hasGoal}
        onChange={(event) => setHasGoal(event.target.checked)}
      />
      {hasGoal && (
        <Columns min="sm">
          <TextField
            required
            {...form.field('goal.text')}
            label="What the money is for"
            maxLength={supporterLimits.goalText}
            defaultValue={settings.goal?.text ?? 'This month’s server costs'}
          />
          <NumberField
            required
            {...form.field('goal.amount')}
            label={`Top-ups in a month, in ${currency.toUpperCase()}`}
            inputMode="decimal"
            step={0.01}
            min={0.01}
            defaultValue={((settings.goal?.amount ?? 10_000) / 100).toFixed(2)}
          />
        </Columns>
      )}
    </Form>
  );
}

function toGoal(fields: FormFields, currency: string) {
  const amount = Math.round(toNumber(fields['goal.amount']) * 100);
  return { text: fields['goal.text'], amount, currency };
}
