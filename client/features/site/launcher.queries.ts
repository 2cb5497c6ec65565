import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { getLauncher } from '#shared/site-settings.ts';

export const launcherQuery = queryOptions({
  queryKey: ['site', 'launcher'],
  queryFn: ({ signal }) => call(getLauncher, {}, { signal }),
});
