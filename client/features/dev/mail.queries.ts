import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';

export const devMailQuery = queryOptions({
  queryKey: ['dev', 'mail'],
  queryFn: ({ signal }) => call('GET /api/dev/mail', {}, { signal }),
  // No live topic announces new emails, so poll.
  staleTime: 0,
  refetchInterval: 4_000,
});
