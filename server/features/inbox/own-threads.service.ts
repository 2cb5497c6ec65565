import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findSanctionsInForce } from '#server/features/sanctions/sanctions.service.ts';
import { reportGiftNote } from '#server/features/shop/gifts.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { inboxLimits } from '#shared/endpoints/inbox.ts';
import type { NewMessage, NewThread, OwnThreadDetails, Support } from '#shared/endpoints/inbox.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import * as queries from './inbox.db.ts';
import {
  addMessage,
  assertNotBlocked,
  limitNetwork,
  publishThread,
  readMessages,
  threadNotFound,
} from './inbox.service.ts';
import type { LiveDeps } from './inbox.service.ts';
import { inboxSettings } from './inbox.settings.ts';
import { findRecord } from './records.db.ts';

export type Caller = { id: number; ip: string };

export async function getSupport(deps: LiveDeps, accountId: number): Promise<Support> {
  const { db } = deps;
  return {
    threads: (await queries.findOwnThreads(db, accountId)).map(withIsoDates),
    categories: (await getSetting(deps, inboxSettings)).categories,
    isBlocked: await queries.isBlocked(db, accountId),
    sanctions: (await findSanctionsInForce(db, accountId)).length,
  };
}

export async function getOwnThread(
  { db }: Pick<Deps, 'db'>,
  accountId: number,
  id: number,
): Promise<OwnThreadDetails> {
  const thread = await queries.findOwnThread(db, accountId, id);
  if (!thread) throw threadNotFound();
  const messages = await readMessages(db, id, { withNotes: false });
  return { ...withIsoDates(thread), messages };
}

export const threadsPerHour = 30;

export async function openThread(
  deps: LiveDeps,
  { id: accountId, ip }: Caller,
  { about, category, subject, ...message }: NewThread,
): Promise<{ id: number }> {
  await limitNetwork(deps, ip, { what: 'threads', max: threadsPerHour });
  const { categories } = await getSetting(deps, inboxSettings);
  if (!about && !categories.includes(category)) {
    throw invalidField('category', 'Choose one of the categories.');
  }
  if (!about && subject === '') throw invalidField('subject', 'Enter a subject.');
  return transaction(deps.db, async (trx) => {
    await queries.lockPlayer(trx, accountId);
    await assertNotBlocked(trx, accountId);
    const id = about
      ? await findOrInsertThreadAbout(deps, trx, { accountId, ...about })
      : await insertThread(trx, { account_id: accountId, kind: 'question', category, subject });
    await addMessage(trx, id, { id: accountId, isStaff: false }, message);
    await queries.recordMessage(trx, id, { isStaff: false, state: 'open' });
    await publishThread(deps, trx, accountId);
    return { id };
  });
}

type About = NonNullable<NewThread['about']> & { accountId: number };

async function findOrInsertThreadAbout(deps: LiveDeps, trx: Trx, about: About): Promise<number> {
  const { accountId, kind } = about;
  const record = await findRecord(trx, about);
  if (!record) throw new AppError('request/not-found', missing[kind]);
  if (kind === 'gift') {
    await reportGiftNote({ db: trx, live: deps.live }, accountId, Number(record.id));
  }
  const open = await queries.findOpenThreadAbout(trx, { ...about, id: record.id });
  if (open !== undefined) return open;
  return insertThread(trx, {
    account_id: accountId,
    kind: kind === 'purchase' || kind === 'order' ? 'help' : 'report',
    subject: record.subject,
    about_kind: kind,
    about_id: record.id,
  });
}

const missing = {
  player: 'There is no account by that name. Check the name and try again.',
  event: 'This event no longer exists. Ask a question instead.',
  gift: 'You got no gift with a note by this number. Choose it in your wallet.',
  purchase: 'You have no purchase by this number. Choose it in your wallet.',
  order: 'You have no top-up by this number. Choose it in your wallet.',
};

async function insertThread(
  trx: Trx,
  thread: Parameters<typeof queries.insertThread>[1],
): Promise<number> {
  await assertFewOpen(trx, thread.account_id);
  return queries.insertThread(trx, thread);
}

async function assertFewOpen(trx: Trx, accountId: number): Promise<void> {
  if ((await queries.countActive(trx, accountId)) < inboxLimits.open) return;
  throw new AppError(
    'inbox/too-many',
    `You have ${inboxLimits.open} threads that are not closed. Write in one of them, or wait for an answer.`,
  );
}

/** In any thread of the player, or only in appeals. */
export async function replyToThread(
  deps: LiveDeps,
  accountId: number,
  { id, isAppeal, ...message }: NewMessage & { id: number; isAppeal?: true },
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await queries.lockPlayer(trx, accountId);
    const thread = await queries.lockThread(trx, id);
    if (thread?.accountId !== accountId) throw threadNotFound();
    if (isAppeal && thread.kind !== 'appeal') throw threadNotFound();
    await assertNotBlocked(trx, accountId);
    if (thread.isAccepted !== null) {
      throw new AppError(
        'inbox/appeal-not-possible',
        'This appeal has been decided. The page for appeals says whether you can appeal again.',
      );
    }
    if (thread.state === 'closed') {
      await assertFewOpen(trx, accountId);
      await assertCanOpen(trx, thread);
    }
    await addMessage(trx, id, { id: accountId, isStaff: false }, message);
    await queries.recordMessage(trx, id, { isStaff: false, state: 'open' });
    await publishThread(deps, trx, accountId);
  });
}

/** A player has one open thread about a record. */
export async function assertCanOpen(trx: Trx, thread: queries.ThreadRow): Promise<void> {
  const { accountId, aboutKind: kind, aboutId: id } = thread;
  if (!kind || id === null) return;
  const open = await queries.findOpenThreadAbout(trx, { accountId, kind, id });
  if (open === undefined || open === thread.id) return;
  throw new AppError(
    'inbox/outdated',
    'There is a newer thread about the same. Open that one and write there.',
  );
}

export async function markThreadRead(
  { db, live }: LiveDeps,
  accountId: number,
  id: number,
): Promise<void> {
  if (!(await queries.markReadByPlayer(db, accountId, id))) throw threadNotFound();
  await live.publish(db, { topic: 'me', accountId });
}
