import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { GameServer } from '#shared/game-servers.ts';

import { ActionsPanel } from './actions-panel.tsx';
import { NameDialog } from './name-dialog.tsx';
import { OnlineHistory } from './online-history.tsx';
import { PlayerList } from './player-list.tsx';
import { ServerCard } from './server-card.tsx';
import { createServer, serversQuery } from './servers.queries.ts';

import styles from './game-panel.module.css';

export function GamePanel() {
  const { data, error, refetch } = useQuery(serversQuery);
  const [isAdding, setIsAdding] = useState(false);
  const add = () => setIsAdding(true);
  return (
    <>
      {data ? (
        <Content servers={data} onAdd={add} />
      ) : error ? (
        <Panel variant="plain">
          <ErrorState
            heading="The game servers could not be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : (
        <Loading text="Loading the game servers...">
          <Skeleton shape="block" height="420px" />
        </Loading>
      )}
      {isAdding && (
        <NameDialog
          title="Add a game server"
          submitLabel="Add server"
          onSave={createServer}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

type Props = { servers: GameServer[]; onAdd: () => void };

function Content({ servers, onAdd }: Props) {
  if (servers.length === 0) {
    return (
      <Panel variant="plain">
        <EmptyState
          scene="signpost"
          heading="No game is connected yet"
          text="Add a game server and give its token to the game. It then sends its players and levels and receives deliveries."
          action={
            <Button tone="primary" icon="plus" onClick={onAdd}>
              Add server
            </Button>
          }
        />
      </Panel>
    );
  }
  return (
    <div className={styles.page}>
      <OnlineHistory servers={servers} />
      <div className={styles.columns}>
        <section className={styles.servers} aria-labelledby="game-servers">
          <div className={styles.head}>
            <h2 id="game-servers">Game servers</h2>
            <Button size="sm" icon="plus" onClick={onAdd}>
              Add server
            </Button>
          </div>
          {servers.map((server) => (
            <ServerCard key={server.id} server={server} />
          ))}
        </section>
        <ActionsPanel servers={servers} />
      </div>
      <PlayerList servers={servers} />
    </div>
  );
}
