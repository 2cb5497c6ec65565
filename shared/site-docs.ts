import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

/** Served by the OpenAPI plugin. The document describes every endpoint except this one. */
export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  tag: 'Site',
  summary: 'This documentation as OpenAPI 3.1.',
  response: z.unknown(),
});
