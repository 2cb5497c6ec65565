import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import type { Schema } from '#shared/endpoint.ts';

import { requireAccess } from './session.ts';

type CsvFile<Filter extends Schema> = {
  path: string;
  fileName: string;
  /** Checks the query. */
  filter: Filter;
  stream: (filter: z.output<Filter>) => AsyncIterable<string>;
};

/** Registers a table that admins can download as CSV. */
export function registerCsv<Filter extends Schema>(
  app: FastifyInstance,
  { path, fileName, filter, stream }: CsvFile<Filter>,
): void {
  const schema = { hide: true, querystring: filter };
  app.get(path, { schema, onRequest: requireAdmin }, async (request, reply) =>
    // Fastify has validated the query with this schema.
    sendDownload(reply, fileName, Readable.from(stream(request.query as z.output<Filter>))),
  );
}

/** For the `onRequest` of a route that is no endpoint. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  await requireAccess(request, 'admin');
}

export function sendDownload(
  reply: FastifyReply,
  fileName: string,
  content: string | Readable,
): FastifyReply {
  const type = fileName.endsWith('.csv') ? 'text/csv' : 'application/json';
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(`${type}; charset=utf-8`)
    .send(content);
}
