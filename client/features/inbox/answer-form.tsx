import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';

import { change } from '#client/lib/change.ts';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { answerThread } from '#shared/endpoints/inbox.ts';
import type { Thread } from '#shared/endpoints/inbox.ts';
import { fillAnswer } from '#shared/rules/inbox.ts';

import { inboxSettingsQuery } from './admin-inbox.queries.ts';
import { MessageForm } from './message-form.tsx';

type Props = { thread: Thread; textField: RefObject<HTMLTextAreaElement | null> };

export function AnswerForm({ thread, textField }: Props) {
  const { username } = useSession();
  const { data: { answers = [] } = {} } = useQuery(inboxSettingsQuery);
  const [isNote, setIsNote] = useState(false);
  // The form stays if the appeal is decided meanwhile, because it may have a text in it.
  const [isShown] = useState(thread.isAccepted === null);
  // The answer is based on the version shown at its first keystroke, not on one that arrives later.
  const base = useRef<number>(undefined);
  const { player, subject } = thread;
  const params = { id: String(thread.id) };
  if (!isShown) return null;
  return (
    <Panel variant="plain" onInput={() => (base.current ??= thread.version)}>
      <MessageForm
        schema={answerThread.body!}
        values={({ close }) => {
          const version = base.current ?? thread.version;
          return { isNote, close: close === 'true', version };
        }}
        // Also after a refusal, the thread is read again and the next answer is based on it.
        send={(body) =>
          change('admin', 'POST /api/admin/inbox/{id}/messages', { params, body }).finally(
            () => (base.current = undefined),
          )
        }
        onDone={() => setIsNote(false)}
        done={isNote ? 'Note saved.' : 'Sent.'}
        label={isNote ? 'Note' : 'Answer'}
        submitLabel={isNote ? 'Save Note' : 'Send'}
        textField={textField}
        buttons={
          !isNote &&
          thread.kind !== 'appeal' && (
            <Button type="submit" name="close" value="true">
              Send and Close
            </Button>
          )
        }
      >
        {({ setText }) => (
          <>
            <SelectField
              label="Canned answer"
              placeholder="Insert an answer…"
              value=""
              options={answers.map(({ name }, at) => ({ value: String(at), label: name }))}
              onChange={({ target }) => {
                const { text } = answers[Number(target.value)]!;
                const filled = fillAnswer(text, { player, staff: username, subject });
                setText((before) => (before ? `${before}\n\n${filled}` : filled));
                textField.current?.focus();
              }}
            />
            <Checkbox
              label="Note for the staff"
              hint={`${player} cannot read it.`}
              checked={isNote}
              onChange={({ target }) => setIsNote(target.checked)}
            />
          </>
        )}
      </MessageForm>
    </Panel>
  );
}
