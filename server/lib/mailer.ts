import { setTimeout as wait } from 'node:timers/promises';

import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';

import type { Config } from '../config.ts';
import { composeMessage, parseSender } from './mail-message.ts';
import { outboxFolder, writeToOutbox } from './mail-outbox.ts';
import type { Mailer } from './mail.ts';

/**
 * `send` settles when the mail server (or the disk) has taken the mail, and rejects when it will
 * not. Whether that stops what the mail was about is the caller's decision.
 */
type MailConfig = Pick<
  Config,
  'siteName' | 'siteUrl' | 'contactEmail' | 'mailFrom' | 'smtpUrl' | 'dataDir'
>;

type Options = {
  /** Before the second try, the third, and so on. */
  retryDelays?: readonly number[];
};

type Delivery = { deliver(message: SendMailOptions): Promise<void>; close(): void };

export function createMailer(config: MailConfig, options: Options = {}): Mailer {
  const { retryDelays = [1_000, 4_000] } = options;
  const from = parseSender(config.mailFrom);
  const delivery = config.smtpUrl ? openSmtp(config.smtpUrl) : openOutbox(outboxFolder(config));
  const closing = new AbortController();
  return {
    async send(mail) {
      const message = composeMessage(mail, config, from);
      await retry(() => delivery.deliver(message), retryDelays, closing.signal);
    },
    close() {
      closing.abort();
      delivery.close();
    },
  };
}

function openSmtp(url: string): Delivery {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 3,
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    async deliver(message) {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}

function openOutbox(folder: string): Delivery {
  const writer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });
  return {
    async deliver(message) {
      const { message: eml } = await writer.sendMail(message);
      // With `buffer` it is one.
      await writeToOutbox(folder, eml as Buffer);
    },
    close: () => {},
  };
}

async function retry(
  work: () => Promise<void>,
  delays: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const delay = delays[attempt];
      if (delay === undefined || !isTemporary(error)) throw error;
      await wait(delay, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

const networkCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS']);

/** The server said "later" (4xx), or could not be heard at all. */
function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('responseCode' in error && typeof error.responseCode === 'number') {
    return error.responseCode >= 400 && error.responseCode < 500;
  }
  return 'code' in error && networkCodes.has(String(error.code));
}
