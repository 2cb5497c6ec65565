import { expect, test } from 'vitest';

import { composeMessage, isMailAddress, parseSender, senderOf } from './mail-message.ts';

const site = {
  siteName: 'Keep',
  footer: 'Made by fans.',
  siteUrl: 'https://play.example',
  contactEmail: 'help@play.example',
};
const from = { name: 'Keep', address: 'no-reply@play.example' };
const mail = {
  to: 'ada@example.test',
  subject: 'Two\r\nlines',
  heading: 'A\nheading',
  paragraphs: ['One\rtwo\nthree\u2028four'],
  messageId: 'abc',
};

test.each([
  ['no-reply@play.example', '', 'no-reply@play.example'],
  [' The Keep <no-reply@play.example> ', 'The Keep', 'no-reply@play.example'],
  ['"The Keep" <no-reply@play.example>', 'The Keep', 'no-reply@play.example'],
  ['<no-reply@play.example>', '', 'no-reply@play.example'],
])('the sender %j has a name and an address', (mailFrom, name, address) => {
  expect(parseSender(mailFrom)).toEqual({ name, address });
  expect(senderOf({ mailFrom }, 'Site')).toEqual({ name: name || 'Site', address });
});

test('an address has 254 characters at most', () => {
  const address = (length: number) => `${'a'.repeat(length - 5)}@b.cd`;
  expect([isMailAddress(address(254)), isMailAddress(address(255))]).toEqual([true, false]);
});

test('a message says that a program sent it, has one line in each header, and reads no files', () => {
  const message = composeMessage(mail, site, from);
  expect(message).toMatchObject({
    from,
    to: { name: '', address: 'ada@example.test' },
    subject: 'Two lines',
    messageId: '<abc@play.example>',
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  expect(message.text).toMatch(/^A heading\n\nOne two\nthree four\n\n-- \n/);
  const { messageId: _, ...unnamed } = mail;
  const ids = [1, 2].map(() => composeMessage(unnamed, site, from).messageId);
  expect(new Set(ids).size).toBe(2);
});

test('a link of an email leads to the web', () => {
  const withUrl = (url: string) =>
    composeMessage({ ...mail, action: { label: 'Open', url } }, site, from).text;
  expect(withUrl('http://play.example/a b')).toContain('http://play.example/a%20b');
  expect(withUrl('https://play.example/')).toContain('https://play.example/');
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@b.test']) {
    expect(() => withUrl(url), url).toThrow('An email cannot link to');
  }
});
