import type { FastifyError, FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { sendError } from '#server/plugins/errors.ts';
import { routesOf } from '#server/plugins/route.ts';
import type { RouteContext } from '#server/plugins/route.ts';
import { allowLongUpload } from '#server/plugins/slow-sockets.ts';
import type { Answer, SiteEndpoint } from '#shared/endpoint.ts';
import { mediaLimits, readPictureUrl, uploadMedia } from '#shared/endpoints/media.ts';
import { AppError } from '#shared/errors.ts';

import { storePicture } from './media.service.ts';

/** A picture opened in its own tab must not run or load anything. */
const picturePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export async function registerMediaRoutes({ app, deps }: FeatureContext): Promise<void> {
  await app.register(async (scope) => {
    registerUpload(scope, deps, uploadMedia, (bytes, { actor }) =>
      storePicture(deps, bytes, actor),
    );
  });

  app.get<{ Params: { name: string } }>('/media/:name', hidden, async (request, reply) => {
    const { name } = request.params;
    const etag = `"${name}"`;
    if (!readPictureUrl(`/media/${name}`)?.width) throw notFound();
    reply
      .header('content-security-policy', picturePolicy)
      // Allows feed readers and other sites to embed pictures.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', etag);
    const forever = 'public, max-age=31536000, immutable';
    if (request.headers['if-none-match'] === etag) {
      return reply.status(304).header('cache-control', forever).send();
    }
    const bytes = await deps.media.get(name);
    if (!bytes) throw notFound();
    return reply.header('cache-control', forever).type('image/webp').send(bytes);
  });
}

const hidden = { schema: { hide: true }, config: { isQuiet: true } } as const;

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

function notFound(): AppError {
  return new AppError('request/not-found', 'There is no such picture.');
}
