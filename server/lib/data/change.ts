import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { LiveTopic } from '#shared/pages.ts';

import { recordAudit } from './audit.ts';
import type { Actor, AuditedAction } from './audit.ts';
import type { Live } from './live.ts';

export type Work<T> = (trx: Trx, audit: Audit) => Promise<T>;

/** `action` is feature/what-happened, such as polls/created. */
type Audit = (
  action: string,
  subject: string | number,
  values?: Pick<AuditedAction, 'before' | 'after'>,
) => void;

/** One transaction with its audit entries, then live messages. Work that audits nothing publishes nothing. */
export function change<T>(
  { db, live }: { db: Db; live: Live },
  actor: Actor,
  topics: LiveTopic | readonly LiveTopic[],
  work: Work<T>,
): Promise<T> {
  return transaction(db, async (trx) => {
    const entries: AuditedAction[] = [];
    const result = await work(trx, (action, subject, values) => {
      entries.push({ actor, action, subject: String(subject), ...values });
    });
    for (const entry of entries) await recordAudit(trx, entry);
    if (entries.length > 0) {
      for (const topic of [topics].flat()) await live.publish(trx, { topic });
    }
    return result;
  });
}
