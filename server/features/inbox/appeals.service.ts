import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  findSanctionsInForce,
  liftSanction,
} from '#server/features/sanctions/sanctions.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { Appeals, NewMessage } from '#shared/endpoints/inbox.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import * as queries from './inbox.db.ts';
import {
  addMessage,
  alreadyDecided,
  assertNotBlocked,
  changeThread,
  limitNetwork,
  mailAnswer,
  publishThread,
  readMessages,
} from './inbox.service.ts';
import type { InboxDeps, LiveDeps, StaffCaller, Version } from './inbox.service.ts';
import { inboxSettings } from './inbox.settings.ts';
import { threadsPerHour } from './own-threads.service.ts';
import type { Caller } from './own-threads.service.ts';
import { findSanction, findStaff, hasIssued } from './staff.db.ts';

/**
 * A sanction has at most one open appeal. A decision closes it for good; after a refusal the player can appeal again
 * when the owner's days have passed. Accepting lifts the sanction in the same transaction.
 */
export async function getAppeals(deps: LiveDeps, accountId: number): Promise<Appeals> {
  const { db } = deps;
  const { appealDays } = await getSetting(deps, inboxSettings);
  const sanctions: Appeals['sanctions'] = [];
  for (const sanction of await findSanctionsInForce(db, accountId)) {
    const appeal = await queries.findLatestAppeal(db, accountId, sanction.id);
    const messages = appeal && (await readMessages(db, appeal.id, { withNotes: false }));
    sanctions.push({
      ...withIsoDates(sanction),
      appeal: appeal && messages ? { ...withIsoDates(appeal), messages } : null,
      canAppealFrom: findAppealStart(sanction, appeal, appealDays)?.toISOString() ?? null,
    });
  }
  return { isBlocked: await queries.isBlocked(db, accountId), sanctions };
}

type Appeal = Awaited<ReturnType<typeof queries.findLatestAppeal>>;

function findAppealStart(
  { issuedAt }: { issuedAt: Date },
  appeal: Appeal,
  appealDays: number,
): Date | undefined {
  if (!appeal) return issuedAt;
  if (!appeal.decidedAt || appealDays === 0) return undefined;
  return new Date(appeal.decidedAt.getTime() + appealDays * 86_400_000);
}

export async function openAppeal(
  deps: LiveDeps,
  { id: accountId, ip }: Caller,
  { sanctionId, ...message }: NewMessage & { sanctionId: number },
): Promise<{ id: number }> {
  await limitNetwork(deps, ip, { what: 'threads', max: threadsPerHour });
  const { appealDays } = await getSetting(deps, inboxSettings);
  return transaction(deps.db, async (trx) => {
    await queries.lockPlayer(trx, accountId);
    await assertNotBlocked(trx, accountId);
    const sanctions = await findSanctionsInForce(trx, accountId);
    const sanction = sanctions.find(({ id }) => id === sanctionId);
    if (!sanction) throw notPossible('This sanction is no longer in force. Reload the page.');
    const latest = await queries.findLatestAppeal(trx, accountId, sanctionId);
    const start = findAppealStart(sanction, latest, appealDays);
    if (!start) throw notPossible('You have already appealed this. Read the answer on this page.');
    if (start.getTime() > Date.now()) {
      throw notPossible(`You can appeal again on ${start.toISOString().slice(0, 10)}.`);
    }
    const id = await queries.insertThread(trx, {
      account_id: accountId,
      kind: 'appeal',
      subject: `Appeal of a ${sanction.kind}`,
      sanction_id: sanctionId,
    });
    await addMessage(trx, id, { id: accountId, isStaff: false }, message);
    await publishThread(deps, trx, accountId);
    return { id };
  });
}

function notPossible(text: string): AppError {
  return new AppError('inbox/appeal-not-possible', text);
}

type Decision = Version & { isAccepted: boolean; reason: string };

export async function decideAppeal(
  deps: InboxDeps,
  { account, actor }: StaffCaller,
  { isAccepted, reason, ...version }: Decision,
): Promise<void> {
  if (!isAccepted && reason === '') {
    throw invalidField('reason', 'Enter a reason, which the player reads.');
  }
  await changeThread(deps, { account, actor }, version, async (trx, thread, audit) => {
    const { id, accountId } = thread;
    if (thread.kind !== 'appeal') throw notPossible('This thread is not an appeal.');
    if (thread.isAccepted !== null) throw alreadyDecided();
    const refusal = await findRefusal(trx, account, thread);
    if (refusal !== null) throw new AppError('inbox/may-not-decide', refusal);
    const sanction = thread.sanctionId && (await findSanction(trx, thread.sanctionId));
    if (sanction && isAccepted) {
      const { id: sanctionId, kind } = sanction;
      const lift = { id: sanctionId, accountId, kind, liftedBy: actor.name, actor };
      await liftSanction(deps, trx, lift);
    }
    if (reason) await addMessage(trx, id, { id: account.id, isStaff: true }, { text: reason });
    await queries.recordMessage(trx, id, { isStaff: true, state: 'closed' });
    const decision = { is_accepted: isAccepted, decided_at: new Date(), decided_by: actor.name };
    await queries.updateThread(trx, id, decision);
    await mailAnswer(deps, trx, thread, { isAccepted });
    audit(isAccepted ? 'inbox/appeal-accepted' : 'inbox/appeal-refused', id, {
      after: { player: thread.player, sanction: sanction ? sanction.kind : 'none' },
    });
  });
}

/** Why the caller may not decide. `isVisibleTo` has refused those who may not sanction this player. */
export async function findRefusal(
  db: Db,
  caller: SessionAccount,
  thread: queries.ThreadRow,
): Promise<string | null> {
  if (thread.kind !== 'appeal' || thread.isAccepted !== null) return null;
  if (thread.accountId === caller.id) {
    return 'This is your own appeal. Ask another admin to decide about it.';
  }
  const sanction = thread.sanctionId && (await findSanction(db, thread.sanctionId));
  if (!sanction || !(await hasIssued(db, caller, sanction))) return null;
  const staff = await findStaff(db, { appealOf: thread.userRights });
  const others = staff.filter(({ id }) => id !== caller.id && id !== thread.accountId);
  if (others.length === 0) return null;
  return 'You gave this sanction. Ask another member of the staff to decide about the appeal.';
}
