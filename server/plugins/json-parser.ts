import type { FastifyInstance } from 'fastify';

import { AppError } from '#shared/errors.ts';

/** JSON only, and only well-formed UTF-8: decoding leniently would store replacement characters. */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body as Buffer);
    if (text === undefined) {
      done(new AppError('request/malformed', 'The request is not valid UTF-8.'));
      return;
    }
    // A call that takes no body may still carry the header, as many clients always send it.
    if (text === '') {
      done(null, undefined);
      return;
    }
    // The parser answers through `done` itself; its own promise form is not used.
    void parseJson(request, text, done);
  });
}

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
