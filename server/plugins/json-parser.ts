import type { FastifyInstance } from 'fastify';

import { AppError } from '#shared/errors.ts';

import { unstorableText } from './errors.ts';

/** Accepts only JSON in well-formed UTF-8: lenient decoding would store replacement characters. */
export function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body as Buffer);
    if (text === undefined) {
      done(new AppError('request/malformed', 'The request is not valid UTF-8.'));
      return;
    }
    // Many clients always send the header, even without a body.
    if (text === '') {
      done(null, undefined);
      return;
    }
    // Calls `done` itself; its promise form is not used.
    void parseJson(request, text, (error, value) => {
      if (error || isStorable(text, value)) done(error, value);
      else done(new AppError('request/invalid', unstorableText));
    });
  });
}

/** A jsonb column rejects a lone surrogate, which valid UTF-8 only has as an escape. Endpoints check for NUL. */
function isStorable(text: string, value: unknown): boolean {
  if (!/\\ud[89a-f]/i.test(text)) return true;
  // Not recursive: the nesting may be deeper than the stack.
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && /\p{Surrogate}/u.test(one)) return false;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) waiting.push(key, inner);
  }
  return true;
}

function decode(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
