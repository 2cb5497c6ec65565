import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { whenIdle } from '#client/lib/when.ts';
import { queryKey } from '#shared/query-key.ts';

const route = 'GET /api/server/status';
const key = queryKey('server', route, {});

export const serverStatusQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal, client }) => {
    // On the first load it is only a small text in the header, so let the page load first.
    if (client.getQueryData(key) === undefined) await whenIdle(1000);
    return call(route, {}, { signal });
  },
});
