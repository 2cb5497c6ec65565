import type { FastifyRequest } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { On } from '#server/lib/route.ts';
import { requireAccess } from '#server/plugins/session.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  finishRegistration,
  getTwoFactor,
  getUser,
  listSessions,
  logOut,
  reauthenticate,
  registerAccount,
  revokeOtherSessions,
  revokeSession,
  startRequiredTwoFactor,
  startTwoFactor,
  updateUser,
  verifySession,
  webLogin,
} from '#shared/accounts.ts';

import { getAccount, registerKnownUser, registerVisitor } from './accounts.service.ts';
import {
  endSession,
  listSessionsOf,
  logOut as endThisSession,
  requireFreshSignIn,
  signOutEverywhere,
} from './sessions.service.ts';
import { beginRequiredTwoFactor, confirmWithToken, signIn } from './sign-in.service.ts';
import {
  beginTwoFactor,
  describeTwoFactor,
  finishTwoFactor,
  turnOffTwoFactor,
} from './two-factor.service.ts';
import { changeUser, getUserFor, toUserDetails } from './user.service.ts';

export function registerAccountRoutes(on: On, deps: Deps): void {
  const { db } = deps;

  on(registerAccount, async ({ body }) => {
    await registerVisitor(deps, body);
    return { username: body.username };
  });

  on(finishRegistration, async ({ body }) => ({ username: await registerKnownUser(deps, body) }));

  on(webLogin, async ({ body, request, reply }) => {
    const { sessionToken, ...answer } = await signIn(deps, {
      idToken: body.idToken,
      code: body.code,
      previousToken: request.sessionToken(),
      visitor: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    });
    reply.setSessionCookie(sessionToken);
    return answer;
  });

  on(verifySession, ({ account, reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      username: account.username,
      email: account.email,
      wyncoins: account.wyncoins,
      user_rights: account.userRights,
      community_manager: account.communityManager,
    };
  });

  on(logOut, async ({ request, reply }) => {
    const token = request.sessionToken();
    if (token) await endThisSession(deps, token);
    reply.clearSessionCookie();
  });

  on(reauthenticate, async ({ request, body }) => {
    await confirmWithToken(deps, await sessionOf(request), body);
  });

  on(getUser, async ({ account, params }) => {
    return toUserDetails(db, await getUserFor(deps, account, params.username));
  });

  on(updateUser, async ({ request, params, body }) => {
    const caller = { session: await sessionOf(request), ip: request.ip };
    return toUserDetails(db, await changeUser(deps, caller, params.username, body));
  });

  on(listSessions, async ({ request }) => listSessionsOf(db, await sessionOf(request)));

  on(revokeSession, ({ account, params }) => endSession(deps, account.id, params.id));

  on(revokeOtherSessions, async ({ account, request }) => {
    const owner = await getAccount(db, account.username);
    await signOutEverywhere(deps, owner, (await sessionOf(request)).id);
  });

  on(getTwoFactor, ({ account }) => describeTwoFactor(deps, account));

  on(startTwoFactor, async ({ account, request }) => {
    requireFreshSignIn(await sessionOf(request));
    return beginTwoFactor(deps, account);
  });

  on(startRequiredTwoFactor, ({ body }) => beginRequiredTwoFactor(deps, body.idToken));

  on(confirmTwoFactor, async ({ account, body, request }) => {
    const { id: sessionId } = await sessionOf(request);
    const { recoveryCodes } = await finishTwoFactor(deps, account, { code: body.code, sessionId });
    return { recoveryCodes };
  });

  on(disableTwoFactor, async ({ request }) => {
    const session = await sessionOf(request);
    requireFreshSignIn(session);
    await turnOffTwoFactor(deps, session);
  });
}

function sessionOf(request: FastifyRequest) {
  return requireAccess(request, 'login');
}
