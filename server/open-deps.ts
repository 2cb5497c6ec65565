import { setTimeout as wait } from 'node:timers/promises';

import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { assertLatestVersion, migrateToLatest } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import type { Deps } from './deps.ts';
import {
  composeConfirmationMail,
  recordEmailVerified,
} from './features/accounts/email-confirmation.service.ts';
import { isKnownNetwork } from './features/accounts/known-networks.service.ts';
import { composeNameClaimMail } from './features/accounts/name-claims.service.ts';
import { revokeSessionsByIdentity } from './features/accounts/sessions.service.ts';
import { mailBrandOf } from './features/appearance/mail-brand.ts';
import { settleSkills } from './features/hiscores/skills.service.ts';
import { createIdentity } from './features/identity/create-identity.ts';
import { composeResetMail } from './features/identity/password-reset.service.ts';
import { createPaymentProvider } from './features/payments/payment-provider.ts';
import { openBrand } from './lib/brand.ts';
import { createLive } from './lib/data/live.ts';
import { messageOf } from './lib/describe-error.ts';
import { createMediaStore } from './lib/files/create-media-store.ts';
import { createMailQueue } from './lib/mail/mail-queue.ts';
import { createMailer } from './lib/mail/mailer.ts';

type Options = {
  onProblem?: (what: string, error?: unknown) => void;
  /** For commands on an existing site: nothing is created or migrated. */
  mustExist?: boolean;
};

type OpenDeps = Deps & { close(): Promise<void> };

export async function openDeps(
  config: Config,
  { onProblem = printProblem, mustExist = false }: Options = {},
): Promise<OpenDeps> {
  const database = await openDatabase({
    ...config,
    onWarning: onProblem,
    mustExist,
    // A server may be started together with its database, so it waits; a command does not.
    ...(!mustExist && { pauseWhileStarting: wait }),
  });
  try {
    return await openWith(database, { config, onProblem, mustExist });
  } catch (error) {
    // An open one would keep the process running.
    await database.close();
    throw error;
  }
}

async function openWith(
  database: Database,
  { config, onProblem, mustExist }: Required<Options> & { config: Config },
): Promise<OpenDeps> {
  const { db } = database;
  if (mustExist) {
    await assertLatestVersion(database);
  } else {
    await migrateToLatest(database);
    await settleSkills({ db, config, onProblem });
  }
  const live = await createLive(database, { gatherMs: config.hiscoresRefreshSeconds * 1000 });
  const brand = await openBrand({ db, live, config });
  const mailer = createMailer(config, () => mailBrandOf(brand.now()));
  const identity = createIdentity({
    config,
    db,
    brand,
    onPasswordReset: (uid, trx) => revokeSessionsByIdentity({ live }, trx, uid),
    onEmailVerified: (user, trx) =>
      recordEmailVerified({ live }, trx, { provider: 'embedded', ...user }),
    isKnownNetwork: ({ emailKey, ip }) => isKnownNetwork(db, { emailKey }, ip),
  });
  const mailQueue = createMailQueue(
    { config, db, mailer, onProblem },
    {
      composeReset: (user) => composeResetMail({ brand, config, db, onProblem }, user),
      composeConfirmation: (user) =>
        composeConfirmationMail({ brand, config, db, identity, live, onProblem }, user),
      composeNameClaim: (reservation) =>
        composeNameClaimMail({ brand, config, db, onProblem }, reservation),
    },
  );
  return {
    config,
    database,
    db,
    live,
    brand,
    mailer,
    mailQueue,
    media: createMediaStore(config),
    payments: createPaymentProvider({ config, db }),
    identity,
    onProblem,
    async close() {
      await mailQueue.close();
      mailer.close();
      brand.close();
      await live.close();
      await database.close();
    },
  };
}

/** For the command line: one line of text. */
function printProblem(what: string, error?: unknown): void {
  console.warn(error === undefined ? what : `${what} ${messageOf(error)}`);
}
