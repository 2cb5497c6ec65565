import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

import type { Job } from './jobs.ts';
import { retentionDays } from './retention.ts';

/** Who did it: an account, or the command line when `id` is null. */
export type Actor = { id: number | null; name: string; ip: string | null };

export type AuditedAction = {
  actor: Actor;
  /** feature/what-happened, such as accounts/rights-changed. */
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

export function actorOf(account: { id: number; username: string }, request: { ip: string }): Actor {
  return { id: account.id, name: account.username, ip: request.ip };
}

export const commandLine: Actor = { id: null, name: 'command line', ip: null };

/** Call it in the transaction of the change, so that both are committed or neither. */
export async function recordAudit(db: Db, entry: AuditedAction): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      ip: entry.actor.ip,
      action: entry.action,
      subject: entry.subject,
      before: toJson(entry.before),
      after: toJson(entry.after),
    })
    .execute();
}

/** Who did this to each of the subjects, by subject. */
export async function findActorsOf(
  db: Db,
  { action, subjects }: { action: string; subjects: string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['subject', 'actor_name as name'])
    .where('subject', '=', sql<string>`any(${subjects}::text[])`)
    .where('action', '=', action)
    .execute();
  return new Map(rows.map(({ subject, name }) => [subject ?? '', name ?? '']));
}

export function auditJobs(db: Db): Job[] {
  return [{ name: 'audit/forget-addresses', everySeconds: 3600, run: () => forgetAddresses(db) }];
}

const forgottenAtOnce = 1000;

/** In small steps, because each one blocks the embedded engine's only connection. */
export async function forgetAddresses(db: Db): Promise<void> {
  const days = retentionDays.auditAddress;
  const forgetSome = async () => {
    const { numAffectedRows = 0n } = await sql`
      update audit_log set ip = null where id = any (array(
        select id from audit_log
        where ip is not null and at < now() - make_interval(days => ${days})
        order by at limit ${forgottenAtOnce}))`.execute(db);
    return Number(numAffectedRows);
  };
  while ((await forgetSome()) === forgottenAtOnce);
}

type Fields = Record<string, unknown>;

/** Logs only changed fields, so that fixing a comma does not store a whole text twice. */
export function findChanges(
  before: Fields,
  after: Fields,
  alwaysLogged: string[] = [],
): { before: Fields; after: Fields } {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (from: Fields) =>
    Object.fromEntries([...alwaysLogged, ...changed].map((key) => [key, from[key]]));
  return { before: pick(before), after: pick(after) };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value, replaceLoneSurrogates);
}

/** The database rejects JSON with a lone surrogate, which a JavaScript string may contain. */
function replaceLoneSurrogates(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}
