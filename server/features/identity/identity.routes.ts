import type { FastifyInstance } from 'fastify';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import { createBackgroundRunner } from '#server/lib/background.ts';
import type { RunInBackground } from '#server/lib/background.ts';
import { AppError } from '#shared/errors.ts';

import { confirmEmail } from './email-codes.service.ts';
import { requestEmailConfirmation } from './email-confirmation.service.ts';
import { audience, checkIdToken } from './id-tokens.service.ts';
import { checkResetCode, requestReset, resetPassword } from './password-reset.service.ts';
import { findText, readEmail, readText, toProtocolUser } from './protocol-body.ts';
import { ProtocolError } from './protocol-error.ts';
import {
  registerFormParser,
  registerProtocolErrors,
  rejectUnknownOperations,
} from './protocol-plugin.ts';
import { refreshIdToken, signInWithPassword } from './sign-in.service.ts';
import { listPublicKeys, tokenLifetimeSeconds } from './signing-keys.service.ts';
import type { IdentityUser } from './users.db.ts';

/** The part of Google's Identity Toolkit protocol that the browser's SDK uses here. */
export async function registerIdentityRoutes({ app, deps }: FeatureContext): Promise<void> {
  if (deps.config.identity.kind !== 'embedded') return;
  await app.register(
    async (idp) => {
      const runInBackground = createBackgroundRunner(idp, deps);
      registerProtocolErrors(idp);
      rejectUnknownOperations(idp);
      registerFormParser(idp);
      idp.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      addSignIn(idp, deps);
      addEmailedCodes(idp, deps, runInBackground);
      addAdminOnly(idp);
      addKeys(idp, deps);
    },
    { prefix: '/idp' },
  );
}

const options = { schema: { hide: true }, bodyLimit: 64 * 1024 } as const;
const expiresIn = String(tokenLifetimeSeconds);

function addSignIn(idp: FastifyInstance, deps: Deps): void {
  idp.post('/v1/accounts::signInWithPassword', options, async ({ body, ip, log }) => {
    const email = readEmail(body);
    const password = readText(body, 'password', 'MISSING_PASSWORD');
    const { user, idToken, refreshToken } = await signInWithPassword(deps, { email, password, ip });
    log.info({ uid: user.uid }, 'signed in');
    const { uid: localId } = user;
    const kind = 'identitytoolkit#VerifyPasswordResponse';
    return { kind, registered: true, localId, email: user.email, idToken, refreshToken, expiresIn };
  });

  idp.post('/v1/accounts::lookup', options, async ({ body }) => {
    const user = await readUser(deps, body);
    return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [toProtocolUser(user)] };
  });

  idp.post('/v1/token', options, async ({ body }) => {
    const grantType = readText(body, 'grant_type', 'MISSING_GRANT_TYPE');
    if (grantType !== 'refresh_token') throw new ProtocolError('INVALID_GRANT_TYPE');
    const refreshToken = readText(body, 'refresh_token', 'MISSING_REFRESH_TOKEN');
    const { uid, idToken } = await refreshIdToken(deps, refreshToken);
    return {
      id_token: idToken,
      access_token: idToken,
      expires_in: expiresIn,
      refresh_token: refreshToken,
      token_type: 'Bearer',
      user_id: uid,
      project_id: audience,
    };
  });
}

function addEmailedCodes(idp: FastifyInstance, deps: Deps, runInBackground: RunInBackground): void {
  idp.post('/v1/accounts::sendOobCode', options, async ({ body, ip }) => {
    const requestType = readText(body, 'requestType', 'MISSING_REQ_TYPE');
    const kind = 'identitytoolkit#GetOobConfirmationCodeResponse';
    if (requestType === 'VERIFY_EMAIL') {
      // Only for the signed-in user: an address in the body would reveal whether it is known.
      const { uid, email } = await readUser(deps, body);
      if (!deps.config.canSendMail) throw new ProtocolError('OPERATION_NOT_ALLOWED');
      await requestEmailConfirmation(deps, { uid, email }, ip).catch(rethrowAsTooMany);
      return { kind, email };
    }
    if (requestType !== 'PASSWORD_RESET') throw new ProtocolError('OPERATION_NOT_ALLOWED');
    const email = readEmail(body);
    const sendMail = await requestReset(deps, { email, ip });
    runInBackground('A background task of an identity request failed.', sendMail);
    return { kind, email };
  });

  idp.post('/v1/accounts::update', options, async ({ body, log }) => {
    const code = findText(body, 'oobCode');
    if (!code) throw new ProtocolError('ADMIN_ONLY_OPERATION');
    const { uid, email } = await confirmEmail(deps, code);
    log.info({ uid }, 'email address confirmed');
    return {
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: uid,
      email,
      emailVerified: true,
    };
  });

  idp.post('/v1/accounts::resetPassword', options, async ({ body, log }) => {
    const code = readText(body, 'oobCode', 'MISSING_OOB_CODE');
    const newPassword = findText(body, 'newPassword');
    const answer = { kind: 'identitytoolkit#ResetPasswordResponse', requestType: 'PASSWORD_RESET' };
    if (newPassword === undefined) {
      const { email } = await checkResetCode(deps, code);
      return { ...answer, email };
    }
    const { uid, email } = await resetPassword(deps, code, newPassword);
    log.info({ uid }, 'password reset');
    return { ...answer, email };
  });
}

/** Only the site creates, changes and deletes users, because it keeps an account row for each. */
function addAdminOnly(idp: FastifyInstance): void {
  for (const operation of ['signUp', 'delete']) {
    idp.post(`/v1/accounts::${operation}`, options, async () => {
      throw new ProtocolError('ADMIN_ONLY_OPERATION');
    });
  }
}

async function readUser(deps: Deps, body: unknown): Promise<IdentityUser> {
  const check = await checkIdToken(deps, readText(body, 'idToken', 'MISSING_ID_TOKEN'));
  if (check.refusal !== undefined) throw new ProtocolError(check.refusal);
  return check.user;
}

function rethrowAsTooMany(error: unknown): never {
  const isLimited = error instanceof AppError && error.code === 'request/rate-limited';
  throw isLimited ? new ProtocolError('TOO_MANY_ATTEMPTS_TRY_LATER') : error;
}

function addKeys(idp: FastifyInstance, { db }: Deps): void {
  idp.get('/.well-known/jwks.json', options, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: await listPublicKeys(db) };
  });
}
