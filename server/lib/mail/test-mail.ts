import type { Config } from '#server/config.ts';

import { describeMailFailure, describeMailServer } from './mail-failure.ts';
import { outboxFolder } from './mail-outbox.ts';
import type { Mail, Mailer } from './mail.ts';

type TestMail = {
  mailer: Mailer;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  mail: Mail;
};

/** Tries once, without the queue. Says in one line what the mail server answered or which setting to check. */
export async function sendTestMail({
  mailer,
  config,
  mail,
}: TestMail): Promise<{ isAccepted: boolean; text: string }> {
  try {
    await mailer.send(mail);
  } catch (error) {
    return { isAccepted: false, text: describeMailFailure(error, config) };
  }
  if (!config.smtpUrl) {
    const folder = outboxFolder(config);
    return {
      isAccepted: false,
      text: `SMTP_URL is not set: the email was only written to ${folder}.`,
    };
  }
  const server = describeMailServer(config.smtpUrl);
  return { isAccepted: true, text: `The mail server ${server} accepted the email for ${mail.to}.` };
}
