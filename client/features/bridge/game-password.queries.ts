import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { getGamePassword } from '#shared/game-servers.ts';

export const gamePasswordQuery = queryOptions({
  queryKey: ['me', 'game-password'],
  queryFn: ({ signal }) => call(getGamePassword, {}, { signal }),
});
