import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { change } from '#client/lib/change.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import { inboxLimits, NewThread } from '#shared/endpoints/inbox.ts';
import type { OwnThread, OwnThreadDetails, Support } from '#shared/endpoints/inbox.ts';
import { aboutKinds } from '#shared/rules/inbox.ts';
import type { AboutKind } from '#shared/rules/inbox.ts';

import { Blocked, Conversation, ThreadState } from './conversation.tsx';
import { MessageForm } from './message-form.tsx';
import { ownThreadQuery, supportQuery } from './support.queries.ts';

type About = NonNullable<NewThread['about']>;

export function SupportPage() {
  const { thread, about } = useSearch({ from: '/site/support' });
  const query = useQuery(supportQuery);
  return (
    <div className="wrap">
      <PageHeading
        above={(thread ?? about) && <BackLink to="/support">All Messages</BackLink>}
        lead="Reports, questions and help with what you bought. The staff reads every message."
      >
        Support
      </PageHeading>
      <QueryView
        query={query}
        errorHeading="Your messages could not be loaded"
        loadingText="Loading your messages..."
        panel="stone"
      >
        {(support) =>
          thread ? (
            <Thread key={thread} id={thread} isBlocked={support.isBlocked} />
          ) : (
            <Overview support={support} about={readAbout(about)} />
          )
        }
      </QueryView>
    </div>
  );
}

function readAbout(text: string | undefined): About | null {
  const [, name, id = ''] = /^(\w+):(.+)$/.exec(text ?? '') ?? [];
  const kind = aboutKinds.find((one) => one === name);
  return kind ? { kind, id } : null;
}

function Overview({ support, about }: { support: Support; about: About | null }) {
  const { threads, sanctions, isBlocked } = support;
  const form = isBlocked ? <Blocked /> : <NewThreadForm about={about} support={support} />;
  return (
    <Stack>
      {sanctions > 0 && (
        <Callout
          tone="warning"
          heading="Your account has a ban or a mute"
          action={<LinkButton to="/support/appeal">Appeal</LinkButton>}
        >
          You can read why and until when, and ask the staff to lift it.
        </Callout>
      )}
      <Split>
        {about && form}
        <Panel heading="Your Messages" icon="mail">
          {threads.length === 0 ? (
            <EmptyState
              small
              scene="scroll"
              heading="Nothing written yet"
              text="What you write to the staff is kept here, with the answers."
            />
          ) : (
            <Entries>
              {threads.map((thread) => (
                <ThreadEntry key={thread.id} thread={thread} />
              ))}
            </Entries>
          )}
        </Panel>
        {!about && form}
      </Split>
    </Stack>
  );
}

const kindNames = { appeal: 'Appeal', report: 'Report', help: 'Help', question: 'Question' };

function ThreadEntry({ thread }: { thread: OwnThread }) {
  return (
    <Entry
      text={
        <>
          <TitleLink to="/support" search={{ thread: String(thread.id) }} data-cover>
            {thread.subject}
          </TitleLink>{' '}
          {thread.isUnread && <Chip tone="gold">New Answer</Chip>}
        </>
      }
      facts={
        <>
          {kindNames[thread.kind]} · <Timestamp at={thread.lastMessageAt} />
        </>
      }
      actions={<ThreadState thread={thread} />}
    />
  );
}

const aboutForms: Record<AboutKind, { heading: string; attached: (id: string) => string }> = {
  player: { heading: 'Report a Player', attached: (id) => `the player ${id}` },
  event: { heading: 'Report an Event', attached: (id) => `event ${id}` },
  gift: { heading: 'Report a Gift Note', attached: (id) => `the note of gift ${id}` },
  purchase: { heading: 'Get Help With a Purchase', attached: (id) => `purchase ${id}` },
  order: { heading: 'Get Help With a Top-up', attached: (id) => `top-up ${id.slice(0, 8)}` },
};

function NewThreadForm({ about, support }: { about: About | null; support: Support }) {
  const navigate = useNavigate();
  const { heading, attached } = about ? aboutForms[about.kind] : questionForm;
  return (
    <Panel heading={heading} icon="quill">
      <MessageForm
        schema={NewThread}
        values={() => ({ about })}
        label="What happened?"
        hint="Say when and where, and what you expected. Never send a password."
        done="Sent. The staff answers here and tells you by email."
        send={(body) => change('me', 'POST /api/support/threads', { body })}
        onDone={({ id }) => navigate({ to: '/support', search: { thread: String(id) } })}
      >
        {({ field }) =>
          about ? (
            <Hint>Your message goes to the staff together with {attached(about.id)}.</Hint>
          ) : (
            <>
              <SelectField
                {...field('category')}
                label="Category"
                required
                options={support.categories}
              />
              <TextField
                {...field('subject')}
                label="Subject"
                required
                maxLength={inboxLimits.subject}
              />
            </>
          )
        }
      </MessageForm>
    </Panel>
  );
}

const questionForm = { heading: 'Ask the Staff', attached: String };

function Thread({ id, isBlocked }: { id: string; isBlocked: boolean }) {
  const query = useQuery(ownThreadQuery(id));
  usePageTitle(query.data?.subject);
  return (
    <QueryView
      query={query}
      errorHeading="This conversation could not be loaded"
      loadingText="Loading the conversation..."
      panel="stone"
      missing={
        <EmptyState
          scene="lost-road"
          heading="This conversation is not here"
          text="It may have been deleted. Closed ones are kept for a limited time."
          action={<LinkButton to="/support">All Messages</LinkButton>}
        />
      }
    >
      {(thread: OwnThreadDetails) => (
        <Panel heading={thread.subject} icon="mail" actions={<ThreadState thread={thread} />}>
          <Conversation thread={thread} isBlocked={isBlocked} />
        </Panel>
      )}
    </QueryView>
  );
}
