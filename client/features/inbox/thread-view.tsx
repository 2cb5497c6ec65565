import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

import { call } from '#client/lib/api.ts';
import { useSession } from '#client/lib/session.ts';
import { useAction } from '#client/lib/use-action.ts';
import { useMay } from '#client/lib/use-may.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { Thread } from '#shared/endpoints/inbox.ts';
import type { Priority, ThreadState } from '#shared/rules/inbox.ts';

import { AnswerForm } from './answer-form.tsx';
import { AppealPanel } from './appeal-panel.tsx';
import { MessageList } from './message-list.tsx';
import { kinds, optionsOf, states } from './thread-queue.tsx';

const priorities = { low: 'Low', normal: 'Normal', urgent: 'Urgent' };

type Props = { thread: Thread };

export function ThreadView({ thread }: Props) {
  const answer = useRef<HTMLTextAreaElement>(null);
  const { kind, state, category, player } = thread;
  return (
    <Stack>
      <Panel variant="plain" heading={thread.subject}>
        <Stack gap={4} className="sans">
          <Row gap={2}>
            <Chip>{category || kinds[kind]}</Chip>
            <Chip tone={state === 'open' ? 'gold' : 'neutral'}>{states[state]}</Chip>
            <Muted>
              {player}, <Timestamp at={thread.createdAt} />
            </Muted>
            {thread.about && <RecordLink about={thread.about} />}
          </Row>
          <Actions thread={thread} onAnswer={() => answer.current?.focus()} />
        </Stack>
      </Panel>
      {thread.isBlocked && (
        <Callout>{player} is blocked: the staff can write, but gets no answer.</Callout>
      )}
      {kind === 'appeal' && <AppealPanel thread={thread} />}
      <MessageList messages={thread.messages} />
      <AnswerForm thread={thread} textField={answer} />
    </Stack>
  );
}

/** To the record that the thread is about, for staff who may open it. Events have no page in the admin area. */
function RecordLink({ about: { kind, id } }: { about: NonNullable<Thread['about']> }) {
  const may = useMay();
  const look = { tone: 'quiet', size: 'sm', children: 'Show Record' } as const;
  if (kind === 'player') {
    return (
      may('players') && (
        <LinkButton to="/admin/manage/$username" params={{ username: id }} {...look} />
      )
    );
  }
  const view = kind === 'order' ? ('top-ups' as const) : ('purchases' as const);
  const mayOpen = kind === 'order' ? may() : kind !== 'event' && may('shop');
  return mayOpen && <LinkButton to="/admin/shop-logs" search={{ view, id }} {...look} />;
}

type Change = { state?: ThreadState; priority?: Priority; assignee?: string | null };

function Actions({ thread, onAnswer }: Props & { onAnswer: () => void }) {
  const { username } = useSession();
  const { run } = useAction();
  const navigate = useNavigate();
  const { state, assignee, player, isBlocked, version } = thread;
  const params = { id: String(thread.id) };
  const isDecided = thread.isAccepted !== null;
  const isClosed = state === 'closed';
  // Appeals are decided, so they are neither merged nor merged into.
  const targets = thread.others.filter(
    (other) => ![thread, other].some((one) => one.kind === 'appeal' || one.state === 'closed'),
  );

  const changeTo = (change: Change, done: string) => ({
    call: () => call('PATCH /api/admin/inbox/{id}', { params, body: { ...change, version } }),
    done,
  });

  async function merge({ id, subject }: { id: number; subject: string }) {
    const isDone = await run({
      ask: `Merge this thread into “${subject}”? The messages are moved there, and this thread is closed.`,
      name: 'Merge',
      call: () => call('POST /api/admin/inbox/{id}/merge', { params, body: { into: id, version } }),
      done: 'Merged.',
    });
    const search = (before: object) => ({ ...before, thread: String(id) });
    if (isDone) await navigate({ to: '/admin/inbox', search });
  }

  const block = {
    name: isBlocked ? 'End the Block' : 'Block From the Inbox',
    ask: isBlocked
      ? `Let ${player} write to the inbox again?`
      : `Block ${player} from the inbox? ${player} can read the threads, but write nothing, not even appeals.`,
    danger: !isBlocked,
    call: () =>
      call('PUT /api/admin/inbox/{id}/block', { params, body: { isBlocked: !isBlocked } }),
    done: isBlocked ? `${player} can write again.` : `${player} is blocked from the inbox.`,
  };

  return (
    <>
      <Columns gap={3} min="sm">
        <SelectField
          label="Assigned to"
          placeholder="Nobody"
          // The assignee may have lost the permission.
          options={[...new Set([...thread.staff, ...(assignee ? [assignee] : [])])]}
          value={assignee ?? ''}
          onChange={({ target }) =>
            void run(changeTo({ assignee: target.value || null }, 'Assigned.'))
          }
        />
        <SelectField
          label="Priority"
          options={optionsOf(priorities)}
          value={thread.priority}
          onChange={({ target }) =>
            // The select has no other values.
            void run(changeTo({ priority: target.value as Priority }, 'Priority changed.'))
          }
        />
      </Columns>
      <Row gap={2}>
        {!isDecided && (
          <Button size="sm" data-key="r" onClick={onAnswer}>
            Answer
          </Button>
        )}
        {assignee !== username && (
          <ActionButton
            size="sm"
            data-key="a"
            action={{ name: 'Assign to Me', ...changeTo({ assignee: username }, 'Assigned.') }}
          />
        )}
        {/* Only a decision closes an appeal. */}
        {thread.kind !== 'appeal' && (
          <ActionButton
            size="sm"
            data-key={isClosed ? undefined : 'c'}
            action={{
              name: isClosed ? 'Reopen' : 'Close',
              ...changeTo(
                { state: isClosed ? 'open' : 'closed' },
                isClosed ? 'Reopened.' : 'Closed.',
              ),
            }}
          />
        )}
        <Menu
          icon="more"
          size="sm"
          label="More actions"
          items={[
            ...targets.map((target) => ({
              label: `Merge Into “${target.subject}”`,
              onSelect: () => void merge(target),
            })),
            { label: block.name, danger: !isBlocked, onSelect: () => void run(block) },
          ]}
        />
      </Row>
    </>
  );
}
