import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';

// Apart from the first load, like the other contracts; the home page's first HTML has the answer.
const loadContracts = () => import('#shared/server.ts');

export const serverStatusQuery = queryOptions({
  queryKey: ['server', 'status'],
  queryFn: async ({ signal }) => {
    const { getServerStatus } = await loadContracts();
    return call(getServerStatus, {}, { signal });
  },
});
