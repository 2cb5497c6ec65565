import { useQuery } from '@tanstack/react-query';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';

import { AppPanel } from './app-panel.tsx';
import { discordQuery } from './discord.queries.ts';
import { HookTable } from './hook-table.tsx';
import { MessageLog } from './message-log.tsx';

export function AdminDiscordPage() {
  return (
    <>
      <PageHeading lead="What the site tells your Discord server, and what it knows about it. Nothing is sent to Discord unless you set it up here.">
        Discord
      </PageHeading>
      <QueryView
        query={useQuery(discordQuery)}
        errorHeading="The settings could not be loaded"
        loadingText="Loading Discord settings..."
        skeleton={<Skeleton shape="block" height="560px" />}
      >
        {(overview) => (
          <Stack>
            <HookTable hooks={overview.hooks} />
            <AppPanel key={JSON.stringify(overview.app)} overview={overview} />
            <MessageLog />
          </Stack>
        )}
      </QueryView>
    </>
  );
}
