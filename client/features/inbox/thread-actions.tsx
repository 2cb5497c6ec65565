import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { useSession } from '#client/lib/session.ts';
import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Columns, Row } from '#client/ui/layout/layout.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { mergeThread } from '#shared/endpoints/inbox.ts';
import type { Thread } from '#shared/endpoints/inbox.ts';
import type { Priority, ThreadState } from '#shared/rules/inbox.ts';

import { paramsOf } from './admin-inbox.queries.ts';
import { optionsOf, priorityLabels } from './thread-looks.ts';

type Props = { thread: Thread; onAnswer: () => void };

type Change = { state?: ThreadState; priority?: Priority; assignee?: string | null };

export function ThreadActions({ thread, onAnswer }: Props) {
  const { username } = useSession();
  const { run, isPending } = useAction();
  const [isMerging, setIsMerging] = useState(false);
  const { state, priority, assignee, staff, player, isBlocked, isAccepted, version } = thread;
  const params = paramsOf(thread);
  const targets = findTargets(thread);
  const isClosed = state === 'closed';

  function changeTo(change: Change, done: string): Pick<Action, 'call' | 'done'> {
    const body = { ...change, version };
    return { call: () => call('PATCH /api/admin/inbox/{id}', { params, body }), done };
  }

  function assign(to: string | null): Pick<Action, 'call' | 'done'> {
    return changeTo({ assignee: to }, to ? `Assigned to ${to}.` : 'Assigned to nobody.');
  }

  const block: Action = {
    name: isBlocked ? 'End the Block' : 'Block From the Inbox',
    ...(!isBlocked && {
      ask: `Block ${player} from the inbox? ${player} can read the threads, but cannot write. Appeals included.`,
      danger: true,
    }),
    call: () =>
      call('PUT /api/admin/inbox/{id}/block', { params, body: { isBlocked: !isBlocked } }),
    done: isBlocked ? `${player} can write again.` : `${player} is blocked from the inbox.`,
  };

  return (
    <>
      <Columns gap={3} min="sm" aria-busy={isPending}>
        <SelectField
          label="Assigned to"
          placeholder="Nobody"
          // A person who has lost the permission is still shown.
          options={[...new Set([...staff, ...(assignee ? [assignee] : [])])]}
          value={assignee ?? ''}
          onChange={({ target }) => void run(assign(target.value || null))}
        />
        <SelectField
          label="Priority"
          options={optionsOf(priorityLabels)}
          value={priority}
          onChange={({ target }) => {
            // The select has no other values.
            void run(changeTo({ priority: target.value as Priority }, 'Priority changed.'));
          }}
        />
      </Columns>
      <Row gap={2}>
        {isAccepted === null && (
          <Button size="sm" icon="quill" data-key="r" onClick={onAnswer}>
            Answer
          </Button>
        )}
        {assignee !== username && (
          <ActionButton
            size="sm"
            data-key="a"
            action={{ name: 'Assign to Me', icon: 'user', ...assign(username) }}
          />
        )}
        {isAccepted === null && (
          <ActionButton
            size="sm"
            data-key={isClosed ? undefined : 'c'}
            action={
              isClosed
                ? { name: 'Reopen', icon: 'refresh', ...changeTo({ state: 'open' }, 'Reopened.') }
                : { name: 'Close', icon: 'check', ...changeTo({ state: 'closed' }, 'Closed.') }
            }
          />
        )}
        <Menu
          icon="more"
          size="sm"
          align="end"
          label="More actions"
          items={[
            ...(targets.length > 0
              ? [{ label: 'Merge Into Another Thread', onSelect: () => setIsMerging(true) }]
              : []),
            { label: block.name, danger: !isBlocked, onSelect: () => void run(block) },
          ]}
        />
      </Row>
      {isMerging && <MergeDialog thread={thread} onClose={() => setIsMerging(false)} />}
    </>
  );
}

/** Appeals are decided, so they are neither merged nor merged into. */
function findTargets({ kind, state, others }: Thread) {
  if (kind === 'appeal' || state === 'closed') return [];
  return others.filter((other) => other.kind !== 'appeal' && other.state !== 'closed');
}

function MergeDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { run } = useAction();
  const navigate = useNavigate();
  // The version that the person has read.
  const [version] = useState(thread.version);
  const form = useForm({
    check: ({ into }) => checkValues(mergeThread.body!, { into: toNumber(into), version }),
    send: async (body) => {
      const isDone = await run({
        call: () => call('POST /api/admin/inbox/{id}/merge', { params: paramsOf(thread), body }),
        done: 'The messages were moved, and the thread is closed.',
      });
      onClose();
      if (!isDone) return;
      await navigate({
        to: '/admin/inbox',
        search: (before: object) => ({ ...before, thread: String(body.into) }),
      });
    },
  });
  return (
    <FormDialog form={form} title="Merge Threads" submitLabel="Merge" onClose={onClose}>
      <p>The messages move to the other thread, and this one is closed.</p>
      <SelectField
        required
        {...form.field('into')}
        label="Merge into"
        options={findTargets(thread).map(({ id, subject }) => ({
          value: String(id),
          label: subject,
        }))}
      />
    </FormDialog>
  );
}
