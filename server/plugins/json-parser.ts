import type { FastifyInstance } from 'fastify';

import { AppError } from '#shared/errors.ts';

import { unstorableText } from './errors.ts';

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
    void parseJson(request, text, (error, value) => {
      if (error || isStorable(text, value)) done(error, value);
      else done(new AppError('request/invalid', unstorableText));
    });
  });
}

/**
 * Half of a surrogate pair makes a jsonb column fail. In well-formed UTF-8 it can only come from an
 * escape, so most requests are not searched. NUL is left to the endpoints, which name the field.
 */
function isStorable(text: string, value: unknown): boolean {
  if (!/\\ud[89a-f]/i.test(text)) return true;
  // A list instead of recursion: the nesting may be deeper than the stack.
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
