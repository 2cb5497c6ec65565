import { randomUUID } from 'node:crypto';

import type { SendMailOptions } from 'nodemailer';

import { toOneLine } from '#shared/rules/mail-fill.ts';

import { StartupError } from '../startup-error.ts';
import { renderMailHtml, renderMailText } from './mail-template.ts';
import type { MailSite } from './mail-template.ts';
import type { Mail } from './mail.ts';

// A line break in a header would let the sender add headers. So addresses are passed as parsed parts,
// in a form that cannot contain one, and control characters are removed from all other texts.

export type Sender = { name: string; address: string };

export function composeMessage(mail: Mail, site: MailSite, from: Sender): SendMailOptions {
  const safe = sanitizeMail(mail);
  return {
    from,
    to: { name: '', address: safe.to },
    subject: safe.subject,
    text: renderMailText(safe, site),
    html: renderMailHtml(safe, site),
    // Set here, so that a retry after a lost answer has the same id.
    messageId: `<${mail.messageId ?? randomUUID()}@${from.address.split('@')[1]}>`,
    date: new Date(),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Without a name of its own, the sender has that of the site. */
export function senderOf({ mailFrom }: { mailFrom: string }, siteName: string): Sender {
  const { name, address } = parseSender(mailFrom);
  return { name: name || siteName, address };
}

/** `Name <address>` or the address alone. */
export function parseSender(value: string): Sender {
  const parts = /^(?<name>[^<>\p{Cc}]*)<(?<inBrackets>[^<>]*)>$/u.exec(value.trim())?.groups;
  const address = parts?.inBrackets ?? value.trim();
  if (!isMailAddress(address)) {
    throw new StartupError(
      'Setting MAIL_FROM is not valid: use an address like "Wynhold <no-reply@example.com>".',
    );
  }
  const name = (parts?.name ?? '').trim().replace(/^"(.*)"$/, '$1');
  return { name, address };
}

function sanitizeMail({ to, subject, heading, paragraphs, action, closing }: Mail): Mail {
  if (!isMailAddress(to)) throw new Error('The recipient is not a valid email address.');
  return {
    to,
    subject: toOneLine(subject),
    heading: toOneLine(heading),
    paragraphs: paragraphs.map(toLines),
    ...(action && { action: { label: toOneLine(action.label), url: toWebAddress(action.url) } }),
    ...(closing && { closing: closing.map(toLines) }),
  };
}

/** One plain address without display name, quotes, comment or list. */
export function isMailAddress(value: string): boolean {
  return (
    value.length <= 254 && /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u.test(value)
  );
}

function toLines(paragraph: string): string {
  return paragraph.split('\n').map(toOneLine).join('\n');
}

function toWebAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (!['http:', 'https:'].includes(protocol))
    throw new Error(`An email cannot link to ${protocol}.`);
  return href;
}
