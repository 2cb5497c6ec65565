import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';

export const gamePasswordQuery = queryOptions({
  queryKey: ['me', 'game-password'],
  queryFn: ({ signal }) => call('GET /api/account/game-password', {}, { signal }),
});
