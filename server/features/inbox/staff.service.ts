import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import { isOn } from '#server/lib/data/feature-switches.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { NewMessage, Thread, ThreadQuery } from '#shared/endpoints/inbox.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { priorities } from '#shared/rules/inbox.ts';
import type { Priority, ThreadState } from '#shared/rules/inbox.ts';
import { canActOn, isAllowed } from '#shared/rules/staff-permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findRefusal } from './appeals.service.ts';
import * as queries from './inbox.db.ts';
import type { ThreadRow } from './inbox.db.ts';
import {
  addMessage,
  alreadyDecided,
  changeThread,
  mailAnswer,
  readMessages,
  threadNotFound,
} from './inbox.service.ts';
import type { InboxDeps, LiveDeps, StaffCaller } from './inbox.service.ts';
import { assertCanOpen } from './own-threads.service.ts';
import * as reads from './staff.db.ts';

const pageSize = 25;

export async function listThreads(
  { db }: Pick<Deps, 'db'>,
  caller: SessionAccount,
  { page, ...filter }: ThreadQuery,
) {
  const threads = await reads.listThreads(db, caller, filter, rowsOf(page, pageSize));
  const total = await reads.countThreads(db, caller, filter);
  return { threads: threads.map(toListed), ...pagingOf(page, pageSize, total) };
}

function toListed<Row extends { priority: number }>({ priority, ...row }: Row) {
  return { ...withIsoDates(row), priority: priorities[priority] ?? ('normal' as const) };
}

/** Undefined for those who may not read the inbox, and while it is off. */
export async function findInboxFigures(deps: LiveDeps, caller: Standing & { id: number }) {
  if (!isAllowed(caller, ['inbox']) || !(await isOn(deps, 'inbox'))) return undefined;
  return {
    open: await reads.countThreads(deps.db, caller, { state: 'open' }),
    firstAnswerMinutes: await reads.findFirstAnswerMinutes(deps.db),
  };
}

export async function getThread(
  { db }: Pick<Deps, 'db'>,
  caller: SessionAccount,
  id: number,
): Promise<Thread> {
  const thread = await queries.findThread(db, id);
  if (!thread || !(await reads.canSeeThread(db, caller, id))) throw threadNotFound();
  const { aboutKind: kind, aboutName, sanctionId } = thread;
  const sanction = sanctionId === null ? undefined : await reads.findSanction(db, sanctionId);
  const others = await reads.findOtherThreads(db, caller, thread);
  return {
    ...toListed(thread),
    messages: await readMessages(db, id, { withNotes: true }),
    about: kind ? { kind, id: aboutName ?? '' } : null,
    sanction: sanction ? withIsoDates(sanction) : null,
    refusal: await findRefusal(db, caller, thread),
    isBlocked: await queries.isBlocked(db, thread.accountId),
    others: others.map(withIsoDates),
    staff: (await findAssignable(db, thread)).map(({ username }) => username),
  };
}

/** Not the player, and not who is reported. */
async function findAssignable(db: Deps['db'], thread: ThreadRow) {
  const { kind, userRights, accountId, aboutKind, aboutId } = thread;
  const staff = await reads.findStaff(db, { appealOf: kind === 'appeal' ? userRights : null });
  const reported = aboutKind === 'player' ? aboutId : null;
  return staff.filter(({ id }) => id !== accountId && String(id) !== reported);
}

export async function markThreadSeen(
  { db, live }: LiveDeps,
  caller: SessionAccount,
  id: number,
): Promise<void> {
  if (!(await reads.canSeeThread(db, caller, id))) throw threadNotFound();
  await reads.markSeen(db, id);
  await live.publish(db, { topic: 'admin' });
}

type NewAnswer = NewMessage & { id: number; version: number; isNote: boolean; close: boolean };

