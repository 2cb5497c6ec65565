import * as z from 'zod/mini';

import type { Endpoint } from '#shared/endpoint.ts';
import * as modules from '#shared/endpoints.ts';
import * as timestamps from '#shared/timestamps.ts';

const exported = [...Object.values(modules), timestamps].flatMap((module) =>
  Object.entries<unknown>(module),
);

/** The API document uses the export names, so that a generated client reads like our own code. */
export const operationIds = new Map<Endpoint, string>(
  exported.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name]] : [])),
);

/** Objects and enums get a name in the document. Plain strings and numbers are written inline. */
export const schemaNames = z.registry<{ id: string }>();
// A query is documented as separate parameters, never as one object.
const queries = new Set<unknown>([...operationIds.keys()].map(({ query }) => query));
for (const [name, value] of exported) {
  const isNamed = value instanceof z.core.$ZodObject || value instanceof z.core.$ZodEnum;
  if (isNamed && !queries.has(value)) schemaNames.add(value, { id: name });
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
