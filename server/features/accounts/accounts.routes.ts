import type { FastifyRequest } from 'fastify';

import type { FeatureContext } from '#server/feature.ts';
import { requireAccess, requireFreshSignIn } from '#server/plugins/session.ts';
import * as endpoints from '#shared/endpoints/accounts.ts';
import * as claimEndpoints from '#shared/endpoints/name-claims.ts';

import { findPinnedItem } from './accounts.db.ts';
import { finishRegistration, getAccount, registerAccount } from './accounts.service.ts';
import { getEmailConfirmation, sendEmailConfirmation } from './email-confirmation.service.ts';
import { checkNameClaim, sendNameClaimLink, startNameClaim } from './name-claims.service.ts';
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './sessions.service.ts';
import { reauthenticate, startRequiredTwoFactor, webLogin } from './sign-in.service.ts';
import * as twoFactor from './two-factor.service.ts';
import { getUser, toUserDetails, updateUser } from './user.service.ts';

export function registerAccountRoutes({ on, deps }: FeatureContext): void {
  const { db } = deps;

  on(endpoints.registerAccount, async ({ body }) => {
    await registerAccount(deps, body);
    return { username: body.username };
  });

  on(endpoints.finishRegistration, async ({ body }) => ({
    username: await finishRegistration(deps, body),
  }));

  on(claimEndpoints.startNameClaim, ({ body }) => startNameClaim(deps, body.username));

  on(claimEndpoints.sendNameClaimLink, ({ body }) => sendNameClaimLink(deps, body.username));

  on(claimEndpoints.checkNameClaim, ({ body }) => checkNameClaim(deps, body.claim));

  on(endpoints.webLogin, async ({ body, request, reply }) => {
    const { sessionToken, ban, ...answer } = await webLogin(deps, {
      idToken: body.idToken,
      code: body.code,
      previousToken: request.sessionToken(),
      visitor: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    });
    reply.setSessionCookie(sessionToken);
    if (ban) throw ban;
    return answer;
  });

  on(endpoints.verifySession, async ({ account, reply }) => {
    reply.header('cache-control', 'no-store');
    return {
      username: account.username,
      email: account.email,
      wyncoins: account.wyncoins,
      user_rights: account.userRights,
      community_manager: account.communityManager,
      permissions: [...account.permissions],
      pinned: await findPinnedItem(db, account.id),
    };
  });

  on(endpoints.logOut, async ({ request, reply }) => {
    const token = request.sessionToken();
    if (token) await logOut(deps, token);
    reply.clearSessionCookie();
  });

  on(endpoints.reauthenticate, async ({ request, body }) => {
    await reauthenticate(deps, await sessionOf(request), { ...body, ip: request.ip });
  });

  on(endpoints.getUser, async ({ account, params }) => {
    return toUserDetails(db, await getUser(deps, account, params.username));
  });

  on(endpoints.updateUser, async ({ request, params, body }) => {
    const caller = { session: await sessionOf(request), ip: request.ip };
    return toUserDetails(db, await updateUser(deps, caller, params.username, body));
  });

  on(endpoints.getEmailConfirmation, async ({ account }) => {
    return getEmailConfirmation(deps, await getAccount(db, account.username));
  });

  on(endpoints.sendEmailConfirmation, async ({ account, request }) => {
    await sendEmailConfirmation(deps, await getAccount(db, account.username), request.ip);
  });

  on(endpoints.listSessions, async ({ request }) => listSessions(db, await sessionOf(request)));

  on(endpoints.revokeSession, ({ account, params }) => revokeSession(deps, account.id, params.id));

  on(endpoints.revokeOtherSessions, async ({ account, request }) => {
    const owner = await getAccount(db, account.username);
    await revokeOtherSessions(deps, owner, (await sessionOf(request)).id);
  });

  on(endpoints.getTwoFactor, ({ account }) => twoFactor.getTwoFactor(deps, account));

  on(endpoints.startTwoFactor, async ({ account, request }) => {
    requireFreshSignIn(await sessionOf(request));
    return twoFactor.startTwoFactor(deps, account);
  });

  on(endpoints.startRequiredTwoFactor, ({ body }) => startRequiredTwoFactor(deps, body.idToken));

  on(endpoints.confirmTwoFactor, async ({ account, body, request }) => {
    const { id: sessionId } = await sessionOf(request);
    const { recoveryCodes } = await twoFactor.confirmTwoFactor(deps, account, {
      code: body.code,
      ip: request.ip,
      sessionId,
    });
    return { recoveryCodes };
  });

  on(endpoints.disableTwoFactor, async ({ request }) => {
    const session = await sessionOf(request);
    requireFreshSignIn(session);
    await twoFactor.disableTwoFactor(deps, session);
  });
}

function sessionOf(request: FastifyRequest) {
  return requireAccess(request, { access: 'login' });
}
