import type { FastifyInstance, InjectOptions } from 'fastify';

import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import {
  composeConfirmationMail,
  recordEmailVerified,
} from '#server/features/accounts/email-confirmation.service.ts';
import { isKnownNetwork } from '#server/features/accounts/known-networks.service.ts';
import { composeNameClaimMail } from '#server/features/accounts/name-claims.service.ts';
import {
  revokeSessionsByIdentity,
  startSession,
} from '#server/features/accounts/sessions.service.ts';
import { settleSkills } from '#server/features/hiscores/skills.service.ts';
import { createIdentity } from '#server/features/identity/create-identity.ts';
import { composeResetMail } from '#server/features/identity/password-reset.service.ts';
import { createPaymentProvider } from '#server/features/payments/payment-provider.ts';
import { openBrand } from '#server/lib/brand.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { createLive } from '#server/lib/data/live.ts';
import { createMailQueue } from '#server/lib/mail/mail-queue.ts';
import type { Mail } from '#server/lib/mail/mail.ts';

import { createMemoryStore } from './memory-store.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

export type TestApp = {
  app: FastifyInstance;
  deps: Deps & { database: TestDatabase };
  /** Emails sent by the site, oldest first. */
  mails: Mail[];
  /** Adds a player who is signed in. */
  addPlayer(username: string, rights?: number): Promise<TestPlayer>;
  close(): Promise<void>;
};

export type TestPlayer = { id: number; username: string; email: string; cookie: string };

type Options = {
  settings?: Record<string, string>;
  replace?: (deps: Omit<Deps, 'mailQueue'>) => Partial<Omit<Deps, 'mailQueue'>>;
  clientFolder?: string;
  /** Used instead of a new database; closed with the app. */
  database?: TestDatabase;
};

export const testPassword = 'a long enough phrase';

/** Opens the whole server with a separate database, to be called through app.inject. */
export async function openTestApp(options: Options = {}): Promise<TestApp> {
  const config = testConfig(options.settings);
  const database = options.database ?? (await openTestDatabase());
  await settleSkills({ db: database.db, config, onProblem() {} });
  const live = await createLive(database, { gatherMs: config.hiscoresRefreshSeconds * 1000 });
  const brand = await openBrand({ db: database.db, live, config });
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close() {} };
  const { db } = database;
  const onPasswordReset = (uid: string, trx: Deps['db']) =>
    revokeSessionsByIdentity({ live }, trx, uid);
  const onEmailVerified = (user: { uid: string; email: string }, trx: Deps['db']) =>
    recordEmailVerified({ live }, trx, { provider: 'embedded', ...user });
  const identity = createIdentity({
    config,
    db,
    brand,
    onPasswordReset,
    onEmailVerified,
    isKnownNetwork: ({ emailKey, ip }) => isKnownNetwork(db, { emailKey }, ip),
  });
  const standard = {
    config,
    database,
    db,
    live,
    brand,
    identity,
    mailer,
    media: createMemoryStore(),
    payments: createPaymentProvider({ config, db }),
    clientFolder: options.clientFolder,
    onProblem() {},
  };
  const replaced = { ...standard, ...options.replace?.(standard), database };
  // Keep the same object, because tests replace its properties.
  const deps = Object.assign(replaced, {
    mailQueue: createMailQueue(replaced, {
      composeReset: (user) => composeResetMail(replaced, user),
      composeConfirmation: (user) => composeConfirmationMail(replaced, user),
      composeNameClaim: (reservation) => composeNameClaimMail(replaced, reservation),
      isAwaited: true,
    }),
  });
  deps.mailQueue.start();
  const app = await buildApp(deps);

  return {
    app,
    deps,
    mails,
    async addPlayer(username, rights = 0) {
      const email = `${username.toLowerCase().replaceAll(/[^a-z0-9]/g, '.')}@example.test`;
      const id = await createAccount(
        { ...deps, ...standard },
        { username, email, password: testPassword, isEmailVerified: true },
      );
      if (rights > 0) await setRights(standard, username, { rights, actor: commandLine });
      const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
      return { id, username, email, cookie: `session=${await startSession(db, id, visitor)}` };
    },
    async close() {
      await app.close();
      await deps.mailQueue.close();
      brand.close();
      await live.close();
      await database.close();
    },
  };
}

export function testConfig(settings: Record<string, string> = {}): Config {
  // Set explicitly: outside production, a public SITE_URL is only allowed with DEMO=on.
  const demo = settings.NODE_ENV === 'production' ? 'off' : 'on';
  const defaults = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DEMO: demo,
    TRUST_PROXY: '0',
    SITE_URL: 'http://localhost:3000',
  };
  return parseConfig({ ...defaults, ...settings });
}

/** A JSON request as the site's client sends it. */
export function json(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: unknown,
  player?: Pick<TestPlayer, 'cookie'>,
): InjectOptions {
  return {
    method,
    url,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(player && { cookie: player.cookie }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  };
}
