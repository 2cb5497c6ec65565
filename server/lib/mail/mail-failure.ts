import type { Config } from '#server/config.ts';

import { messageOf } from '../describe-error.ts';

/** Why an email was not sent, in one line that names the setting to check. Contains no password. */
export function describeMailFailure(
  error: unknown,
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
): string {
  const { code, command, response } = readFields(error);
  const text = toOneLine(messageOf(error));
  if (!config.smtpUrl) return `The email could not be written to the outbox in DATA_DIR: ${text}`;
  const server = describeMailServer(config.smtpUrl);
  if (code === 'EAUTH') {
    return `The mail server ${server} refused the user name and password in SMTP_URL: ${text}`;
  }
  if (code === 'ETLS' || /\b(?:ssl|tls|certificate)\b/i.test(text)) {
    return `No secure connection to the mail server ${server} (SMTP_URL): ${text}. Port 465 needs smtps://, port 587 smtp://.`;
  }
  if (isServerUnreachable(error)) {
    return `The mail server ${server} (SMTP_URL) cannot be reached: ${text}`;
  }
  if (command === 'MAIL FROM') {
    return `The mail server ${server} refused the sender ${config.mailFrom} (MAIL_FROM): ${response ?? text}`;
  }
  if (command === 'RCPT TO') {
    return `The mail server ${server} refused the recipient: ${response ?? text}`;
  }
  return `The mail server ${server} (SMTP_URL) did not accept the email: ${text}`;
}

/** Host and port, without user name and password. */
export function describeMailServer(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

const connectionCodes = new Set([
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'EREQUIRETLS',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
]);

/** True for connection problems, which would fail every other email too. */
export function isServerUnreachable(error: unknown): boolean {
  return connectionCodes.has(readFields(error).code ?? '');
}

/** Retrying is useless then. Other refusals may be about our settings or reputation (5.7.x), which can be fixed. */
export function isUnknownMailbox(error: unknown): boolean {
  const { command, response = '' } = readFields(error);
  return command === 'RCPT TO' && /^55[0136]\b/.test(response) && !/\b5\.7\.\d/.test(response);
}

/** For an email that the server has read to the end. */
export function markAsRead(error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { wasRead: true }) : error;
}

/** True if the server read the whole email and did not answer: the recipient may have got it. */
export function isAnswerLost(error: unknown): boolean {
  return error instanceof Error && 'wasRead' in error && readFields(error).response === undefined;
}

function readFields(error: unknown): { code?: string; command?: string; response?: string } {
  if (!(error instanceof Error)) return {};
  const read = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? { [name]: toOneLine(value) } : {};
  };
  return { ...read('code'), ...read('command'), ...read('response') };
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
