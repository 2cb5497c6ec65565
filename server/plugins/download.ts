import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

/** Answers a call with a file. Streamed parts are not checked by the endpoint's schema. */
export async function answerWithFile(
  reply: FastifyReply,
  fileName: string,
  content: string | AsyncIterable<string>,
): Promise<string> {
  const body = typeof content === 'string' ? content : await startStream(content);
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return body as string;
}

/** Waits for the head and the first rows, so that a query that fails is answered as an error. */
async function startStream(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = [await iterator.next(), await iterator.next()];
  const started = first.flatMap(({ done, value }) => (done ? [] : [value]));
  return Readable.from(
    (async function* () {
      yield* started;
      if (!first[1]?.done) yield* { [Symbol.asyncIterator]: () => iterator };
    })(),
  );
}
