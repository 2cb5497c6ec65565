import { mailBrandOf } from '#server/features/appearance/mail-brand.ts';
import { composeDefaultTest } from '#server/features/mail-texts/compose-mail.service.ts';
import { recordTestMail } from '#server/features/setup/setup.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { isMailAddress } from '#server/lib/mail/mail-message.ts';
import { createMailer } from '#server/lib/mail/mailer.ts';
import { sendTestMail } from '#server/lib/mail/test-mail.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

import type { Command } from './command.ts';

export const testMail: Command = {
  name: 'test-mail',
  summary: 'Send a test email to ADDRESS and say whether the mail server accepted it.',
  operands: ['ADDRESS'],
  notes: [
    'Tries once and does not use the queue, so it also works while the site runs. The dashboard then shows',
    'the step "Email, tested" as done, unless a running site uses the embedded database.',
  ],
  async run({ operands: [address = ''] }, { terminal, loadConfig, withDeps }) {
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
    try {
      await withDeps((deps) => recordTestMail(deps, commandLine));
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      terminal.print('The dashboard still lists the test as open: send one there too.');
    }
  },
};
