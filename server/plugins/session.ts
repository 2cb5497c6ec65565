import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { SiteEndpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { accessMessages, isRouteStaff } from '#shared/rules/route-guard.ts';
import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';

import type { Config } from '../config.ts';

export type SessionAccount = Standing & {
  id: number;
  username: string;
  usernameKey: string;
  email: string;
  communityManager: boolean;
  /** Set if the account is to be deleted. */
  deleteAfter: Date | null;
  wyncoins: number;
};

export type Session = {
  id: string;
  authenticatedAt: Date;
  /** When a second-factor code was last accepted in this session. */
  secondFactorAt: Date | null;
  account: SessionAccount;
};

/** The part of the feature accounts that knows sessions. */
export type Sessions = {
  find(token: string, options: { isWrite: boolean }): Promise<Session | undefined>;
  /** The session of a banned account, which only endpoints with `isForBanned` accept. */
  findForAppeal(token: string): Promise<Session | undefined>;
  /** Which of these sessions are open, and what their accounts may do. */
  findOpen(ids: string[]): Promise<(Standing & { id: string })[]>;
  /** Throws with the reason if the session was ended by a ban. */
  assertNotBanned(token: string): Promise<void>;
  /** Lifetime of the cookie. The server decides when a session ends; the cookie must not expire earlier. */
  longestDays: number;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Looked up on the first call, at most once per request. */
    findSession(): Promise<Session | undefined>;
    findAppealSession(): Promise<Session | undefined>;
    sessionToken(): string | undefined;
    /** Throws with the reason if this browser's session was ended by a ban. */
    assertNotBanned(): Promise<void>;
  }
  interface FastifyReply {
    setSessionCookie(token: string): void;
    clearSessionCookie(): void;
  }
}

export async function registerSessions(
  app: FastifyInstance,
  config: Config,
  sessions: Sessions,
): Promise<void> {
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
    const lookup = lookups.get(this) ?? sessions.find(token, { isWrite });
    lookups.set(this, lookup);
    return lookup;
  });
  app.decorateRequest('findAppealSession', async function lookUp(this: FastifyRequest) {
    const token = this.sessionToken();
    return token ? sessions.findForAppeal(token) : undefined;
  });
  app.decorateRequest('assertNotBanned', async function assertNotBanned(this: FastifyRequest) {
    const token = this.sessionToken();
    if (token) await sessions.assertNotBanned(token);
  });
  app.decorateReply(
    'setSessionCookie',
    function setSessionCookie(this: FastifyReply, token: string) {
      this.setCookie(name, token, { ...options, maxAge: sessions.longestDays * 86_400 });
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

type Guard = Pick<SiteEndpoint, 'access' | 'permissions' | 'isForBanned'>;

/** The order is set by the specification: session, then admin-only, then staff-only. */
export async function requireAccess(
  request: FastifyRequest,
  { access, permissions = [], isForBanned }: Guard,
): Promise<Session> {
  const ordinary = await request.findSession();
  const session = ordinary ?? (isForBanned && (await request.findAppealSession()));
  if (!session) {
    await request.assertNotBanned();
    throw new AppError('access/login-required', 'Please log in first.');
  }
  if (access === 'admin' && !isAllowed(session.account, permissions)) {
    throw new AppError('access/admin-only', accessMessages.adminOnly);
  }
  if (access === 'staff' && !isRouteStaff(session.account.userRights)) {
    throw new AppError('access/staff-only', accessMessages.staffOnly);
  }
  return session;
}

/** How recent a sign-in must be for changes of email, password and second factor. */
const freshMinutes = 10;

export function requireFreshSignIn(session: Session, minutes = freshMinutes): void {
  if (isWithin(session.authenticatedAt, minutes)) return;
  throw reauthenticationRequired();
}

export function requireFreshSecondFactor(session: Session): void {
  if (session.secondFactorAt && isWithin(session.secondFactorAt, freshMinutes)) return;
  throw reauthenticationRequired();
}

function isWithin(time: Date, minutes: number): boolean {
  return Date.now() - time.getTime() <= minutes * 60_000;
}

function reauthenticationRequired(): AppError {
  return new AppError(
    'accounts/reauthentication-required',
    'Please confirm your current password first.',
  );
}

export function requireStaying({ account }: Session): void {
  if (!account.deleteAfter) return;
  throw new AppError(
    'accounts/leaving',
    'Your account is going to be deleted. Choose “Keep My Account” on your profile first.',
  );
}
