import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { saveFile } from '#client/lib/download.ts';
import { useForm } from '#client/lib/form.ts';
import type { Form as FormState } from '#client/lib/form.ts';
import { useWords } from '#client/lib/words.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { codeLimits } from '#shared/endpoints/codes.ts';

import { checkCodes, codeBatchesQuery } from './codes.ts';

/** Codes cannot be changed once players have them, so there is only an editor for new ones. */
export function CodeEditor() {
  const [kind, setKind] = useState('coins');
  const form = useForm({
    check: checkCodes,
    send: (body) => change('admin', 'POST /api/admin/shop/codes', { body }),
  });
  if (form.answer) return <NewCodes codes={form.answer.codes} />;
  const number = (name: string, label: string) => ({
    ...form.field(name),
    label,
    min: 1,
    defaultValue: '1',
  });
  return (
    <Panel variant="plain" heading="New Codes" icon="key">
      <Form
        form={form}
        submitLabel="Make Codes"
        buttons={<LinkButton to="/admin/shop/codes">Cancel</LinkButton>}
      >
        <RadioCards
          inline
          legend="A code gives"
          name="kind"
          options={kinds}
          value={kind}
          onChange={setKind}
        />
        <Columns min="sm">
          <TextField
            {...form.field('name')}
            required
            label="Name"
            maxLength={codeLimits.name}
            hint="Players see it in their statement."
          />
          <ValueField key={kind} kind={kind} form={form} />
          {kind === 'percent' && (
            <TextField
              {...form.field('word')}
              label="A word of your own"
              maxLength={codeLimits.word}
              autoCapitalize="characters"
              spellCheck={false}
              hint="For example SUMMER20. Empty: random codes."
            />
          )}
        </Columns>
        <Columns min="sm">
          <NumberField {...number('count', 'Number of codes')} required />
          <NumberField
            {...number('uses', 'Uses of each code')}
            {...(kind === 'percent' ? { hint: 'Empty: no limit.' } : { required: true })}
          />
          <NumberField
            {...number('perPlayer', 'Uses per player')}
            required
            hint="Of all these codes together."
          />
          <DateTimeField {...form.field('expiresAt')} label="Valid until" hint="Empty: always." />
        </Columns>
      </Form>
    </Panel>
  );
}

const kinds = [
  { value: 'coins', label: 'Coins', icon: 'coins', description: 'Added to the balance.' },
  { value: 'item', label: 'An item', icon: 'gem', description: 'Delivered in the game.' },
  { value: 'percent', label: 'Percent off', icon: 'star', description: 'For the next purchase.' },
] as const;

function ValueField({ kind, form }: { kind: string; form: FormState }) {
  const { coins } = useWords();
  const { data } = useQuery(codeBatchesQuery(1));
  const field = { ...form.field('value'), required: true };
  if (kind === 'coins') return <NumberField {...field} label={coins} min={1} />;
  if (kind === 'percent') return <NumberField {...field} label="Percent off" min={1} max={99} />;
  return (
    <SelectField
      {...field}
      label="Item"
      placeholder="Choose an item"
      options={data?.items.map(({ id, name }) => ({ value: String(id), label: name }))}
      hint="Without stock or limit of the store."
    />
  );
}

function NewCodes({ codes }: { codes: string[] }) {
  const csv = ['Code', ...codes, ''].join('\r\n');
  return (
    <Panel variant="plain" heading={`New Codes (${codes.length.toLocaleString('en')})`} icon="key">
      <Stack gap={4}>
        <Callout tone="warning" heading="Save these codes now">
          They are shown only once. The site does not store them and cannot show them again.
        </Callout>
        <CodeBlock label="Codes" code={codes.join('\n')} />
        <Row>
          <Button
            tone="primary"
            icon="download"
            onClick={() => saveFile(new Blob([csv]), 'codes.csv')}
          >
            Download CSV
          </Button>
          <LinkButton to="/admin/shop/codes">Done</LinkButton>
        </Row>
      </Stack>
    </Panel>
  );
}
