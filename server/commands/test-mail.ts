import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { composeDefaultTest } from '#server/features/mail-texts/compose-mail.service.ts';
import { isMailAddress } from '#server/lib/mail-message.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { sendTestMail } from '#server/lib/test-mail.ts';
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
      const { isAccepted, text } = await sendTestMail({
        mailer,
        config,
        mail: composeDefaultTest(config.siteName, address),
      });
      if (!isAccepted) throw new StartupError(text);
      terminal.print(text);
    } finally {
      mailer.close();
    }
  },
};
