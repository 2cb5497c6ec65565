import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { useLeaveQuestion } from '#client/lib/versioned-draft.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { ListEditor } from '#client/ui/form/list-editor.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { inboxLimits, InboxSettings } from '#shared/endpoints/inbox.ts';

import { inboxSettingsQuery } from './admin-inbox.queries.ts';

export function AdminInboxSettingsPage() {
  return (
    <>
      <PageHeading
        above={<BackLink to="/admin/inbox">Inbox</BackLink>}
        lead="What players can ask about, answers for the staff, and times."
      >
        Inbox Settings
      </PageHeading>
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

const readDraft = ({ categories, answers, appealDays, keepDays }: InboxSettings) => ({
  categories: categories.map((name) => ({ name })),
  answers,
  appealDays: String(appealDays),
  keepDays: String(keepDays),
});

function SettingsForm({ settings }: { settings: InboxSettings }) {
  const [saved, setSaved] = useState(() => readDraft(settings));
  const [draft, setDraft] = useState(saved);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved);
  const form = useForm({
    check: () =>
      checkValues(InboxSettings, {
        ...draft,
        categories: draft.categories.map(({ name }) => name),
        appealDays: toNumber(draft.appealDays),
        keepDays: toNumber(draft.keepDays),
      }),
    send: (body) => change('admin', 'PUT /api/admin/inbox/settings', { body }),
    done: 'Saved.',
    onDone: () => setSaved(draft),
  });
  useLeaveQuestion(isDirty, {
    leaveText: 'The settings have unsaved changes. Leave and lose them?',
  });

  function set(part: Partial<typeof draft>) {
    setDraft((before) => ({ ...before, ...part }));
    form.clear(Object.keys(part));
  }

  const days = (name: 'appealDays' | 'keepDays') => ({
    ...form.field(name),
    max: inboxLimits.days,
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  });

  return (
    <Form form={form} submitLabel="Save" disabled={!isDirty}>
      <Columns min="lg" gap={5}>
        <Panel variant="plain" heading="Categories of Questions" icon="text">
          <ListEditor
            items={draft.categories}
            max={inboxLimits.categories}
            noun="Category"
            addLabel="Add Category"
            create={() => ({ name: '' })}
            onChange={(categories) => set({ categories })}
          >
            {({ name }, at, update) => (
              <TextField
                required
                hideLabel
                label="Name"
                {...form.field(`categories.${at}`)}
                maxLength={inboxLimits.category}
                value={name}
                onChange={({ target }) => update({ name: target.value })}
              />
            )}
          </ListEditor>
          <Failure error={form.errors['categories']} />
        </Panel>
        <Panel variant="plain" heading="Canned Answers" icon="quill">
          <Hint>
            {'{player}, {staff} and {subject} are replaced by the names and the subject.'}
          </Hint>
          <ListEditor
            items={draft.answers}
            max={inboxLimits.answers}
            noun="Answer"
            addLabel="Add Answer"
            create={() => ({ name: '', text: '' })}
            onChange={(answers) => set({ answers })}
          >
            {({ name, text }, at, update) => (
              <>
                <TextField
                  required
                  label="Name"
                  {...form.field(`answers.${at}.name`)}
                  maxLength={inboxLimits.answerName}
                  value={name}
                  onChange={({ target }) => update({ name: target.value })}
                />
                <TextareaField
                  required
                  label="Text"
                  {...form.field(`answers.${at}.text`)}
                  rows={4}
                  maxLength={inboxLimits.text}
                  value={text}
                  onChange={({ target }) => update({ text: target.value })}
                />
              </>
            )}
          </ListEditor>
        </Panel>
      </Columns>
      <Panel variant="plain" heading="Times" icon="clock">
        <Columns>
          <NumberField
            {...days('appealDays')}
            label="Days until a second appeal"
            hint="After a refusal, for the same ban or mute. 0: never."
            min={0}
          />
          <NumberField
            {...days('keepDays')}
            label="Days until closed threads are deleted"
            hint="With their pictures."
            min={1}
          />
        </Columns>
      </Panel>
    </Form>
  );
}
