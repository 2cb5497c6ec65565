import { read } from '#client/lib/read.ts';

import type { OpenApiDocument } from './open-api.ts';

export const openApiQuery = read(
  null,
  'GET /api/openapi.json',
  {},
  {
    // The cast is safe: the server generates a standard OpenAPI document, and this type is a part of it.
    convert: (answer) => answer as Promise<OpenApiDocument>,
    staleTime: Infinity,
  },
);
