import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { getOpenApi } from '#shared/site-docs.ts';

import type { OpenApiDocument } from './open-api.ts';

export const openApiQuery = queryOptions({
  queryKey: ['docs'],
  queryFn: async ({ signal }) => {
    // The server writes it with a generator of the standard's shape; we read only what we show.
    return (await call(getOpenApi, {}, { signal })) as OpenApiDocument;
  },
  staleTime: Infinity,
});
