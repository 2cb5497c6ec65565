import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { sendError } from '#server/plugins/errors.ts';
import { callOf, documentedAs, routesOf } from '#server/plugins/route.ts';
import { allowLongUpload } from '#server/plugins/slow-sockets.ts';
import * as endpoints from '#shared/endpoints/launcher.ts';
import { AppError } from '#shared/errors.ts';
import { launcherMaxBytes } from '#shared/rules/launcher-kinds.ts';
import type { LauncherFileKind, LauncherKind } from '#shared/rules/launcher-kinds.ts';

import * as launcher from './launcher.service.ts';

export async function registerLauncherRoutes({ app, on, deps }: FeatureContext): Promise<void> {
  on(endpoints.getLauncher, () => launcher.getLauncher(deps));
  on(endpoints.listDownloads, () => launcher.listDownloads(deps));
  on(endpoints.updateLauncher, ({ actor, params, body }) =>
    launcher.updateLauncher(deps, actor, { ...body, ...params }),
  );
  on(endpoints.setLauncherLink, ({ actor, body }) => launcher.setLauncherLink(deps, actor, body));
  on(endpoints.removeLauncher, ({ actor, params }) =>
    launcher.removeLauncher(deps, actor, params.kind),
  );
  await app.register(async (scope) => registerUpload(scope, deps));
  registerDownload(app, deps);
}

/** In a separate scope, because bodies are files here and JSON everywhere else. */
function registerUpload(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: launcherMaxBytes } as const;
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
  // Runs after onRequest, which has checked that the caller may upload.
  scope.addHook('preParsing', async (request) => allowLongUpload(request));
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error, request, reply),
  );
  routesOf(scope, deps)(endpoints.uploadLauncher, ({ actor, query, request }) => {
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return launcher.uploadLauncher(deps, actor, { ...query, bytes });
  });
}

const contentTypes: Record<LauncherFileKind, string> = {
  jar: 'application/java-archive',
  zip: 'application/zip',
  exe: 'application/vnd.microsoft.portable-executable',
  appimage: 'application/vnd.appimage',
};
/** Files kept in memory, so that all downloads of the most wanted ones share a copy. */
const maxCached = 2;

function registerDownload(app: FastifyInstance, deps: Deps): void {
  const cached = new Map<string, Buffer>();

  async function send(request: FastifyRequest, reply: FastifyReply, wanted?: LauncherKind) {
    const { kind, sha256, fileName, read } = await launcher.openLauncher(deps, wanted);
    const etag = `"${sha256}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="${fileName}"`);
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    const bytes = cached.get(sha256) ?? (await read());
    // Moves it to the end: the first one is the least recently wanted.
    cached.delete(sha256);
    cached.set(sha256, bytes);
    for (const oldest of [...cached.keys()].slice(0, -maxCached)) cached.delete(oldest);
    return reply.type(contentTypes[kind]).send(bytes);
  }

  const { downloadLauncher, downloadLauncherKind } = endpoints;
  app.get(downloadLauncher.path, documentedAs(downloadLauncher), (request, reply) =>
    send(request, reply),
  );
  app.get('/download/launcher/:kind', documentedAs(downloadLauncherKind), async (request, reply) =>
    send(request, reply, callOf<typeof downloadLauncherKind>(request, reply).params.kind),
  );
}

function tooLarge(): AppError {
  const text = `The launcher may be at most ${launcherMaxBytes / 1024 / 1024} MB.`;
  return new AppError('launcher/too-large', text);
}
