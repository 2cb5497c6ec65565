import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { staffPermissions } from '../rules/staff-permissions.ts';
import { Moment } from '../schemas.ts';
import { AuditEntry } from './audit.ts';

const endpoint = endpointsOf('Admin');

/** The result of `restore`, until an admin dismisses it. */
export type RestoreReport = z.infer<typeof RestoreReport>;
export const RestoreReport = z.object({
  at: Moment,
  backup: z.string(),
  madeAt: Moment,
  /** Deletions since the backup that were asked for, carried out and withdrawn. */
  leaving: z.int(),
  erased: z.int(),
  staying: z.int(),
  renamed: z.int(),
  /** Names of players who are not in the backup. */
  reserved: z.int(),
  /** Renames since the backup to names that other players have in it. */
  notRenamed: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type AttentionItem = z.infer<typeof AttentionItem>;
export const AttentionItem = z.object({
  kind: z.enum([
    'deliveries-failed',
    'deliveries-impossible',
    'gifts-reported',
    'inbox-open',
    'orders-review',
    'disputes-open',
    'payments-unknown',
    'server-stale',
    'saves-rejected',
    'ledger-wrong',
    'job-failing',
    'mails-failed',
    'mails-waiting',
    'discord-failed',
    'discord-unknown',
    'backup-failed',
    'backup-overdue',
    'site-restored',
  ]),
  count: z.int(),
  /** Names of what is affected, for example the game servers that stopped reporting. */
  detail: z.string(),
  /** One entry per job; a single entry for all emails, and for backups. */
  failures: z.array(
    z.object({
      name: z.string(),
      /** Error of the last attempt. */
      reason: z.string(),
      since: Moment,
      lastAt: z.nullable(Moment),
    }),
  ),
  restore: z.optional(RestoreReport),
});

export type AdminOverview = z.infer<typeof AdminOverview>;
export const AdminOverview = z.object({
  players: z.optional(z.int()),
  newToday: z.optional(z.int()),
  /** Null: no game server has reported yet. */
  online: z.optional(z.nullable(z.int())),
  unclaimed: z.optional(z.int()),
  staff: z.optional(z.int()),
  concerns: z.array(AttentionItem),
  /** Minutes until the first answer in the inbox, the median of 30 days; null: none was answered. */
  firstAnswerMinutes: z.optional(z.nullable(z.int())),
  /** The last ledger check; null before the first. */
  books: z.optional(z.nullable(z.object({ at: Moment, isSound: z.boolean() }))),
  /** Backups that the site makes by itself. */
  backup: z.optional(
    z.object({
      /** 0: none are scheduled. */
      everyHours: z.int(),
      /** `place` is a folder, or "the bucket …". */
      last: z.nullable(z.object({ at: Moment, bytes: z.int(), place: z.string() })),
    }),
  ),
  latest: z.optional(z.array(AuditEntry)),
});

export const getOverview = endpoint('GET /api/admin/overview', {
  permissions: staffPermissions,
  summary:
    'Current figures, what needs attention and the latest admin actions; without what the caller may not see.',
  response: AdminOverview,
});

export const dismissRestoreReport = endpoint('DELETE /api/admin/restore-report', {
  summary: 'Take the report of the last restore off the dashboard.',
});

export const chartRanges = [7, 30, 90] as const;
export type ChartRange = (typeof chartRanges)[number];

export type AdminCharts = z.infer<typeof AdminCharts>;
export const AdminCharts = z.object({
  /** Start of each UTC day in Unix seconds, ascending. */
  days: z.array(z.int()),
  registrations: z.optional(z.array(z.int())),
  /** Most players at once; null for days without a report. */
  online: z.optional(z.array(z.nullable(z.int()))),
  coinsSold: z.optional(z.array(z.int())),
  /** Taken back for refunded and disputed payments. */
  coinsReturned: z.optional(z.array(z.int())),
  coinsSpent: z.optional(z.array(z.int())),
  votes: z.optional(z.array(z.int())),
});

export const getCharts = endpoint('GET /api/admin/charts', {
  permissions: staffPermissions,
  summary:
    'Registrations, players online, coins sold, returned and spent, and votes per day; without what the caller may not see.',
  query: z.object({ days: z.enum(['7', '30', '90']) }),
  response: AdminCharts,
});
