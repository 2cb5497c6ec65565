import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { whenIdle } from '#client/lib/when.ts';
import type { getServerStatus } from '#shared/game-servers.ts';
import { serverStatusPath } from '#shared/server-status-path.ts';

// Only the parts that call() reads: importing the endpoint would load the schema library on every page.
const endpoint = { method: 'GET', path: serverStatusPath, response: true };

export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: async ({ signal, client, queryKey }) => {
    // On the first load it is only a small text in the header, so let the page load first.
    if (client.getQueryData(queryKey) === undefined) await whenIdle(1000);
    return call(endpoint as unknown as typeof getServerStatus, {}, { signal });
  },
});
