import { useMay } from '#client/lib/use-may.ts';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { Thread } from '#shared/endpoints/inbox.ts';
import { rankNames } from '#shared/endpoints/players.ts';

import type { InboxSearch } from './admin-inbox-search.ts';
import { stateLooks } from './thread-looks.ts';

type Props = { thread: Thread; search: InboxSearch };

export function ThreadPlayer({ thread, search }: Props) {
  const { player: username, userRights, joinedAt, others } = thread;
  const mayOpen = useMay()('players');
  return (
    <Panel
      variant="plain"
      heading={username}
      icon="user"
      actions={
        mayOpen && (
          <LinkButton to="/admin/manage/$username" params={{ username }} tone="quiet" size="sm">
            Manage
          </LinkButton>
        )
      }
    >
      <Stack gap={4}>
        <Facts
          facts={{
            Rank: rankNames[userRights],
            Registered: <Timestamp at={joinedAt} format="day" />,
          }}
        />
        <Entries empty="No other threads.">
          {others.map(({ id, subject, state, lastMessageAt }) => (
            <Entry
              key={id}
              text={
                <TitleLink to="/admin/inbox" search={{ ...search, thread: String(id) }} data-cover>
                  {subject}
                </TitleLink>
              }
              facts={
                <>
                  {stateLooks[state].label} · <Timestamp at={lastMessageAt} format="day" />
                </>
              }
            />
          ))}
        </Entries>
      </Stack>
    </Panel>
  );
}
