import type { FastifyError, FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { Answer, SiteEndpoint } from '#shared/endpoint.ts';
import { mediaLimits } from '#shared/endpoints/media.ts';
import { AppError } from '#shared/errors.ts';

import { sendError } from './errors.ts';
import { routesOf } from './route.ts';
import type { RouteContext } from './route.ts';
import { allowLongUpload } from './slow-sockets.ts';

/** Needs its own scope, because only here the body is a picture and not JSON. */
export function registerUpload<E extends SiteEndpoint>(
  scope: FastifyInstance,
  deps: Deps,
  endpoint: E,
  store: (bytes: Buffer, call: RouteContext<E>) => Promise<Answer<E>>,
): void {
  scope.removeAllContentTypeParsers();
  for (const type of [/^image\//, 'application/octet-stream']) {
    const options = { parseAs: 'buffer', bodyLimit: mediaLimits.bytes } as const;
    scope.addContentTypeParser(type, options, (_request, body, done) => done(null, body));
  }
  // Runs after onRequest, which rejects callers who may not upload.
  scope.addHook('preParsing', async (request) => allowLongUpload(request));
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(errorsByCode[error.code]?.() ?? error, request, reply),
  );
  routesOf(scope, deps)(endpoint, (call) => {
    const body: unknown = call.request.body;
    if (!Buffer.isBuffer(body) || body.length === 0) throw unsupported();
    return store(body, call);
  });
}

const errorsByCode: Record<string, (() => AppError) | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new AppError(
      'media/too-large',
      `Pictures can be at most ${mediaLimits.bytes / 1024 / 1024} MB.`,
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupported,
};

function unsupported(): AppError {
  return new AppError('media/unsupported', 'Send a picture: PNG, JPEG, WebP, GIF or AVIF.');
}
