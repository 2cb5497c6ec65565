import { setTimeout as wait } from 'node:timers/promises';

import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/schema.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';

import type { Job } from '../data/jobs.ts';
import {
  describeMailFailure,
  isAnswerLost,
  isServerUnreachable,
  isUnknownMailbox,
} from './mail-failure.ts';
import { outboxFolder, tidyOutbox } from './mail-outbox.ts';
import * as queries from './mail-queue.db.ts';
import type { WaitingMail } from './mail-queue.db.ts';
import type { Mail, Mailer, QueuedMail } from './mail.ts';

/**
 * Every email is first a row, written in the transaction of the change it is about. So it is not lost in
 * a crash, and not sent if the transaction is rolled back. A process leases the row, sends the email and
 * marks it as sent. If it dies in between, the email is sent again with the same Message-ID.
 */
export type MailQueue = {
  /** Joins the caller's transaction if `db` is one. The email is sent after the commit. */
  add(db: Db, mail: QueuedMail): Promise<void>;
  /** Sends all due emails; resolves when none is left that can be sent now. */
  send(): Promise<void>;
  /** From now on `add` also sends. */
  start(): void;
  close(): Promise<void>;
};

type QueueDeps = {
  config: Config;
  db: Db;
  mailer: Mailer;
  onProblem(what: string, error?: unknown): void;
};

type Options = {
  /** Creates the reset link; undefined if the user was deleted or has another address now. */
  composeReset: (user: { uid: string; email: string }) => Promise<Mail | undefined>;
  /** Creates the confirmation link; undefined also if the address is confirmed by now. */
  composeConfirmation: (user: { uid: string; email: string }) => Promise<Mail | undefined>;
  /** Creates the link that claims a reserved name; undefined if the name was claimed or released. */
  composeNameClaim: (reservation: { name: string; email: string }) => Promise<Mail | undefined>;
  /** For tests: `add` waits until the email is sent. */
  isAwaited?: boolean;
};

/** The mailer's number of connections. */
const batchSize = 3;
const closingMs = 5_000;

export function createMailQueue(deps: QueueDeps, options: Options): MailQueue {
  let state: 'idle' | 'started' | 'closed' = 'idle';
  let shouldRunAgain = false;
  let running: Promise<void> | undefined;
  const isClosed = () => state === 'closed';

  function send(): Promise<void> {
    shouldRunAgain = true;
    running ??= sendUntilIdle();
    return running;
  }

  async function sendUntilIdle(): Promise<void> {
    try {
      while (shouldRunAgain && !isClosed()) {
        shouldRunAgain = false;
        await sendDue(deps, options, isClosed);
      }
    } finally {
      running = undefined;
    }
  }

  function onQueued(): Promise<void> | undefined {
    if (state !== 'started') return undefined;
    const sending = send().catch((error: unknown) =>
      deps.onProblem('Emails were not sent.', error),
    );
    return options.isAwaited ? sending : undefined;
  }

  return {
    add: (db, mail) =>
      transaction(db, async (trx) => {
        await queries.insertMail(trx, mail);
        afterCommit(trx, onQueued);
      }),
    send,
    start() {
      state = 'started';
    },
    async close() {
      state = 'closed';
      // Emails still in flight after that are sent again by another process or after the next start.
      await Promise.race([running?.catch(() => {}), wait(closingMs, undefined, { ref: false })]);
    },
  };
}

type JobDeps = { config: Pick<Config, 'dataDir'>; db: Db; mailQueue: MailQueue };

export function mailJobs({ config, db, mailQueue }: JobDeps): Job[] {
  return [
    { name: 'mail/send', everySeconds: 15, run: () => mailQueue.send() },
    {
      name: 'mail/delete-finished',
      everySeconds: 3600,
      async run() {
        await queries.deleteFinishedMails(db);
        await tidyOutbox(outboxFolder(config));
      },
    },
  ];
}

async function sendDue(deps: QueueDeps, options: Options, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    const mails = await queries.claimMails(deps.db, batchSize);
    if (mails.length === 0) return;
    const outcomes = await Promise.all(mails.map((mail) => sendOne(deps, options, mail)));
    // The others would fail too, each after a timeout. The job tries again at its next turn.
    if (outcomes.includes('server-unreachable')) return;
  }
}

async function sendOne(
  deps: QueueDeps,
  options: Options,
  row: WaitingMail,
): Promise<'done' | 'server-unreachable'> {
  try {
    const mail = await composeMail(options, row);
    if (!mail) {
      await queries.deleteMail(deps.db, row.id);
      return 'done';
    }
    await deps.mailer.send({ ...mail, messageId: row.messageId });
  } catch (error) {
    await reportFailure(deps, row, error);
    return isServerUnreachable(error) ? 'server-unreachable' : 'done';
  }
  await queries.markSent(deps.db, row.id);
  return 'done';
}

async function composeMail(
  { composeReset, composeConfirmation, composeNameClaim }: Options,
  { to, subject, content }: WaitingMail,
): Promise<Mail | undefined> {
  if ('resetUid' in content) return composeReset({ uid: content.resetUid, email: to });
  if ('confirmUid' in content) return composeConfirmation({ uid: content.confirmUid, email: to });
  if ('claimedName' in content) return composeNameClaim({ name: content.claimedName, email: to });
  return { to, subject, ...content };
}

async function reportFailure(deps: QueueDeps, row: WaitingMail, error: unknown): Promise<void> {
  // Servers repeat the address in their refusals; it must not be logged.
  const reason = describeMailFailure(error, deps.config).replaceAll(row.to, '…');
  const outcome = await queries.recordFailure(deps.db, row, {
    error: reason,
    retryInSeconds: secondsUntilRetry(row.attempts),
    isFinal: isUnknownMailbox(error),
    isAnswerLost: isAnswerLost(error),
  });
  const next = outcome === 'failed' ? 'It will not be retried.' : 'It will be retried.';
  deps.onProblem(
    `The email "${row.subject}" was not sent (attempt ${row.attempts}). ${next} ${reason}`,
    undefined,
  );
}

/** 30 seconds after the first attempt, then twice as long each time, at most 15 minutes. */
export function secondsUntilRetry(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 900);
}
