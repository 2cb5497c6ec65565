import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';

import type { OpenApiDocument } from './open-api.ts';

export const openApiQuery = queryOptions({
  queryKey: ['docs'],
  queryFn: async ({ signal }) => {
    // The cast is safe: the server generates a standard OpenAPI document, and this type is a part of it.
    return (await call('GET /api/openapi.json', {}, { signal })) as OpenApiDocument;
  },
  staleTime: Infinity,
});
