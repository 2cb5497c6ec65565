import type { FastifyError, FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { sendError } from '#server/plugins/errors.ts';
import { documentedAs, routesOf } from '#server/plugins/route.ts';
import { allowLongUpload } from '#server/plugins/slow-sockets.ts';
import { AppError } from '#shared/errors.ts';
import { launcherLimits } from '#shared/site-settings.ts';
import * as endpoints from '#shared/site-settings.ts';

import * as launcher from './launcher.service.ts';
import * as settings from './site-settings.service.ts';

export async function registerSiteSettingsRoutes({ app, on, deps }: FeatureContext): Promise<void> {
  on(endpoints.getSiteState, () => settings.getSiteState(deps));
  on(endpoints.getSiteSettings, () => settings.getSiteSettings(deps));
  on(endpoints.updateSiteSettings, ({ actor, body }) =>
    settings.updateSiteSettings(deps, actor, body),
  );
  on(endpoints.getLauncher, () => launcher.getLauncher(deps));
  on(endpoints.updateLauncher, ({ actor, body }) => launcher.updateLauncher(deps, actor, body));
  await app.register(async (scope) => registerUpload(scope, deps));
  registerDownload(app, deps);
}

/** In a separate scope, because bodies are files here and JSON everywhere else. */
function registerUpload(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: launcherLimits.bytes } as const;
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  // Runs after onRequest, which has checked that the caller may upload.
  scope.addHook('preParsing', async (request) => allowLongUpload(request));
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error, request, reply),
  );
  routesOf(scope, deps)(endpoints.uploadLauncher, ({ actor, request }) => {
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return launcher.uploadLauncher(deps, actor, bytes);
  });
}

function registerDownload(app: FastifyInstance, deps: Deps): void {
  // One copy in memory for all downloads.
  let cached: { sha256: string; bytes: Buffer } | undefined;
  app.get(
    endpoints.downloadLauncher.path,
    documentedAs(endpoints.downloadLauncher),
    async (request, reply) => {
      const file = await launcher.openLauncher(deps);
      const { sha256, fileName } = file;
      const etag = `"${sha256}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `attachment; filename="${fileName}"`);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      if (cached?.sha256 !== sha256) cached = { sha256, bytes: await file.read() };
      return reply.type('application/java-archive').send(cached.bytes);
    },
  );
}

function tooLarge(): AppError {
  const text = `The launcher may be at most ${launcherLimits.bytes / 1024 / 1024} MB.`;
  return new AppError('launcher/too-large', text);
}
