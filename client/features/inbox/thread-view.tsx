import { useRef } from 'react';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Muted } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { Thread } from '#shared/endpoints/inbox.ts';

import { AnswerForm } from './answer-form.tsx';
import { AppealPanel } from './appeal-panel.tsx';
import { MessageList } from './message-list.tsx';
import { ThreadActions } from './thread-actions.tsx';
import { kindLooks, stateLooks } from './thread-looks.ts';

export function ThreadView({ thread }: { thread: Thread }) {
  const answer = useRef<HTMLTextAreaElement>(null);
  const { kind, state, subject, category, createdAt, isBlocked, player, messages } = thread;
  return (
    <Stack>
      <Panel variant="plain" heading={subject} icon={kindLooks[kind].icon}>
        <Stack gap={4} className="sans">
          <Row gap={2}>
            <Chip>{category || kindLooks[kind].label}</Chip>
            <Chip tone={stateLooks[state].tone}>{stateLooks[state].label}</Chip>
            <Muted>
              {player}, <Timestamp at={createdAt} />
            </Muted>
          </Row>
          <ThreadActions thread={thread} onAnswer={() => answer.current?.focus()} />
        </Stack>
      </Panel>
      {isBlocked && <Callout>{player} is blocked from the inbox and cannot write back.</Callout>}
      {kind === 'appeal' && <AppealPanel thread={thread} />}
      <MessageList messages={messages} />
      <AnswerForm thread={thread} textField={answer} />
    </Stack>
  );
}
