import { randomUUID } from 'node:crypto';

import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';

import type { Deps } from './deps.ts';
import { registerAccountRoutes } from './features/accounts/accounts.routes.ts';
import { registerAdminRoutes } from './features/admin/admin.routes.ts';
import { registerBridgeRoutes } from './features/bridge/bridge.routes.ts';
import { registerServerRoutes } from './features/bridge/servers.routes.ts';
import { registerContractRoutes } from './features/contracts/contracts.routes.ts';
import { registerDevRoutes } from './features/dev/dev.routes.ts';
import { describeEventPages } from './features/events/events.pages.ts';
import { registerEventRoutes } from './features/events/events.routes.ts';
import { describeHiscoresPages } from './features/hiscores/hiscores.pages.ts';
import { registerHiscoresRoutes } from './features/hiscores/hiscores.routes.ts';
import { registerIdentityRoutes } from './features/identity/identity.routes.ts';
import { registerMediaRoutes } from './features/media/media.routes.ts';
import { describeNewsPages } from './features/news/news.pages.ts';
import { registerNewsRoutes } from './features/news/news.routes.ts';
import { registerPaymentRoutes } from './features/payments/payments.routes.ts';
import { registerPlayerRoutes } from './features/players/players.routes.ts';
import { describePollPages } from './features/polls/polls.pages.ts';
import { registerPollRoutes } from './features/polls/polls.routes.ts';
import { registerShopRoutes } from './features/shop/shop.routes.ts';
import { registerPreviewRoutes } from './features/site/preview.routes.ts';
import { registerSiteSettingsRoutes } from './features/site/site-settings.routes.ts';
import { describeSitePages } from './features/site/site.pages.ts';
import { registerSiteRoutes } from './features/site/site.routes.ts';
import { describeTextPages, registerTextRoutes } from './features/site/texts.routes.ts';
import { registerWalletRoutes } from './features/wallet/wallet.routes.ts';
import { createPageRegistry } from './lib/page-registry.ts';
import { routesOf } from './lib/route.ts';
import { registerApiDocs } from './plugins/api-docs.ts';
import { registerOriginCheck } from './plugins/csrf.ts';
import { registerErrorHandler, sendError } from './plugins/errors.ts';
import { registerJsonParser } from './plugins/json-parser.ts';
import { trackMethods } from './plugins/known-methods.ts';
import { registerLiveStream } from './plugins/live-stream.ts';
import { registerObservability } from './plugins/observability.ts';
import { registerProxyCheck } from './plugins/proxy-check.ts';
import { registerReadCache } from './plugins/read-cache.ts';
import { logWhenClosed, registerRequestLog } from './plugins/request-log.ts';
import { addSecurityHeaders, registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerSessions } from './plugins/session.ts';
import { registerSlowSockets, socketOptions } from './plugins/slow-sockets.ts';
import { registerSpa } from './plugins/spa.ts';

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, live, log } = deps;
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    // registerRequestLog logs requests instead.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    ...socketOptions(deps),
    forceCloseConnections: 'idle',
    // Hooks do not run for these errors.
    frameworkErrors: (error, request, reply) => {
      if (log) logWhenClosed(request, reply, config);
      addSecurityHeaders(reply, config);
      sendError(error, request, reply.header('x-request-id', request.id));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const methodsOf = trackMethods(app);
  registerRequestLog(app, deps);
  registerSlowSockets(app, deps);
  registerProxyCheck(app, deps);
  registerErrorHandler(app);
  registerJsonParser(app);
  await registerSecurityHeaders(app, config);
  registerOriginCheck(app, config);
  await registerSessions(app, deps);
  registerReadCache(app, live);
  await registerApiDocs(app, config);
  registerObservability(app, deps);
  registerLiveStream(app, deps);

  const on = routesOf(app, deps);
  registerAccountRoutes(on, deps);
  registerAdminRoutes(app, on, deps);
  registerPlayerRoutes(on, deps);
  registerEventRoutes(app, on, deps);
  registerHiscoresRoutes(app, on, deps);
  registerNewsRoutes(on, deps);
  registerPollRoutes(app, on, deps);
  registerShopRoutes(app, on, deps);
  registerTextRoutes(on, deps);
  registerWalletRoutes(on, deps);
  await registerPaymentRoutes(app, on, deps);
  registerContractRoutes(app, on, deps);
  registerServerRoutes(on, deps);
  await registerBridgeRoutes(app, deps);
  await registerSiteSettingsRoutes(app, on, deps);
  await registerMediaRoutes(app, deps);
  if (config.identity.kind === 'embedded') await registerIdentityRoutes(app, deps);
  if (config.devPages) registerDevRoutes(on, deps);

  const registry = createPageRegistry();
  describeSitePages(registry, deps);
  describeTextPages(registry, deps);
  describeNewsPages(registry, deps);
  describeEventPages(registry, deps);
  describePollPages(registry, deps);
  describeHiscoresPages(registry, deps);
  registerSiteRoutes(app, deps, registry);
  registerPreviewRoutes(app, deps);
  await registerSpa(app, deps, { methodsOf, registry });
  return app;
}
