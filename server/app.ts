import { validatorCompiler } from '@fastify/type-provider-zod';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';

import type { Deps } from './deps.ts';
import { features } from './feature-list.ts';
import { listOffSwitches, listPersonalData, listSiteSettings } from './features.ts';
import { sessionsOf } from './features/accounts/sessions.service.ts';
import { getBrand } from './features/appearance/brand.service.ts';
import { getIcon } from './features/appearance/icons.service.ts';
import { getSkills } from './features/hiscores/skills.service.ts';
import { readPicture } from './features/media/media.service.ts';
import { getSiteState } from './features/site/site-settings.service.ts';
import { createPageRegistry } from './lib/pages/page-registry.ts';
import { previewsOf } from './lib/preview/preview.ts';
import type { OwnPictures } from './lib/preview/preview.ts';
import { createAnswerCache } from './plugins/answer-cache.ts';
import { registerApiDocs } from './plugins/api-docs.ts';
import { registerOriginCheck } from './plugins/csrf.ts';
import { acceptWaitingBeforeClose, registerDraining } from './plugins/draining.ts';
import { registerErrorHandler, sendError } from './plugins/errors.ts';
import { markRoutes, registerFeatureSwitches } from './plugins/feature-switches.ts';
import { registerJsonParser } from './plugins/json-parser.ts';
import { trackMethods } from './plugins/known-methods.ts';
import { registerLiveStream } from './plugins/live-stream.ts';
import { createMetrics, registerObservability } from './plugins/observability.ts';
import { registerProxyCheck } from './plugins/proxy-check.ts';
import {
  createRequestLog,
  logWhenClosed,
  newRequestId,
  registerRequestLog,
} from './plugins/request-log.ts';
import { routesOf } from './plugins/route.ts';
import { addSecurityHeaders, registerSecurityHeaders } from './plugins/security-headers.ts';
import { serializerCompiler } from './plugins/serializer.ts';
import { registerSessions } from './plugins/session.ts';
import { createSiteServer, refuseSocket, registerSlowSockets } from './plugins/slow-sockets.ts';
import { limitSocketRequests } from './plugins/socket-requests.ts';
import { registerSpa } from './plugins/spa.ts';

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, log } = deps;
  const logRequest = log && createRequestLog(log, config);
  const metrics = createMetrics();
  const answers = createAnswerCache(deps, { observe: metrics.observe, logRequest });
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    // registerRequestLog logs requests instead.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: config.trustProxy,
    genReqId: newRequestId,
    bodyLimit: 256 * 1024,
    serverFactory: (handle) =>
      createSiteServer(deps, limitSocketRequests(deps, answers.sendOr(handle))),
    clientErrorHandler: refuseSocket,
    forceCloseConnections: 'idle',
    // Requests on connections that are already open are still served.
    return503OnClosing: false,
    // Hooks do not run for these errors.
    frameworkErrors: (error, request, reply) => {
      if (logRequest) logWhenClosed(request, reply, logRequest);
      addSecurityHeaders(reply, config);
      sendError(error, request, reply.header('x-request-id', request.id));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const methodsOf = trackMethods(app);
  registerRequestLog(app, logRequest);
  registerSlowSockets(app, deps);
  registerDraining(app);
  registerProxyCheck(app, deps);
  registerErrorHandler(app);
  registerJsonParser(app);
  registerSecurityHeaders(app, config);
  registerOriginCheck(app, config);
  const sessions = sessionsOf(deps);
  await registerSessions(app, config, sessions);
  await registerApiDocs(app, deps);
  registerObservability(app, deps, metrics);
  registerLiveStream(app, deps, sessions);
  registerFeatureSwitches(app, deps);
  answers.register(app);

  const pages = createPageRegistry();
  const pictures: OwnPictures = {
    readPicture: (address) => readPicture(deps, address),
    drawLogo: (logo) => getIcon(deps, { logo, size: '96' }),
  };
  const context = {
    deps,
    pages,
    personalData: listPersonalData(),
    siteSettings: listSiteSettings(),
    offSwitches: listOffSwitches(),
  };
  for (const feature of features) {
    const registerFeature = async (scope: FastifyInstance) => {
      if (feature.offSwitch) markRoutes(scope, feature.name);
      const own = {
        ...context,
        app: scope,
        on: routesOf(scope, deps),
        preview: previewsOf(scope, deps, pictures),
      };
      await feature.routes?.(own);
      feature.pages?.(own);
    };
    // Without a name, Fastify looks for one in every loaded module.
    const name = { [Symbol.for('fastify.display-name')]: feature.name };
    await app.register(Object.assign(registerFeature, name));
  }
  await registerSpa(app, deps, {
    methodsOf,
    registry: pages,
    getSiteState: () => getSiteState(deps),
    getBrand: () => getBrand(deps),
    getSkills: () => getSkills(deps),
  });
  // Part of the grace time, which a site without a load balancer sets to 0.
  const idleMs = Math.min(deps.config.shutdownGraceSeconds, 1) * 1000;
  acceptWaitingBeforeClose(app, { idleMs });
  return app;
}
