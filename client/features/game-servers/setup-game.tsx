import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { InlineForm } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { createServer, serversQuery } from './servers.queries.ts';
import { TokenDialog } from './token-dialog.tsx';

export function SetupGame() {
  const query = useQuery(serversQuery);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <QueryView query={query} errorHeading="The game servers could not be loaded" panel="none" small>
      {(servers) => (
        <Stack>
          <p>
            The game needs a token from this site. An adapter beside the game uses it to report
            players and levels and to hand out what players buy.
          </p>
          {servers.length === 0 ? (
            <NewServer onAdd={() => setIsAsking(true)} />
          ) : (
            <Servers servers={servers} isAsking={isAsking} />
          )}
        </Stack>
      )}
    </QueryView>
  );
}

/** `onAdd` is called before the request: the live stream can show the new server before the answer is here. */
function NewServer({ onAdd }: { onAdd: () => void }) {
  const form = useForm({
    check: (fields) => ({ data: fields['name']?.trim() ?? '' }),
    send(name) {
      onAdd();
      return createServer(name);
    },
    onlyField: 'name',
  });
  return (
    <InlineForm form={form} submitLabel="Add Server" icon="plus">
      <TextField
        required
        {...form.field('name')}
        label="Name of the game server"
        hint="Players see it if there is more than one server."
        defaultValue="World 1"
        maxLength={40}
      />
    </InlineForm>
  );
}

/** The dialog for the token opens by itself for a server that was just added. */
function Servers({ servers, isAsking }: { servers: GameServer[]; isAsking: boolean }) {
  const [chosen, setChosen] = useState(isAsking ? servers[0] : undefined);
  return (
    <>
      <Entries>
        {servers.map((server) => (
          <Entry
            key={server.id}
            icon="server"
            text={server.name}
            facts={describe(server)}
            actions={
              <>
                {server.isOnline && <Chip tone="moss">Online</Chip>}
                {server.tokens.length < 2 && (
                  <Button
                    size="sm"
                    aria-label={`Create a token for ${server.name}`}
                    onClick={() => setChosen(server)}
                  >
                    Create Token
                  </Button>
                )}
              </>
            }
          />
        ))}
      </Entries>
      {chosen && <TokenDialog server={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function describe({ heartbeatAt, tokens }: GameServer): string {
  if (heartbeatAt) return 'Connected: the game has reported.';
  if (tokens.length > 0) return 'It has a token. The game has not reported yet.';
  return 'It has no token yet.';
}
