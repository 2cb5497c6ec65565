import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { EditorPage } from '#client/ui/layout/editor-page.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { managedPollsQuery } from './admin-polls.queries.ts';
import { ManagedPollPanel } from './managed-poll-panel.tsx';
import { ManagedPollTable } from './managed-poll-table.tsx';
import { PollEditor } from './poll-editor.tsx';

const missing = 'This poll no longer exists.';

export function AdminPollsPage() {
  const { poll: shownId } = useSearch({ from: '/admin/polls' });
  const query = useQuery(managedPollsQuery);
  const shown = query.data?.polls.find(({ id }) => id === shownId);
  return (
    <EditorPage
      heading="Polls"
      lead="Ask the players. A poll is public as soon as it is saved."
      newLabel="New Poll"
      many="polls"
      query={query}
      read={({ polls }) => polls}
      missing={missing}
      empty={{
        scene: 'scroll',
        heading: 'No polls yet',
        text: 'A good first question: what should we build next?',
        action: 'Create a Poll',
      }}
      Editor={PollEditor}
      above={
        shownId !== undefined &&
        (shown && query.data ? (
          <ManagedPollPanel poll={shown} players={query.data.players} />
        ) : (
          <Callout tone="warning">{missing}</Callout>
        ))
      }
    >
      {({ polls, players }) => (
        <Panel variant="plain" pad="none" heading="All Polls" icon="poll">
          <ManagedPollTable polls={polls} players={players} chosenId={shownId} />
        </Panel>
      )}
    </EditorPage>
  );
}
