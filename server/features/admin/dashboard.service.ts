import type { Deps } from '#server/deps.ts';
import { findPaymentAttention } from '#server/features/payments/orders.service.ts';
import { findLedgerCheck } from '#server/features/wallet/verify.service.ts';
import { findMailTrouble } from '#server/lib/mail-queue.db.ts';
import type { MailTrouble } from '#server/lib/mail-queue.db.ts';
import type { AdminCharts, AdminOverview, Concern } from '#shared/admin.ts';
import { formatAmount } from '#shared/payments.ts';
import type { UnknownPayment } from '#shared/payments.ts';

import { findAuditEntries } from './audit.db.ts';
import { toEntry } from './audit.service.ts';
import { findDays, findFailingJobs, findFigures, findStaleServers } from './dashboard.db.ts';

const latestEntries = 8;

export async function getOverview({ db }: Pick<Deps, 'db'>): Promise<AdminOverview> {
  const { failedDeliveries, ...figures } = await findFigures(db);
  const latest = await findAuditEntries(db, {}, { before: undefined, size: latestEntries });
  const books = await findLedgerCheck(db);
  return {
    players: figures.players,
    newToday: figures.newToday,
    online: figures.online,
    unclaimed: figures.unclaimed,
    staff: figures.staff,
    concerns: await listConcerns(db, { failedDeliveries, books }),
    books: books ? { at: books.at, isSound: books.isSound } : null,
    latest: latest.map(toEntry),
  };
}

function describeUnknownPayment({ id, sessionId, amount, currency }: UnknownPayment): string {
  return `${formatAmount(amount, currency)} in ${sessionId ?? id}`;
}

type Known = { failedDeliveries: number; books: Awaited<ReturnType<typeof findLedgerCheck>> };

async function listConcerns(
  db: Deps['db'],
  { failedDeliveries, books }: Known,
): Promise<Concern[]> {
  const silent = await findStaleServers(db);
  const jobs = await findFailingJobs(db);
  const mails = await findMailTrouble(db);
  const { reviews, disputes, unknown, unknownPayments } = await findPaymentAttention(db);
  const broken = books?.rules.filter(({ breaches }) => breaches > 0) ?? [];
  const names = broken.map(({ name }) => name);
  const concerns: Concern[] = [
    toConcern('deliveries-failed', failedDeliveries),
    toConcern('orders-review', reviews),
    toConcern('disputes-open', disputes),
    toConcern(
      'payments-unknown',
      unknown,
      unknownPayments.slice(0, 3).map(describeUnknownPayment).join(', '),
    ),
    toConcern('ledger-wrong', broken.length, names.join(', ')),
    toConcern('server-stale', silent.length, silent.join(', ')),
    { ...toConcern('job-failing', jobs.length), failures: jobs.map(toFailure) },
    toMailConcern('mails-failed', mails.failed),
    toMailConcern('mails-waiting', mails.waiting),
  ];
  return concerns.filter(({ count }) => count > 0);
}

function toConcern(kind: Concern['kind'], count: number, detail = ''): Concern {
  return { kind, count, detail, failures: [] };
}

function toMailConcern(kind: Concern['kind'], trouble: MailTrouble | undefined): Concern {
  if (!trouble) return toConcern(kind, 0);
  const { count, since, lastError } = trouble;
  const failure = toFailure({ name: '', reason: lastError ?? '', since, lastAt: null });
  return { ...toConcern(kind, count), failures: [failure] };
}

type FailureRow = { name: string; reason: string; since: Date; lastAt: Date | null };

function toFailure({ name, reason, since, lastAt }: FailureRow): Concern['failures'][number] {
  return { name, reason, since: since.toISOString(), lastAt: lastAt?.toISOString() ?? null };
}

export async function getCharts({ db }: Pick<Deps, 'db'>, days: number): Promise<AdminCharts> {
  const rows = await findDays(db, days);
  return {
    days: rows.map(({ day }) => day),
    registrations: rows.map(({ registrations }) => registrations),
    online: rows.map(({ online }) => online),
    coinsSold: rows.map(({ coinsSold }) => coinsSold),
    coinsSpent: rows.map(({ coinsSpent }) => coinsSpent),
    votes: rows.map(({ votes }) => votes),
  };
}
