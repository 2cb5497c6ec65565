import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { whenIdle } from '#client/lib/when.ts';
import { serverStatusPath } from '#shared/server-status-path.ts';
import type { getServerStatus } from '#shared/server.ts';

// As much of the contract as a call looks at: the rest would bring the schema library to every page.
const contract = { method: 'GET', path: serverStatusPath, response: true };

export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: async ({ signal, client, queryKey }) => {
    // The first time it is a small word in the header, which can wait for the page.
    if (client.getQueryData(queryKey) === undefined) await whenIdle(1000);
    return call(contract as unknown as typeof getServerStatus, {}, { signal });
  },
});
