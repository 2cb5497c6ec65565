import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';

/** Answers a call with a file. A Readable is sent as it is. Bytes and streamed parts are not checked by the endpoint's schema. */
export async function answerWithFile(
  reply: FastifyReply,
  fileName: string,
  content: string | Buffer | Readable | AsyncIterable<string>,
): Promise<string> {
  const isWhole =
    typeof content === 'string' || Buffer.isBuffer(content) || content instanceof Readable;
  const body = isWhole ? content : await startStream(content);
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  // The endpoint's type is the text of the file.
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
