import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import {
  deletePrivatePictures,
  pictureOf,
  storePrivatePicture,
} from '#server/features/media/media.service.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { Work } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting, setSetting } from '#server/lib/data/settings.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { enforceLimit } from '#server/lib/requests/rate-limit.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { InboxSettings, NewMessage, ThreadMessage } from '#shared/endpoints/inbox.ts';
import { readPictureUrl } from '#shared/endpoints/media.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import * as queries from './inbox.db.ts';
import { inboxSettings } from './inbox.settings.ts';
import { canSeeThread } from './staff.db.ts';

/**
 * Threads between a player and the staff. Every change of a thread locks its player's account first, so the changes of
 * one player's threads queue up. Answers and decisions of the staff name the version that they were made for: a
 * message of the player, an answer, a decision, a merge or a new state raises it.
 */
export type InboxDeps = Pick<Deps, 'brand' | 'config' | 'db' | 'live' | 'mailQueue' | 'onProblem'>;
export type LiveDeps = Pick<Deps, 'db' | 'live'>;

export function threadNotFound(): AppError {
  return new AppError('inbox/not-found', 'This thread does not exist. Go back to the list.');
}

export async function assertNotBlocked(db: Db, accountId: number): Promise<void> {
  if (!(await queries.isBlocked(db, accountId))) return;
  throw new AppError(
    'inbox/blocked',
    'The staff has blocked you from writing here. You can still read what was written.',
  );
}

export async function limitNetwork(
  { db }: Pick<Deps, 'db'>,
  ip: string,
  { what, max }: { what: string; max: number },
): Promise<void> {
  await enforceLimit(db, `inbox ${what} by network ${networkOf(ip)}`, { max, seconds: 3600 });
}

/** Without a version the change is made whatever happened meanwhile. */
export type Version = { id: number; version?: number };
export type StaffCaller = { account: SessionAccount; actor: Actor };

/** One change of a thread by the staff; the player's open pages read it again. */
export async function changeThread(
  deps: LiveDeps,
  { account, actor }: StaffCaller,
  { id, version }: Version,
  work: (trx: Trx, thread: queries.ThreadRow, audit: Parameters<Work<void>>[1]) => Promise<void>,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    await queries.lockPlayerOf(trx, id);
    const thread = await queries.lockThread(trx, id);
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

type Author = { id: number; isStaff: boolean; isNote?: boolean };

/** Plain text, which pages show as text. */
export async function addMessage(
  trx: Trx,
  threadId: number,
  author: Author,
  { text, pictures = [] }: Pick<NewMessage, 'text'> & Partial<NewMessage>,
): Promise<void> {
  const messageId = await queries.insertMessage(trx, {
    thread_id: threadId,
    author_id: author.id,
    is_staff: author.isStaff,
    is_note: author.isNote ?? false,
    text,
  });
  const hashes = pictures.map((url) => readPictureUrl(url)?.hash ?? '');
  if (hashes.length === 0) return;
  const attached = await queries.attachPictures(trx, { accountId: author.id, messageId, hashes });
  if (attached === hashes.length) return;
  throw invalidField(
    'pictures',
    'A picture is no longer available. Remove it and upload it again.',
  );
}

export async function readMessages(
  db: Db,
  threadId: number,
  options: { withNotes: boolean },
): Promise<ThreadMessage[]> {
  const messages = await queries.findMessages(db, threadId, options);
  return messages.map((message) => ({
    ...withIsoDates(message),
    pictures: message.pictures.flatMap((row) => pictureOf(row) ?? []),
  }));
}

/** Tells open pages of the player and of the staff to read again. */
export async function publishThread(
  { live }: Pick<Deps, 'live'>,
  trx: Trx,
  accountId: number,
): Promise<void> {
  await live.publish(trx, { topic: 'me', accountId });
  await live.publish(trx, { topic: 'admin' });
}

/**
 * The email has a link only: texts about sanctions must not end in a mailbox. The page for appeals shows those of
 * sanctions in force.
 */
export async function mailAnswer(
  deps: InboxDeps,
  trx: Trx,
  thread: { id: number; kind: string; player: string; email: string },
  { isAccepted = false } = {},
): Promise<void> {
  const isForAppeals = thread.kind === 'appeal' && !isAccepted;
  const path = isForAppeals ? '/support/appeal' : `/support?thread=${thread.id}`;
  const { email: to, player: username } = thread;
  const values = { link: `${deps.config.siteUrl}${path}` };
  const mail = await composeMail(deps, trx, 'inbox-answer', { to, username, values });
  await deps.mailQueue.add(trx, mail);
}

const picturesPerHour = 120;

export async function uploadInboxPicture(
  deps: Pick<Deps, 'db' | 'media'>,
  { id: accountId }: { id: number },
  { bytes, ip }: { bytes: Buffer; ip: string },
): Promise<Picture> {
  await limitNetwork(deps, ip, { what: 'pictures', max: picturesPerHour });
  await assertNotBlocked(deps.db, accountId);
  return storePrivatePicture(deps, { bytes, accountId }, (trx, hash) =>
    queries.insertUpload(trx, accountId, hash),
  );
}

export async function updateInboxSettings(
  deps: LiveDeps,
  actor: Actor,
  value: InboxSettings,
): Promise<void> {
  const before = await getSetting(deps, inboxSettings);
  await change(deps, actor, ['site', 'admin'], async (trx, audit) => {
    await setSetting({ db: trx, live: deps.live }, inboxSettings, { value, by: actor.id });
    audit('inbox/settings-changed', 'settings', findChanges(before, value));
  });
}

const threadsAtOnce = 200;
const picturesAtOnce = 50;

/** In small steps, because each one blocks the embedded engine's only connection. */
export async function pruneInbox(deps: Pick<Deps, 'db' | 'live' | 'media'>): Promise<void> {
  const { db } = deps;
  const { keepDays: days } = await getSetting(deps, inboxSettings);
  const deleteSome = () => queries.deleteClosedThreads(db, { days, limit: threadsAtOnce });
  while ((await deleteSome()) === threadsAtOnce);
  for (;;) {
    const hashes = await queries.findUnusedPictures(db, picturesAtOnce);
    if (hashes.length === 0) return;
    await deletePrivatePictures(deps, hashes);
  }
}
