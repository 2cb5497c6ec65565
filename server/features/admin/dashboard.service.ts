import type { Deps } from '#server/deps.ts';
import { findPaymentAttention } from '#server/features/payments/orders.service.ts';
import { findLedgerCheck } from '#server/features/wallet/verify.service.ts';
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
  const silent = await findStaleServers(db);
  const jobs = await findFailingJobs(db);
  const { reviews, disputes, unknown, unknownPayments } = await findPaymentAttention(db);
  const books = await findLedgerCheck(db);
  const broken = books?.rules.filter(({ breaches }) => breaches > 0) ?? [];
  const concerns: Concern[] = [
    { kind: 'deliveries-failed', count: failedDeliveries, detail: '' },
    { kind: 'orders-review', count: reviews, detail: '' },
    { kind: 'disputes-open', count: disputes, detail: '' },
    {
      kind: 'payments-unknown',
      count: unknown,
      detail: unknownPayments.slice(0, 3).map(describeUnknownPayment).join(', '),
    },
    {
      kind: 'ledger-wrong',
      count: broken.length,
      detail: broken.map(({ name }) => name).join(', '),
    },
    { kind: 'server-stale', count: silent.length, detail: silent.join(', ') },
    { kind: 'job-failing', count: jobs.length, detail: jobs.join(', ') },
  ];
  return {
    players: figures.players,
    newToday: figures.newToday,
    online: figures.online,
    unclaimed: figures.unclaimed,
    staff: figures.staff,
    concerns: concerns.filter(({ count }) => count > 0),
    books: books ? { at: books.at, isSound: books.isSound } : null,
    latest: latest.map(toEntry),
  };
}

function describeUnknownPayment({ id, sessionId, amount, currency }: UnknownPayment): string {
  return `${formatAmount(amount, currency)} in ${sessionId ?? id}`;
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
