import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';

export const launcherQuery = queryOptions({
  queryKey: ['site', 'launcher'],
  queryFn: ({ signal }) => call('GET /api/launcher', {}, { signal }),
});
