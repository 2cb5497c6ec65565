import type { Migration } from 'kysely';

import * as foundation from './0001_foundation.ts';
import * as identity from './0002_identity.ts';
import * as accounts from './0003_accounts.ts';
import * as news from './0004_news.ts';
import * as events from './0005_events.ts';
import * as hiscores from './0006_hiscores.ts';
import * as polls from './0007_polls.ts';
import * as wallet from './0008_wallet.ts';
import * as purchases from './0009_purchases.ts';
import * as sanctions from './0010_sanctions.ts';
import * as payments from './0011_payments.ts';
import * as shop from './0012_shop.ts';
import * as bridge from './0013_bridge.ts';
import * as admin from './0014_admin.ts';
import * as sessionEnds from './0015_session_ends.ts';
import * as mails from './0016_mails.ts';
import * as paymentChecks from './0017_payment_checks.ts';
import * as emailConfirmation from './0018_email_confirmation.ts';

/**
 * Listed explicitly, so that the bundle contains them. Forward-only and never edited once released;
 * checksums.ts has the hash of each.
 */
export const migrations: Record<string, Migration> = {
  '0001_foundation': foundation,
  '0002_identity': identity,
  '0003_accounts': accounts,
  '0004_news': news,
  '0005_events': events,
  '0006_hiscores': hiscores,
  '0007_polls': polls,
  '0008_wallet': wallet,
  '0009_purchases': purchases,
  '0010_sanctions': sanctions,
  '0011_payments': payments,
  '0012_shop': shop,
  '0013_bridge': bridge,
  '0014_admin': admin,
  '0015_session_ends': sessionEnds,
  '0016_mails': mails,
  '0017_payment_checks': paymentChecks,
  '0018_email_confirmation': emailConfirmation,
};
