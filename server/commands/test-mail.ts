import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { describeMailFailure, describeMailServer } from '#server/lib/mail-failure.ts';
import { isMailAddress } from '#server/lib/mail-message.ts';
import { outboxFolder } from '#server/lib/mail-outbox.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { initialAppearance } from '#shared/appearance-defaults.ts';

import type { Command } from './command.ts';

export const testMail: Command = {
  name: 'test-mail',
  summary: 'Send a test email to ADDRESS and say whether the mail server accepted it.',
  operands: ['ADDRESS'],
  options: {},
  notes: [
    'Tries once and does not use the queue or the database, so it also works while the site runs.',
  ],
  async run({ operands: [address = ''] }, { terminal, loadConfig }) {
    if (!isMailAddress(address)) throw new StartupError(`${address} is not an email address.`);
    const config = loadConfig();
    const mailer = createMailer(config, () => mailBrandOf(initialAppearance(config.siteName)));
    try {
      await mailer.send({
        to: address,
        subject: `Test email from ${config.siteName}`,
        heading: 'Email works',
        paragraphs: [`${config.siteName} can send emails. You do not need to do anything.`],
      });
    } catch (error) {
      throw new StartupError(describeMailFailure(error, config), { cause: error });
    } finally {
      mailer.close();
    }
    if (!config.smtpUrl) {
      throw new StartupError(
        `SMTP_URL is not set: the email was only written to ${outboxFolder(config)}.`,
      );
    }
    const server = describeMailServer(config.smtpUrl);
    terminal.print(`The mail server ${server} accepted the email for ${address}.`);
  },
};
