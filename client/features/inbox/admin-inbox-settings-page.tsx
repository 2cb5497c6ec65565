import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { ListEditor } from '#client/ui/form/list-editor.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { inboxLimits, InboxSettings } from '#shared/endpoints/inbox.ts';

import { inboxSettingsQuery } from './admin-inbox.queries.ts';

export function AdminInboxSettingsPage() {
  return (
    <>
      <PageHeading above={<BackLink to="/admin/inbox">Inbox</BackLink>}>Inbox Settings</PageHeading>
      <QueryView
        query={useQuery(inboxSettingsQuery)}
        errorHeading="The settings could not be loaded"
        loadingText="Loading settings..."
      >
        {(settings) => <SettingsForm settings={settings} />}
      </QueryView>
    </>
  );
}

function SettingsForm({ settings }: { settings: InboxSettings }) {
  const [answers, setAnswers] = useState(settings.answers);
  const form = useForm({
    check: ({ categories = '', appealDays, keepDays }) =>
      checkValues(InboxSettings, {
        categories: categories.split('\n').filter((name) => name.trim()),
        answers,
        appealDays: toNumber(appealDays),
        keepDays: toNumber(keepDays),
      }),
    send: (body) => change('admin', 'PUT /api/admin/inbox/settings', { body }),
    done: 'Saved.',
  });
  return (
    <Form form={form} submitLabel="Save">
      <Columns min="lg" gap={5}>
        <Panel variant="plain" heading="Questions and Times" icon="settings">
          <Stack gap={4}>
            <TextareaField
              required
              {...form.field('categories')}
              label="Categories of questions"
              hint="One per line, in the order of the form."
              rows={6}
              defaultValue={settings.categories.join('\n')}
            />
            <NumberField
              {...form.field('appealDays')}
              label="Days until a second appeal"
              hint="After a refusal, for the same ban or mute. 0: never."
              defaultValue={settings.appealDays}
            />
            <NumberField
              {...form.field('keepDays')}
              label="Days until closed threads are deleted"
              defaultValue={settings.keepDays}
            />
          </Stack>
        </Panel>
        <Panel variant="plain" heading="Canned Answers" icon="quill">
          <Stack gap={4}>
            <Hint>{'{player}, {staff} and {subject} are filled in.'}</Hint>
            <ListEditor
              items={answers}
              max={inboxLimits.answers}
              noun="Answer"
              addLabel="Add Answer"
              create={() => ({ name: '', text: '' })}
              onChange={setAnswers}
            >
              {({ name, text }, at, update) => (
                <>
                  <TextField
                    required
                    {...form.field(`answers.${at}.name`)}
                    label="Name"
                    maxLength={inboxLimits.answerName}
                    value={name}
                    onChange={({ target }) => update({ name: target.value })}
                  />
                  <TextareaField
                    required
                    {...form.field(`answers.${at}.text`)}
                    label="Text"
                    maxLength={inboxLimits.text}
                    value={text}
                    onChange={({ target }) => update({ text: target.value })}
                  />
                </>
              )}
            </ListEditor>
          </Stack>
        </Panel>
      </Columns>
    </Form>
  );
}
