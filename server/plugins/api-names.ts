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

type Node = { [key: string]: unknown };
type Described = { paths?: unknown; components?: { schemas?: Node } };

/** Each schema is added as input and as output. Keeps those in use, with the suffix `Input` only where they differ. */
export function tidySchemas<T extends Described>(document: T): T {
  const used = pickUsed(document);
  const names = Object.keys(used).filter((name) => name.endsWith('Input'));
  const isAlone = (name: string) => !(name.slice(0, -'Input'.length) in used);
  const isSame = (name: string) =>
    stripSuffix(JSON.stringify(used[name])) ===
    stripSuffix(JSON.stringify(used[name.slice(0, -'Input'.length)]));
  const kept = new Set(names.filter((name) => !isAlone(name) && !isSame(name)));
  // A schema that refers to a different one is different too.
  for (let count = -1; count !== kept.size;) {
    count = kept.size;
    for (const name of names) {
      const refers = refsIn(JSON.stringify(used[name])).some((other) => kept.has(other));
      if (refers && !isAlone(name)) kept.add(name);
    }
  }
  const rename = (text: string) =>
    text.replaceAll(refPattern, (whole, name: string) =>
      kept.has(name) ? whole : stripSuffix(whole),
    );
  const schemas = Object.entries(used).map(([name, schema]): [string, unknown] => [
    kept.has(name) ? name : name.replace(/Input$/, ''),
    JSON.parse(rename(JSON.stringify(schema))),
  ]);
  return {
    ...document,
    paths: JSON.parse(rename(JSON.stringify(document.paths))) as unknown,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
}

const refPattern = /"#\/components\/schemas\/(\w+)"/g;

function refsIn(text: string): string[] {
  return [...text.matchAll(refPattern)].map(([, name]) => name ?? '');
}

function stripSuffix(text: string): string {
  return text.replaceAll(/(#\/components\/schemas\/\w+)Input"/g, '$1"');
}

function pickUsed({ paths, components }: Described): Node {
  const all = components?.schemas ?? {};
  const used: Node = {};
  const waiting = refsIn(JSON.stringify(paths));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name in used) continue;
    used[name] = all[name];
    waiting.push(...refsIn(JSON.stringify(all[name])));
  }
  return used;
}
