import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';
import { accessMessages, isAdmin, isRouteStaff } from '#shared/permissions.ts';
import type { Access } from '#shared/permissions.ts';

import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import {
  assertTokenNotBanned,
  findSession,
  longestSessionDays,
} from '../features/accounts/sessions.service.ts';
import type { Session } from '../features/accounts/sessions.service.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Looked up on the first call, at most once per request. */
    findSession(): Promise<Session | undefined>;
    sessionToken(): string | undefined;
    /** Throws with the reason if this browser's session was ended by a ban. */
    assertNotBanned(): Promise<void>;
  }
  interface FastifyReply {
    setSessionCookie(token: string): void;
    clearSessionCookie(): void;
  }
}

export async function registerSessions(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, db } = deps;
  const name = sessionCookieName(config);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.isHttps } as const;
  const lookups = new WeakMap<FastifyRequest, Promise<Session | undefined>>();

  await app.register(cookie);
  app.decorateRequest('sessionToken', function sessionToken(this: FastifyRequest) {
    return this.cookies[name];
  });
  app.decorateRequest('findSession', function lookUp(this: FastifyRequest) {
    const token = this.sessionToken();
    if (!token) return Promise.resolve(undefined);
    const isWrite = !['GET', 'HEAD'].includes(this.method);
    const lookup = lookups.get(this) ?? findSession(deps, token, { isWrite });
    lookups.set(this, lookup);
    return lookup;
  });
  app.decorateRequest('assertNotBanned', async function assertNotBanned(this: FastifyRequest) {
    const token = this.sessionToken();
    if (token) await assertTokenNotBanned(db, token);
  });
  app.decorateReply(
    'setSessionCookie',
    function setSessionCookie(this: FastifyReply, token: string) {
      this.setCookie(name, token, { ...options, maxAge: longestSessionDays * 86_400 });
    },
  );
  app.decorateReply('clearSessionCookie', function clearSessionCookie(this: FastifyReply) {
    this.clearCookie(name, options);
  });
}

/** Browsers accept a __Host- cookie only over https, from this host and for the whole site. */
export function sessionCookieName({ isHttps }: Pick<Config, 'isHttps'>): string {
  return isHttps ? '__Host-session' : 'session';
}

/** The order is set by the specification: session, then admin-only, then staff-only. */
export async function requireAccess(request: FastifyRequest, access: Access): Promise<Session> {
  const session = await request.findSession();
  if (!session) {
    await request.assertNotBanned();
    throw new AppError('access/login-required', 'Please log in first.');
  }
  const { userRights } = session.account;
  if (access === 'admin' && !isAdmin(userRights)) {
    throw new AppError('access/admin-only', accessMessages.adminOnly);
  }
  if (access === 'staff' && !isRouteStaff(userRights)) {
    throw new AppError('access/staff-only', accessMessages.staffOnly);
  }
  return session;
}
