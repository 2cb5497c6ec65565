import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';

import { call } from '#client/lib/api.ts';
import type { Action } from '#client/lib/use-action.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';

import { linkQuery } from './discord.queries.ts';

/** Set by the server when Discord sends the player back. */
const outcomes: Record<string, string | undefined> = {
  'discord-taken': 'That Discord account is linked to another player.',
  'discord-canceled': 'Discord was not linked, because you did not agree.',
  'discord-failed': 'Discord could not be linked. Please try again.',
};

/** Nothing on a site where accounts cannot be linked. */
export function DiscordPanel() {
  const { data } = useQuery(linkQuery);
  const problem = useLocation({ select: ({ hash }) => outcomes[hash] });
  if (!data || (!data.isAvailable && data.name === null)) return null;
  const { name } = data;
  return (
    <Panel heading="Discord" icon="link">
      <Stack gap={4}>
        {name === null && problem && <Callout tone="warning">{problem}</Callout>}
        {name === null ? (
          <Text tone="muted">
            Link your Discord account to get your roles there. We learn only your id and your name.
          </Text>
        ) : (
          <p>
            Linked with <strong>{name}</strong>.
          </p>
        )}
        <Row>
          <ActionButton
            tone={name === null ? 'secondary' : 'quiet'}
            action={name === null ? link : unlink(name)}
          />
        </Row>
      </Stack>
    </Panel>
  );
}

const link: Action = {
  name: 'Link Discord',
  icon: 'external',
  refresh: linkQuery.queryKey,
  call: async () => {
    const { url } = await call('POST /api/discord/link', {});
    window.location.assign(url);
  },
};

function unlink(name: string): Action {
  return {
    name: 'Unlink',
    ask: `Unlink ${name}? Your roles at Discord are taken back.`,
    call: () => call('DELETE /api/discord/link', {}),
    done: 'Discord is unlinked.',
    refresh: linkQuery.queryKey,
  };
}
