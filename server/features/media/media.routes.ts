import type { FeatureContext } from '#server/feature.ts';
import { registerUpload } from '#server/plugins/picture-upload.ts';
import { readPictureUrl, uploadMedia } from '#shared/endpoints/media.ts';
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

function notFound(): AppError {
  return new AppError('request/not-found', 'There is no such picture.');
}
