import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { preventSubmitOnEnter, useForm } from '#client/lib/form.ts';
import { moveItem } from '#client/lib/move-item.ts';
import type { Edited } from '#client/lib/search.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Split } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { pollLimits } from '#shared/endpoints/polls.ts';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';

import { savePoll } from './admin-polls.queries.ts';
import { checkPoll, newPoll, newQuestion, toEditedPoll } from './poll-draft.ts';
import type { EditedPoll, EditedQuestion } from './poll-draft.ts';
import { PollPreview } from './poll-preview.tsx';
import { QuestionFields } from './question-fields.tsx';

import styles from './poll-editor.module.css';

const headings = { new: 'New Poll', copy: 'New Poll from a Copy', edit: 'Edit Poll' };

export function PollEditor({ edited }: { edited: Edited<ManagedPoll> }) {
  const navigate = useNavigate();
  // Keep the poll as it was opened; live updates must not change the version that the save is based on.
  const [opened] = useState(edited);
  const [poll, setPoll] = useState<EditedPoll>(() => createEditedPoll(opened));
  const form = useForm({
    check: () => checkPoll(poll),
    send: (draft) => savePoll(opened, draft),
    done: edited.kind === 'edit' ? 'The poll was saved.' : 'The poll is open.',
    onDone: ({ id }) => navigate({ to: '/admin/polls', search: { poll: id } }),
  });
  const { errors } = form;
  const set = (change: Partial<EditedPoll>) => setPoll((before) => ({ ...before, ...change }));

  /** After a line is moved, added or removed, `focus` names the control to focus next. */
  function setQuestions(questions: EditedQuestion[], focus?: string) {
    flushSync(() => set({ questions }));
    const { current } = form.props.ref;
    if (focus) current?.querySelector<HTMLElement>(`[data-focus="${focus}"]`)?.focus();
  }

  const isFixed = edited.kind === 'edit' && edited.item.voters > 0;
  const back = edited.kind === 'new' ? {} : { poll: edited.item.id };
  return (
    <Split second="smaller" sticky>
      <Panel variant="plain" heading={headings[edited.kind]} icon="pencil">
        <Form
          form={form}
          className={styles.form}
          onKeyDown={preventSubmitOnEnter}
          submitLabel={edited.kind === 'edit' ? 'Save Poll' : 'Open Poll'}
          buttons={
            <LinkButton to="/admin/polls" search={back}>
              Cancel
            </LinkButton>
          }
        >
          {isFixed && (
            <Callout>
              Players have voted. You can correct texts and move the end; the votes stay, and the
              poll is marked as edited. For other questions, duplicate it.
            </Callout>
          )}
          <TextField
            required
            label="Title"
            value={poll.title}
            maxLength={pollLimits.title}
            error={errors.title}
            onChange={(event) => set({ title: event.target.value })}
          />
          <Columns min="md">
            <DateTimeField
              required
              label="Ends"
              value={poll.end}
              error={errors.endTime}
              hint="In your time zone."
              onChange={(event) => set({ end: event.target.value })}
            />
            <NumberField
              label="Minimum account age (days)"
              disabled={isFixed}
              min={0}
              max={pollLimits.accountAgeDays}
              value={poll.minAccountAgeDays}
              error={errors.minAccountAgeDays}
              hint="0 means every account."
              onChange={(event) => set({ minAccountAgeDays: event.target.value })}
            />
            <NumberField
              label="Minimum total level"
              disabled={isFixed}
              min={0}
              max={pollLimits.totalLevel}
              value={poll.minTotalLevel}
              error={errors.minTotalLevel}
              hint="0 means every level."
              onChange={(event) => set({ minTotalLevel: event.target.value })}
            />
          </Columns>
          {poll.questions.map((question, at) => (
            <QuestionFields
              key={question.key}
              question={question}
              at={at}
              count={poll.questions.length}
              isFixed={isFixed}
              errors={errors}
              onChange={(changed, focus) => setQuestions(poll.questions.with(at, changed), focus)}
              onMove={(by) => setQuestions(moveItem(poll.questions, at, by))}
              onRemove={() => setQuestions(poll.questions.toSpliced(at, 1), 'add-question')}
            />
          ))}
          {!isFixed && (
            <div>
              <Button
                icon="plus"
                data-focus="add-question"
                disabled={poll.questions.length >= pollLimits.questions}
                onClick={() => {
                  const added = newQuestion();
                  setQuestions([...poll.questions, added], `question-${added.key}`);
                }}
              >
                Add Question
              </Button>
            </div>
          )}
          {Object.keys(errors).length > 0 && (
            <Callout tone="danger" live>
              {errors.questions ?? 'Please check the marked fields.'}
            </Callout>
          )}
        </Form>
      </Panel>
      <PollPreview poll={poll} />
    </Split>
  );
}

function createEditedPoll(edited: Edited<ManagedPoll>): EditedPoll {
  if (edited.kind === 'new') return newPoll();
  return toEditedPoll(edited.item, { isCopy: edited.kind === 'copy' });
}
