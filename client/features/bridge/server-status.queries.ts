import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { whenIdle } from '#client/lib/when.ts';
import type { getServerStatus } from '#shared/game-servers.ts';
import { serverStatusPath } from '#shared/server-status-path.ts';

// As much of the endpoint as a call looks at: the rest would bring the schema library to every page.
const endpoint = { method: 'GET', path: serverStatusPath, response: true };

export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: async ({ signal, client, queryKey }) => {
    // The first time it is a small word in the header, which can wait for the page.
    if (client.getQueryData(queryKey) === undefined) await whenIdle(1000);
    return call(endpoint as unknown as typeof getServerStatus, {}, { signal });
  },
});
