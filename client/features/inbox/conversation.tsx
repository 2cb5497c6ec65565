import { useEffect } from 'react';

import { change } from '#client/lib/change.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { NewMessage } from '#shared/endpoints/inbox.ts';
import type { OwnThread, OwnThreadDetails } from '#shared/endpoints/inbox.ts';

import { MessageForm } from './message-form.tsx';
import { MessageList } from './message-list.tsx';

const states = {
  open: { tone: 'sky', text: 'With the Staff' },
  waiting: { tone: 'ember', text: 'Waiting for You' },
  closed: { tone: 'neutral', text: 'Closed' },
  accepted: { tone: 'moss', text: 'Accepted' },
  refused: { tone: 'blood', text: 'Refused' },
} as const;

export function ThreadState({ thread }: { thread: OwnThread }) {
  const { state, isAccepted } = thread;
  const { tone, text } = states[isAccepted === null ? state : isAccepted ? 'accepted' : 'refused'];
  return <Chip tone={tone}>{text}</Chip>;
}

type Props = { thread: OwnThreadDetails; isBlocked: boolean };

/** The messages of one of the player's threads, and the form to write in it. */
export function Conversation({ thread, isBlocked }: Props) {
  const { kind, state, isUnread, isAccepted, messages } = thread;
  const id = String(thread.id);
  const place = kind === 'appeal' ? 'appeals' : 'threads';
  useEffect(() => {
    if (!isUnread) return;
    // If it fails, the mark stays and the next visit tries again.
    change('me', 'PUT /api/support/threads/{id}/read', { params: { id } }).catch(() => {});
  }, [id, isUnread]);
  return (
    <Stack gap={6}>
      <MessageList messages={messages} />
      {isAccepted !== null ? (
        <Hint>The staff has decided. Nothing more can be written here.</Hint>
      ) : isBlocked ? (
        <Blocked />
      ) : (
        <MessageForm
          schema={NewMessage}
          label="Your reply"
          hint={state === 'closed' ? 'This is closed. If you write, it opens again.' : undefined}
          send={(body) =>
            change('me', `POST /api/support/${place}/{id}/messages`, { params: { id }, body })
          }
        />
      )}
    </Stack>
  );
}

export function Blocked() {
  return (
    <Callout tone="warning" heading="You cannot write to the staff">
      The staff has blocked you here. You can still read the messages that you have.
    </Callout>
  );
}
