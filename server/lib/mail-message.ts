import { randomUUID } from 'node:crypto';

import type { SendMailOptions } from 'nodemailer';

import { renderMailHtml, renderMailText } from './mail-template.ts';
import type { MailSite } from './mail-template.ts';
import type { Mail } from './mail.ts';
import { StartupError } from './startup-error.ts';

// A line break in a header starts a header of the sender's choice. So addresses go as parsed parts
// and only in a shape that cannot hold one, and all other texts lose their control characters.

export type Sender = { name: string; address: string };

export function composeMessage(mail: Mail, site: MailSite, from: Sender): SendMailOptions {
  const safe = sanitizeMail(mail);
  return {
    from,
    to: { name: '', address: safe.to },
    subject: safe.subject,
    text: renderMailText(safe, site),
    html: renderMailHtml(safe, site),
    // Ours, so that a mail sent again after a lost answer is known as the same one.
    messageId: `<${mail.messageId ?? randomUUID()}@${from.address.split('@')[1]}>`,
    date: new Date(),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `Name <address>` or the address alone. */
export function parseSender(value: string): Sender {
  const parts = /^(?<name>[^<>\p{Cc}]*)<(?<inBrackets>[^<>]*)>$/u.exec(value.trim())?.groups;
  const address = parts?.inBrackets ?? value.trim();
  if (!isMailAddress(address)) {
    throw new StartupError(
      'Setting MAIL_FROM is not usable: give an address like "Wynhold <no-reply@example.com>".',
    );
  }
  const name = (parts?.name ?? '').trim().replace(/^"(.*)"$/, '$1');
  return { name, address };
}

function sanitizeMail({ to, subject, heading, paragraphs, action }: Mail): Mail {
  if (!isMailAddress(to)) throw new Error('This is no address a mail can be sent to.');
  return {
    to,
    subject: toOneLine(subject),
    heading: toOneLine(heading),
    paragraphs: paragraphs.map(toOneLine),
    ...(action && { action: { label: toOneLine(action.label), url: toWebAddress(action.url) } }),
  };
}

/** One address without display name, quoting, comment or list: nothing that needs parsing. */
export function isMailAddress(value: string): boolean {
  return (
    value.length <= 254 && /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u.test(value)
  );
}

function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function toWebAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (!['http:', 'https:'].includes(protocol))
    throw new Error(`A mail cannot link to ${protocol}.`);
  return href;
}
