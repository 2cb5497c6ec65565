import { useState } from 'react';
import * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import { useSite } from '#client/lib/site.ts';
import { Checkbox, RadioCards } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { EmailField, NumberField, PasswordField, TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

export function Forms() {
  return (
    <Columns min="lg">
      <Stack as={Panel} heading="Fields" headingLevel={3}>
        <TextField label="Display name" required hint="1 to 12 letters." placeholder="Oak Warden" />
        <EmailField label="Email" defaultValue="oak@example.org" />
        <PasswordField label="Password" defaultValue="mellon-1954" />
        <TextField label="Search" hideLabel type="search" icon="search" placeholder="Player name" />
        <Columns min="sm">
          <NumberField label="Amount" min={1} defaultValue={250} />
          <SelectField label="Skill" options={useSite().skills} placeholder="Any skill" />
        </Columns>
        <DateTimeField label="Starts" defaultValue="2026-11-28T19:30" />
        <TextareaField label="Description" maxLength={120} defaultValue="Bring food and friends." />
        <TextField label="Locked" defaultValue="Set by the game server" disabled />
      </Stack>
      <Stack>
        <Choices />
        <Errors />
      </Stack>
    </Columns>
  );
}

function Choices() {
  const [type, setType] = useState('gather');
  return (
    <Stack as={Panel} heading="Choices" headingLevel={3}>
      <RadioCards
        legend="Contract type"
        name="type"
        value={type}
        onChange={setType}
        options={[
          {
            value: 'gather',
            label: 'Gather',
            description: 'Bring raw goods.',
            icon: 'skill/mining',
          },
          { value: 'deliver', label: 'Delivery', description: 'Carry a crate.', icon: 'contract' },
          { value: 'slay', label: 'Slay', description: 'Not offered this week.', disabled: true },
        ]}
      />
      <Checkbox label="Remember me" defaultChecked />
      <Checkbox label="Send me news by email" hint="At most once a month." />
      <Checkbox label="I accept the terms" error="Please accept the terms first." />
      <Checkbox label="Not available" disabled />
    </Stack>
  );
}

const Draft = z.object({
  title: z.string().check(z.minLength(1, 'Enter a title.')),
  category: z.string().check(z.minLength(1, 'Choose a category.')),
});

function Errors() {
  const form = useForm({
    check: (fields) => checkValues(Draft, fields),
    send: () => Promise.reject(new Error('This page sends nothing.')),
  });
  return (
    <Panel heading="When Something Is Wrong" headingLevel={3}>
      <Form form={form} submitLabel="Publish">
        <TextField
          required
          {...form.field('title')}
          label="Title"
          hint="Shown in the list of news."
        />
        <SelectField
          {...form.field('category')}
          label="Category"
          placeholder="Choose one"
          options={['Community', 'Events']}
        />
      </Form>
    </Panel>
  );
}
