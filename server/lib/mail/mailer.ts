import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';

import type { Config } from '#server/config.ts';

import { markAsRead } from './mail-failure.ts';
import { composeMessage, parseSender, senderOf } from './mail-message.ts';
import { outboxFolder, writeToOutbox } from './mail-outbox.ts';
import type { MailBrand } from './mail-template.ts';
import type { Mailer } from './mail.ts';

type MailConfig = Pick<Config, 'siteUrl' | 'contactEmail' | 'mailFrom' | 'smtpUrl' | 'dataDir'>;

type Delivery = { deliver(message: SendMailOptions): Promise<void>; close(): void };

/** `send` resolves when the mail server (or the disk) has accepted the email. It tries once; the queue retries. */
export function createMailer(config: MailConfig, readBrand: () => MailBrand): Mailer {
  // A wrong setting is reported at start.
  parseSender(config.mailFrom);
  const delivery = config.smtpUrl ? openSmtp(config.smtpUrl) : openOutbox(outboxFolder(config));
  return {
    send: async (mail) => {
      const site = { ...config, ...readBrand() };
      const from = senderOf(config, site.siteName);
      await delivery.deliver(composeMessage(mail, site, from));
    },
    close: () => delivery.close(),
  };
}

/** Connects and signs in without sending anything; rejects if that fails. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function openSmtp(url: string): Delivery {
  const transport = createTransport({
    pool: true,
    url,
    maxConnections: 3,
    maxRequeues: 1,
    ...timeouts,
  });
  // Message-IDs of emails in flight that the server has read to the end.
  const read = new Set<unknown>();
  transport.use('stream', ({ message, data }, done) => {
    const open = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = open(options);
      content.once('end', () => read.add(data.messageId));
      return content;
    };
    done();
  });
  return {
    async deliver(message) {
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw read.has(message.messageId) ? markAsRead(error) : error;
      } finally {
        read.delete(message.messageId);
      }
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
      // `buffer: true` makes this a Buffer.
      await writeToOutbox(folder, eml as Buffer);
    },
    close: () => {},
  };
}
