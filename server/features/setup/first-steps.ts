import { hasEmbeddedDatabase } from '#server/db/embedded.ts';
import type { Deps } from '#server/deps.ts';
import { outboxFolder } from '#server/lib/mail/mail-outbox.ts';

import { countAccounts } from './setup.db.ts';

/** Lists what is still missing on a site that is not a demo, one line each, for the log at startup. */
export async function listFirstSteps({
  db,
  config,
  payments,
}: Pick<Deps, 'db' | 'config' | 'payments'>): Promise<string[]> {
  if (config.demo) return [];
  const { accounts, admins } = await countAccounts(db);
  const steps: string[] = [];
  if (config.databaseUrl && accounts === 0 && hasEmbeddedDatabase(config.dataDir)) {
    steps.push(
      `DATABASE_URL is set, so this site starts empty; the database in ${config.dataDir} is not used.`,
    );
  }
  if (admins === 0) {
    steps.push('There is no admin yet. Open the setup link, or run: npm run admin -- create-admin');
  }
  if (!config.smtpUrl) {
    steps.push(`SMTP_URL is not set: emails are only written to ${outboxFolder(config)}.`);
  }
  if (!config.isOwnContact) {
    steps.push(
      `CONTACT_EMAIL is not set: pages and emails name ${config.contactEmail}. Set it to an address that you read.`,
    );
  }
  if (payments.mode === 'test' && payments.isSelling)
    steps.push('Payments accept test cards, so coins are free.');
  return steps;
}