/** A note is for the staff only: it needs no version, changes no state and sends no email. */
export async function answerThread(
  deps: InboxDeps,
  caller: StaffCaller,
  { id, version, isNote, close, ...message }: NewAnswer,
): Promise<void> {
  const checked = isNote ? { id } : { id, version };
  const state = close ? 'closed' : 'waiting';
  await changeThread(deps, caller, checked, async (trx, thread, audit) => {
    if (!isNote) await assertCanChange(trx, thread, state);
    await addMessage(trx, id, { id: caller.account.id, isStaff: true, isNote }, message);
    audit(isNote ? 'inbox/note-added' : 'inbox/answered', id);
    if (isNote) return;
    await queries.recordMessage(trx, id, { isStaff: true, state });
    await mailAnswer(deps, trx, thread);
  });
}

/** Only a decision closes an appeal, and nothing opens it again. */
async function assertCanChange(trx: Trx, thread: ThreadRow, state: ThreadState): Promise<void> {
  if (thread.isAccepted !== null) throw alreadyDecided();
  if (thread.kind === 'appeal' && state === 'closed') {
    throw invalidField('state', 'Accept or refuse the appeal, which closes it.');
  }
  if (thread.state === 'closed' && state !== 'closed') await assertCanOpen(trx, thread);
}

type ThreadChange = {
  id: number;
  version: number;
  state?: ThreadState | undefined;
  priority?: Priority | undefined;
  assignee?: string | null | undefined;
};

export async function updateThread(
  deps: LiveDeps,
  caller: StaffCaller,
  { id, version, ...wanted }: ThreadChange,
): Promise<void> {
  const { state, priority, assignee } = wanted;
  await changeThread(deps, caller, { id, version }, async (trx, thread, audit) => {
    if (state && state !== thread.state) {
      await assertCanChange(trx, thread, state);
      await queries.setState(trx, id, state);
    }
    if (priority) await queries.updateThread(trx, id, { priority: priorities.indexOf(priority) });
    if (assignee !== undefined) {
      const assigneeId = assignee === null ? null : await getAssignee(trx, thread, assignee);
      await queries.updateThread(trx, id, { assignee_id: assigneeId });
    }
    const before = {
      state: thread.state,
      priority: priorities[thread.priority],
      assignee: thread.assignee,
    };
    audit('inbox/changed', id, findChanges(before, wanted));
  });
}

async function getAssignee(trx: Trx, thread: ThreadRow, name: string): Promise<number> {
  const staff = await findAssignable(trx, thread);
  const found = staff.find(({ username }) => toUsernameKey(username) === toUsernameKey(name));
  if (found) return found.id;
  throw invalidField('assignee', 'Choose someone who may read this thread.');
}

/** Appeals stay as they are: each belongs to its sanction. */
export async function mergeThread(
  deps: LiveDeps,
  caller: StaffCaller,
  { id, version, into }: { id: number; version: number; into: number },
): Promise<void> {
  await changeThread(deps, caller, { id, version }, async (trx, thread, audit) => {
    const target = await queries.lockThread(trx, into);
    const isVisible = target && (await reads.canSeeThread(trx, caller.account, into));
    if (!isVisible || target.accountId !== thread.accountId || into === id) {
      throw invalidField('into', 'Choose another thread of the same player.');
    }
    if (thread.kind === 'appeal' || target.kind === 'appeal') {
      throw invalidField('into', 'Appeals cannot be merged.');
    }
    if (target.state === 'closed') {
      throw invalidField('into', 'That thread is closed. Reopen it first.');
    }
    await queries.moveMessages(trx, id, into);
    const text = `This thread goes on in “${target.subject}” (thread ${into}).`;
    await addMessage(trx, id, { id: caller.account.id, isStaff: true }, { text });
    await queries.setState(trx, id, 'closed');
    audit('inbox/merged', id, { after: { into } });
  });
}

export async function blockFromInbox(
  deps: LiveDeps,
  caller: StaffCaller,
  { id, isBlocked }: { id: number; isBlocked: boolean },
): Promise<void> {
  await changeThread(
    deps,
    caller,
    { id },
    async (trx, { accountId, userRights, player }, audit) => {
      if (!canActOn(caller.account.userRights, userRights)) {
        throw new AppError(
          'access/higher-rank',
          'You can do this only to players with lower rights than yours.',
        );
      }
      await queries.setBlocked(trx, accountId, { isBlocked, by: caller.actor.name });
      audit(isBlocked ? 'inbox/blocked' : 'inbox/unblocked', id, { after: { player } });
    },
  );
}
