import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useMay } from '#client/lib/use-may.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row, Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { NameDialog } from './name-dialog.tsx';
import { OnlineHistory } from './online-history.tsx';
import { PlayerList } from './player-list.tsx';
import { ServerCard } from './server-card.tsx';
import { createServer, serversQuery } from './servers.queries.ts';

import styles from './game-panel.module.css';

type Props = { renderActions: (servers: GameServer[]) => ReactNode };

export function GamePanel({ renderActions }: Props) {
  const query = useQuery(serversQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <QueryView
        query={query}
        errorHeading="The game servers could not be loaded"
        loadingText="Loading the game servers..."
        skeleton={<Skeleton shape="block" height="420px" />}
      >
        {(servers) => (
          <Content
            servers={servers}
            actions={renderActions(servers)}
            onAdd={() => setIsAdding(true)}
          />
        )}
      </QueryView>
      {isAdding && (
        <NameDialog
          title="Add a Game Server"
          submitLabel="Add Server"
          onSave={createServer}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

type ContentProps = { servers: GameServer[]; actions: ReactNode; onAdd: () => void };

function Content({ servers, actions, onAdd }: ContentProps) {
  const may = useMay();
  if (servers.length === 0) {
    return (
      <Panel variant="plain">
        <EmptyState
          scene="signpost"
          heading="No game is connected yet"
          text="Add a game server and give its token to the game. It then sends its players and levels and receives deliveries."
          action={
            may() && (
              <Button tone="primary" icon="plus" onClick={onAdd}>
                Add Server
              </Button>
            )
          }
        />
      </Panel>
    );
  }
  return (
    <Stack gap={6}>
      <OnlineHistory servers={servers} />
      <Split second="smaller">
        <Stack as="section" aria-labelledby="game-servers">
          <Row spread>
            <h2 id="game-servers" className={styles.heading}>
              Game Servers
            </h2>
            {may() && (
              <Button size="sm" icon="plus" onClick={onAdd}>
                Add Server
              </Button>
            )}
          </Row>
          {servers.map((server) => (
            <ServerCard key={server.id} server={server} />
          ))}
        </Stack>
        {actions}
      </Split>
      <PlayerList servers={servers} />
    </Stack>
  );
}
