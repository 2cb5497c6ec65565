import { setTimeout as wait } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { Schema } from '../db/schema.ts';
import { afterCommit, transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Job } from './jobs.ts';
import { describeMailFailure, isServerAway, isUnknownMailbox } from './mail-failure.ts';
import {
  claimMails,
  deleteFinishedMails,
  deleteMail,
  insertMail,
  markSent,
  recordFailure,
} from './mail-queue.db.ts';
import type { WaitingMail } from './mail-queue.db.ts';
import type { Mail, QueuedMail } from './mail.ts';

/**
 * Every mail is a row first, written in the transaction of what it tells about, so it is neither lost
 * with a crash nor sent for something that was rolled back. A process leases the row, sends the mail and
 * marks it. When the process dies in between, the mail goes out a second time under the same Message-ID.
 */
export type MailQueue = {
  /** In the caller's transaction, where `db` is one. The mail leaves after the commit. */
  add(db: Kysely<Schema>, mail: QueuedMail): Promise<void>;
  /** Sends what is due; resolves when nothing is left that could be sent now. */
  send(): Promise<void>;
  /** From now on this process also sends what it adds. */
  start(): void;
  close(): Promise<void>;
};

type QueueDeps = Pick<Deps, 'config' | 'db' | 'mailer' | 'onProblem'>;

type Options = {
  /** Makes the link of a password reset; undefined: the user is gone or has another address. */
  composeReset: (user: { uid: string; email: string }) => Promise<Mail | undefined>;
  /** For tests: `add` waits until the mail was sent. */
  isAwaited?: boolean;
};

/** As many as the mailer has connections. */
const batchSize = 3;
const closingMs = 5_000;

export function createMailQueue(deps: QueueDeps, options: Options): MailQueue {
  let state: 'idle' | 'started' | 'closed' = 'idle';
  let isWanted = false;
  let running: Promise<void> | undefined;
  const isClosed = () => state === 'closed';

  function send(): Promise<void> {
    isWanted = true;
    running ??= sendWhileWanted();
    return running;
  }

  async function sendWhileWanted(): Promise<void> {
    try {
      while (isWanted && !isClosed()) {
        isWanted = false;
        await sendDue(deps, options, isClosed);
      }
    } finally {
      running = undefined;
    }
  }

  function onQueued(): Promise<void> | undefined {
    if (state !== 'started') return undefined;
    const sending = send().catch((error: unknown) => deps.onProblem('Mails were not sent.', error));
    return options.isAwaited ? sending : undefined;
  }

  return {
    add: (db, mail) =>
      transaction(db, async (trx) => {
        await insertMail(trx, mail);
        afterCommit(trx, onQueued);
      }),
    send,
    start() {
      state = 'started';
    },
    async close() {
      state = 'closed';
      // What is not through by then is sent again by another process, or after the next start.
      await Promise.race([running?.catch(() => {}), wait(closingMs, undefined, { ref: false })]);
    },
  };
}

export function mailJobs({ db, mailQueue }: Pick<Deps, 'db' | 'mailQueue'>): Job[] {
  return [
    { name: 'mail/send', everySeconds: 15, run: () => mailQueue.send() },
    { name: 'mail/delete-finished', everySeconds: 3600, run: () => deleteFinishedMails(db) },
  ];
}

async function sendDue(deps: QueueDeps, options: Options, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    const mails = await claimMails(deps.db, batchSize);
    if (mails.length === 0) return;
    const outcomes = await Promise.all(mails.map((mail) => sendOne(deps, options, mail)));
    // The others would fail as well, each after a wait: the job's next turn tries again.
    if (outcomes.includes('server-away')) return;
  }
}

async function sendOne(
  deps: QueueDeps,
  { composeReset }: Options,
  row: WaitingMail,
): Promise<'done' | 'server-away'> {
  const { to, subject, content, messageId } = row;
  try {
    const mail =
      'resetUid' in content
        ? await composeReset({ uid: content.resetUid, email: to })
        : { to, subject, ...content };
    if (!mail) {
      await deleteMail(deps.db, row.id);
      return 'done';
    }
    await deps.mailer.send({ ...mail, messageId });
  } catch (error) {
    await tellFailure(deps, row, error);
    return isServerAway(error) ? 'server-away' : 'done';
  }
  await markSent(deps.db, row.id);
  return 'done';
}

async function tellFailure(deps: QueueDeps, row: WaitingMail, error: unknown): Promise<void> {
  // Servers repeat the address in their refusals; it is no business of the log.
  const reason = describeMailFailure(error, deps.config).replaceAll(row.to, '…');
  const outcome = await recordFailure(deps.db, row, {
    error: reason,
    retryInSeconds: secondsUntilRetry(row.attempts),
    isFinal: isUnknownMailbox(error),
  });
  const next = outcome === 'failed' ? 'It is given up.' : 'It is tried again.';
  deps.onProblem(
    `The mail "${row.subject}" was not sent (attempt ${row.attempts}). ${next} ${reason}`,
    undefined,
  );
}

/** 30 seconds after the first attempt, then twice as long each time, at most 15 minutes. */
export function secondsUntilRetry(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 900);
}
