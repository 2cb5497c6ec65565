import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';

import type { Config } from '../config.ts';

const hstsSeconds = 31_536_000;

export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = computeHeaders(config);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Helmet writes them on a response that is never sent: they are the same for every request. */
function computeHeaders(config: Config) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...config.imageHosts.map((host) => `https://${host}`)],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...identityHosts(config)],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        ...(config.isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: config.isHttps
      ? { maxAge: hstsSeconds, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  write(request, response, () => {});
  return { ...response.getHeaders(), 'permissions-policy': permissionsPolicy };
}

const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=()';

/** For answers that Fastify sends before any hook runs, for example to addresses that cannot be decoded. */
export function addSecurityHeaders(reply: FastifyReply, config: Config): void {
  reply.headers({
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    ...(config.isHttps && {
      'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  });
}

/** The sign-in SDK calls its provider from the browser. */
function identityHosts({ identity }: Config): string[] {
  if (identity.kind === 'embedded') return [];
  if (identity.emulatorHost) return [`http://${identity.emulatorHost}`];
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
}
