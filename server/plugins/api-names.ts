import * as z from 'zod/mini';

import type { Endpoint, Schema } from '#shared/endpoint.ts';
import * as modules from '#shared/endpoints.ts';
import { RowInteger, RowTime } from '#shared/endpoints/bridge.ts';
import * as timestamps from '#shared/timestamps.ts';

const exported = [...Object.values(modules), timestamps].flatMap((module) =>
  Object.entries<unknown>(module),
);

/** The API document uses the export names, so that a generated client reads like our own code. */
export const operationIds = new Map<Endpoint, string>(
  exported.flatMap(([name, value]) => (isEndpoint(value) ? [[value, name]] : [])),
);

/** Objects, unions and enums get a name in the document. Plain strings and numbers are written inline. */
export const schemaNames = z.registry<{ id?: string; type?: 'integer'; format?: 'date-time' }>();
schemaNames.add(RowInteger, { type: 'integer' });
schemaNames.add(RowTime, { format: 'date-time' });
// A query is documented as separate parameters, never as one object.
const queries = new Set<unknown>([...operationIds.keys()].map(({ query }) => query));
for (const [name, value] of exported) {
  if (isNamed(value) && !queries.has(value)) schemaNames.add(value, { id: name });
}
// Bodies and answers without a name of their own are named after the operation.
for (const [{ body, response }, operation] of operationIds) {
  const start = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (isNamed(body) && !schemaNames.has(body)) schemaNames.add(body, { id: `${start}Body` });
  if (isNamed(response) && !schemaNames.has(response)) {
    schemaNames.add(response, { id: `${start}Answer` });
  }
}

function isNamed(value: unknown): value is Schema {
  return (
    value instanceof z.core.$ZodObject ||
    value instanceof z.core.$ZodUnion ||
    value instanceof z.core.$ZodEnum
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
