import { expect, test } from 'vitest';

import { sendTestMail } from './test-mail.ts';

const mail = { to: 'ada@example.test', subject: 'Test', heading: 'Test', paragraphs: ['Hello.'] };

test.each([
  [
    'smtps://wyn:secret@mail.example',
    undefined,
    true,
    'The mail server mail.example:465 accepted the email for ada@example.test.',
  ],
  [
    'smtp://mail.example',
    new Error('oh no'),
    false,
    'The mail server mail.example:587 (SMTP_URL) did not accept the email: oh no',
  ],
  [undefined, undefined, false, 'SMTP_URL is not set: the email was only written to data/outbox.'],
  [
    undefined,
    new Error('EACCES'),
    false,
    'The email could not be written to the outbox in DATA_DIR: EACCES',
  ],
])('a test email through %s says what became of it', async (smtpUrl, error, isAccepted, text) => {
  const sent: unknown[] = [];
  const mailer = {
    async send(given: unknown) {
      sent.push(given);
      if (error) throw error;
    },
    close() {},
  };
  const config = { smtpUrl, mailFrom: 'no-reply@example.test', dataDir: 'data' };
  expect(await sendTestMail({ mailer, config, mail })).toEqual({ isAccepted, text });
  expect(sent).toEqual([mail]);
});
