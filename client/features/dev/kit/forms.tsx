import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Checkbox, RadioCards } from '#client/ui/choice.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { FormErrors } from '#client/ui/form-errors.tsx';
import { Columns, Row, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { EmailField, NumberField, PasswordField, TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { skills } from '#shared/skills.ts';

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
          <SelectField label="Skill" options={skills} placeholder="Any skill" />
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
          { value: 'gather', label: 'Gather', description: 'Bring raw goods.', icon: 'mining' },
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

function Errors() {
  const [sent, setSent] = useState(false);
  const problems = [
    { message: 'Enter a title.', fieldId: 'demo-title' },
    { message: 'Choose a category.', fieldId: 'demo-category' },
  ];
  const [title, category] = problems.map(({ message }) => (sent ? message : null));
  return (
    <Panel heading="When something is wrong" headingLevel={3}>
      <Stack as="form" noValidate action={() => setSent(true)}>
        <FormErrors heading="Please correct two fields" problems={sent ? problems : []} />
        <TextField
          id="demo-title"
          label="Title"
          required
          hint="Shown in the list of news."
          error={title}
        />
        <SelectField
          id="demo-category"
          label="Category"
          placeholder="Choose one"
          options={['Community', 'Events']}
          error={category}
        />
        <Row>
          <Button type="submit">Publish</Button>
          <Button tone="quiet" onClick={() => setSent(false)}>
            Reset
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}
