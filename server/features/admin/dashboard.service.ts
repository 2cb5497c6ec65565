import type { Deps } from '#server/deps.ts';
import { findBackupStatus } from '#server/features/backups/scheduled-backups.service.ts';
import { findDiscordTrouble } from '#server/features/discord/messages.service.ts';
import { findInboxFigures } from '#server/features/inbox/staff.service.ts';
import { findPaymentAttention } from '#server/features/payments/orders.service.ts';
import { countReportedNotes } from '#server/features/shop/gifts.service.ts';
import { findUndeliverableItems } from '#server/features/shop/purchases.service.ts';
import { findLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { findMailTrouble } from '#server/lib/mail/mail-queue.db.ts';
import type { MailTrouble } from '#server/lib/mail/mail-queue.db.ts';
import type { AdminCharts, AdminOverview, AttentionItem } from '#shared/endpoints/dashboard.ts';
import type { UnknownPayment } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission, Standing } from '#shared/rules/staff-permissions.ts';

import { findAuditEntries } from './audit.db.ts';
import { toEntry } from './audit.service.ts';
import * as dashboard from './dashboard.db.ts';
import { findRestoreReport } from './restore-report.service.ts';

const latestEntries = 8;

/** Which permission shows what. Everything else is for admins. */
const concernPermissions: Partial<Record<AttentionItem['kind'], StaffPermission>> = {
  'deliveries-failed': 'shop',
  'deliveries-impossible': 'shop',
  'gifts-reported': 'shop',
  'inbox-open': 'inbox',
  'server-stale': 'server',
  'saves-rejected': 'server',
};

export async function getOverview(
  { db, config, live }: Pick<Deps, 'db' | 'config' | 'live'>,
  caller: Standing & { id: number },
): Promise<AdminOverview> {
  const may = (permission: StaffPermission) => isAllowed(caller, [permission]);
  const { failedDeliveries, ...figures } = await dashboard.findFigures(db);
  const latest = await findAuditEntries(db, {}, { before: undefined, size: latestEntries });
  const ledgerCheck = await findLedgerCheck(db);
  const backup = await findBackupStatus({ db, config });
  const inbox = await findInboxFigures({ db, live }, caller);
  const findings = { failedDeliveries, ledgerCheck, backup, openThreads: inbox?.open ?? 0 };
  const concerns = await listAttentionItems(db, findings);
  const { players, newToday, staff, online, unclaimed } = figures;
  return {
    ...(may('players') && { players, newToday, staff }),
    ...(may('server') && { online }),
    ...(may('shop') && { unclaimed }),
    ...(inbox && { firstAnswerMinutes: inbox.firstAnswerMinutes }),
    concerns: concerns.filter(({ kind }) => {
      const permission = concernPermissions[kind];
      return isAllowed(caller, permission ? [permission] : []);
    }),
    ...(isAdmin(caller.userRights) && {
      books: ledgerCheck ? { at: ledgerCheck.at, isSound: ledgerCheck.isSound } : null,
      backup: { everyHours: backup.everyHours, last: backup.last },
      latest: latest.map(toEntry),
    }),
  };
}

function describeUnknownPayment(payment: UnknownPayment): string {
  const { id, sessionId, player, amount, currency } = payment;
  const by = player === null ? '' : ` by ${player}`;
  return `${formatAmount(amount, currency)}${by} in ${sessionId ?? id}`;
}

type Findings = {
  failedDeliveries: number;
  ledgerCheck: Awaited<ReturnType<typeof findLedgerCheck>>;
  backup: BackupStatus;
  openThreads: number;
};
type BackupStatus = Awaited<ReturnType<typeof findBackupStatus>>;

async function listAttentionItems(
  db: Deps['db'],
  { failedDeliveries, ledgerCheck, backup, openThreads }: Findings,
): Promise<AttentionItem[]> {
  const stale = await dashboard.findStaleServers(db);
  const rejected = await dashboard.findRejectedSaves(db);
  const jobs = await dashboard.findFailingJobs(db);
  const mails = await findMailTrouble(db);
  const { reviews, disputes, unknown, unknownPayments } = await findPaymentAttention(db);
  const impossible = await findUndeliverableItems(db);
  const restore = await findRestoreReport(db);
  const discord = await findDiscordTrouble(db);
  const broken = ledgerCheck?.rules.filter(({ breaches }) => breaches > 0) ?? [];
  const brokenRules = broken.map(({ name }) => name);
  const items: AttentionItem[] = [
    { ...toItem('site-restored', restore ? 1 : 0), ...(restore && { restore }) },
    toItem('deliveries-failed', failedDeliveries),
    toItem(
      'deliveries-impossible',
      impossible.reduce((sum, { purchases }) => sum + purchases, 0),
      impossible
        .slice(0, 3)
        .map(({ name }) => name)
        .join(', '),
    ),
    toItem('gifts-reported', await countReportedNotes(db)),
    toItem('inbox-open', openThreads),
    toItem('orders-review', reviews),
    toItem('disputes-open', disputes),
    toItem(
      'payments-unknown',
      unknown,
      unknownPayments.slice(0, 3).map(describeUnknownPayment).join(', '),
    ),
    toItem('ledger-wrong', broken.length, brokenRules.join(', ')),
    toItem('server-stale', stale.length, stale.join(', ')),
    toItem(
      'saves-rejected',
      rejected.reduce((sum, { count }) => sum + count, 0),
      rejected.map(({ name }) => name).join(', '),
    ),
    { ...toItem('job-failing', jobs.length), failures: jobs.map(withIsoDates) },
    toMailItem('mails-failed', mails.failed),
    toMailItem('mails-waiting', mails.waiting),
    toItem('discord-failed', discord.hooks.length, discord.hooks.join(', ')),
    toItem('discord-unknown', discord.unknown),
    toBackupItem(backup),
  ];
  return items.filter(({ count }) => count > 0);
}

function toItem(kind: AttentionItem['kind'], count: number, detail = ''): AttentionItem {
  return { kind, count, detail, failures: [] };
}

function toMailItem(kind: AttentionItem['kind'], trouble: MailTrouble | undefined): AttentionItem {
  if (!trouble) return toItem(kind, 0);
  const { count, since, lastError } = trouble;
  const failure = withIsoDates({ name: '', reason: lastError ?? '', since, lastAt: null });
  return { ...toItem(kind, count), failures: [failure] };
}

function toBackupItem({ failure, isOverdue }: BackupStatus): AttentionItem {
  if (!failure) return toItem('backup-overdue', isOverdue ? 1 : 0);
  return { ...toItem('backup-failed', failure.count), failures: [{ name: '', ...failure }] };
}

export async function getCharts(
  deps: Pick<Deps, 'db' | 'live'>,
  caller: Standing,
  days: number,
): Promise<AdminCharts> {
  const may = (permission: StaffPermission) => isAllowed(caller, [permission]);
  const off = await listFeaturesOff(deps);
  const rows = await dashboard.findDays(deps.db, days);
  return {
    days: rows.map(({ day }) => day),
    ...(may('players') && { registrations: rows.map(({ registrations }) => registrations) }),
    ...(may('server') && { online: rows.map(({ online }) => online) }),
    ...(isAdmin(caller.userRights) && {
      coinsSold: rows.map(({ coinsSold }) => coinsSold),
      coinsReturned: rows.map(({ coinsReturned }) => coinsReturned),
    }),
    ...(may('shop') &&
      !off.includes('shop') && { coinsSpent: rows.map(({ coinsSpent }) => coinsSpent) }),
    ...(may('polls') && !off.includes('polls') && { votes: rows.map(({ votes }) => votes) }),
  };
}
