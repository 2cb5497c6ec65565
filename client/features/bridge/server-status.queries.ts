import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { whenIdle } from '#client/lib/when.ts';

export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: async ({ signal, client, queryKey }) => {
    // On the first load it is only a small text in the header, so let the page load first.
    if (client.getQueryData(queryKey) === undefined) await whenIdle(1000);
    return call('GET /api/server/status', {}, { signal });
  },
});
