import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';

/** Answered by the server's own plugin: the document describes every contract but this one. */
export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  tag: 'Site',
  summary: 'This documentation as OpenAPI 3.1.',
  response: z.unknown(),
});
