import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Day, Id, Moment, optionalText } from '../schemas.ts';

const endpoint = endpointsOf('Admin');

export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditEntry = z.object({
  id: z.int(),
  at: Moment,
  actor: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.nullable(z.string()),
});

export type AuditFilter = z.infer<typeof AuditFilter>;
export const AuditFilter = z.object({
  actor: optionalText(40),
  /** One action such as `news/published`, or all actions of a feature: `news`. */
  action: optionalText(60),
  /** Exact subject of the action; a username for players. */
  subject: optionalText(100),
  /** A username: everything about that player, including top-ups, purchases and deliveries. */
  player: optionalText(40),
  /** UTC days, both inclusive. */
  from: z.optional(Day),
  to: z.optional(Day),
});

export const auditPageSize = 50;

export const listAudit = endpoint('GET /api/admin/audit', {
  summary: 'Admin actions: who, what, before, after, when and from where. Newest first.',
  query: z.extend(AuditFilter, { before: z.optional(Id) }),
  response: z.object({ entries: z.array(AuditEntry), next: z.nullable(z.string()) }),
});

export const listAuditActions = endpoint('GET /api/admin/audit/actions', {
  summary: 'All kinds of action in the log.',
  response: z.array(z.string()),
});

export const auditCsvPath = '/api/admin/audit.csv';

export const downloadAudit = endpoint(`GET ${auditCsvPath}`, {
  summary: 'The log as CSV, with the same filter.',
  query: AuditFilter,
  response: z.string(),
  contentType: 'text/csv',
});
