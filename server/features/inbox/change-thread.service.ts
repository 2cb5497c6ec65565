import type { Trx } from '#server/db/schema.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import { AppError } from '#shared/errors.ts';

import { lockPlayerOf, lockThread } from './inbox.db.ts';
import type { ThreadRow } from './inbox.db.ts';
import { threadNotFound } from './inbox.service.ts';
import type { LiveDeps } from './inbox.service.ts';
import { canSeeThread } from './staff.db.ts';

/** Without a version the change is made whatever happened meanwhile. */
export type Version = { id: number; version?: number };
export type StaffCaller = { account: SessionAccount; actor: Actor };

/** One change of a thread by the staff; the player's open pages read it again. */
export async function changeThread(
  deps: LiveDeps,
  { account, actor }: StaffCaller,
  { id, version }: Version,
  work: (trx: Trx, thread: ThreadRow, audit: Parameters<Work<void>>[1]) => Promise<void>,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    await lockPlayerOf(trx, id);
    const thread = await lockThread(trx, id);
    if (!thread || !(await canSeeThread(trx, account, id))) throw threadNotFound();
    if (version !== undefined && version !== thread.version) {
      throw new AppError(
        'inbox/outdated',
        'This thread has changed meanwhile. Read what is new, then try again.',
      );
    }
    await work(trx, thread, audit);
    await deps.live.publish(trx, { topic: 'me', accountId: thread.accountId });
  });
}

export function alreadyDecided(): AppError {
  return new AppError('inbox/outdated', 'This appeal has been decided and stays closed.');
}
