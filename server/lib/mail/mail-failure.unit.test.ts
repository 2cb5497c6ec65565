import { expect, test } from 'vitest';

import {
  describeMailFailure,
  describeMailServer,
  isAnswerLost,
  isServerUnreachable,
  isUnknownMailbox,
  markAsRead,
} from './mail-failure.ts';

const config = {
  smtpUrl: 'smtp://wyn:s3cret@mail.example',
  mailFrom: 'Wynhold <no-reply@wyn.test>',
};

test.each([
  [{ code: 'EDNS' }, 'The mail server mail.example:587 (SMTP_URL) cannot be reached: oh no'],
  [{ code: 'ETIMEDOUT' }, 'The mail server mail.example:587 (SMTP_URL) cannot be reached: oh no'],
  [
    { code: 'EAUTH' },
    'The mail server mail.example:587 refused the user name and password in SMTP_URL: oh no',
  ],
  [
    { code: 'EENVELOPE', command: 'MAIL FROM', response: '553 not\r\nyours' },
    'The mail server mail.example:587 refused the sender Wynhold <no-reply@wyn.test> (MAIL_FROM): 553 not yours',
  ],
  [
    { code: 'EENVELOPE', command: 'RCPT TO', response: '550 unknown' },
    'The mail server mail.example:587 refused the recipient: 550 unknown',
  ],
  [
    { code: 'EMESSAGE', command: 'DATA' },
    'The mail server mail.example:587 (SMTP_URL) did not accept the email: oh no',
  ],
])('%j is described in one line that names the setting', (fields, text) => {
  const error = Object.assign(new Error('oh\nno'), fields);
  expect(describeMailFailure(error, config)).toBe(text);
});

test('a wrong kind of encryption is described with the usual fix', () => {
  const error = Object.assign(new Error('SSL routines: wrong version number'), { code: 'ESOCKET' });
  expect(describeMailFailure(error, config)).toContain('Port 465 needs smtps://');
});

test.each([
  ['smtp://wyn:s3cret@mail.example', 'mail.example:587'],
  ['smtps://wyn:s3cret@mail.example', 'mail.example:465'],
  ['smtps://wyn:s3cret@mail.example:2465', 'mail.example:2465'],
])('%s is described with its port and without the password', (smtpUrl, text) => {
  expect(describeMailServer(smtpUrl)).toBe(text);
});

test.each([
  ['RCPT TO', '550 5.1.1 no such user', true],
  ['RCPT TO', '551 not local', true],
  ['RCPT TO', '553 bad name', true],
  ['RCPT TO', '556 no mail here', true],
  ['RCPT TO', '552 5.2.2 mailbox full', false],
  ['RCPT TO', '554 no', false],
  ['RCPT TO', '450 later', false],
  ['RCPT TO', '550 5.7.1 we do not like you', false],
  ['RCPT TO', '5501 no code', false],
  ['MAIL FROM', '550 5.1.1 no such user', false],
])('after %s, "%s" means that there is no such mailbox: %s', (command, response, isUnknown) => {
  expect(isUnknownMailbox(Object.assign(new Error('no'), { command, response }))).toBe(isUnknown);
  expect(isUnknownMailbox('no')).toBe(false);
});

test('an answer is lost only if the server read the email and said nothing', () => {
  const error = (fields: object) => Object.assign(new Error('closed'), fields);
  expect(isAnswerLost(markAsRead(error({})))).toBe(true);
  expect(isAnswerLost(error({}))).toBe(false);
  expect(isAnswerLost(markAsRead(error({ response: '550 no' })))).toBe(false);
  expect([isAnswerLost('closed'), markAsRead('closed')]).toEqual([false, 'closed']);
});

test('a server counts as unreachable after any problem of the connection, not after a refusal', () => {
  const codes = ['EAUTH', 'ECONNECTION', 'EDNS', 'EREQUIRETLS', 'ESOCKET', 'ETIMEDOUT', 'ETLS'];
  const isAway = (code: string) => isServerUnreachable(Object.assign(new Error('no'), { code }));
  expect(codes.filter((code) => !isAway(code))).toEqual([]);
  expect([isAway('EENVELOPE'), isAway('EMESSAGE'), isServerUnreachable('no')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('without a mail server the folder is named', () => {
  const text = describeMailFailure(new Error('EACCES'), { ...config, smtpUrl: undefined });
  expect(text).toBe('The email could not be written to the outbox in DATA_DIR: EACCES');
});
