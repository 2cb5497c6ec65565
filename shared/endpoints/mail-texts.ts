import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { Moment, PageQuery, Paging, Version, line, text } from '../schemas.ts';
import { OutsideAnswer } from './setup.ts';

const endpoint = endpointsOf('Emails');

/** Every email that the site sends. */
export const mailKinds = [
  'password-reset',
  'password-was-reset',
  'email-confirmation',
  'sign-in-changed',
  'known-address',
  'name-claim',
  'event-reminder',
  'receipt',
  'gift',
  'inbox-answer',
  'game-password-set',
  'game-password-removed',
  'deletion-requested',
  'account-deleted',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

export type MailText = z.infer<typeof MailText>;
export const MailText = z.object({
  subject: line(150, 'Enter a subject.'),
  heading: line(100, 'Enter a heading.'),
  text: text(4000, 'Enter a text.').check(
    z.regex(/^[\P{Cc}\n\r\t]*$/u, 'Remove the control characters.'),
  ),
  /** The label of the button; null if the email has no link. */
  button: z.nullable(line(40, 'Enter a label.')),
});

export type EditedMail = z.infer<typeof EditedMail>;
const EditedMail = z.object({
  kind: z.enum(mailKinds),
  name: z.string(),
  /** Says what makes the site send it. */
  when: z.string(),
  text: MailText,
  initial: MailText,
  /** 0 if no text was ever saved. */
  version: z.int(),
  isDefault: z.boolean(),
  /** Why the saved text is not sent, but the default instead. */
  problem: z.nullable(z.string()),
  savedAt: z.nullable(Moment),
  savedBy: z.nullable(z.string()),
  placeholders: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      sample: z.string(),
      isRequired: z.boolean(),
    }),
  ),
});

const KindParams = z.object({ kind: z.enum(mailKinds) });

export const listMailTexts = endpoint('GET /api/admin/mail-texts', {
  summary: 'Every email that the site sends, with its text and placeholders.',
  response: z.object({ mails: z.array(EditedMail) }),
});

export const saveMailText = endpoint('PUT /api/admin/mail-texts/{kind}', {
  summary: 'Change the text of an email. Fails with admin/outdated if someone changed it since.',
  params: KindParams,
  body: z.object({ text: MailText, version: Version }),
  response: EditedMail,
});

export const resetMailText = endpoint('POST /api/admin/mail-texts/{kind}/reset', {
  summary: 'Send the default text again. Fails with admin/outdated if someone changed it since.',
  params: KindParams,
  body: z.object({ version: Version }),
  response: EditedMail,
});

export const sendMailSample = endpoint('POST /api/admin/mail-texts/{kind}/test-mail', {
  summary: 'Send a text with sample values to the caller. Nothing is saved.',
  params: KindParams,
  body: MailText,
  response: OutsideAnswer,
  limit: { max: 20, seconds: 600 },
});

export type MailTextVersion = z.infer<typeof MailTextVersion>;
const MailTextVersion = z.object({
  version: z.int(),
  savedAt: Moment,
  /** Null if the account was deleted. */
  savedBy: z.nullable(z.string()),
  isDefault: z.boolean(),
  text: MailText,
});

export const listMailTextVersions = endpoint('GET /api/admin/mail-texts/{kind}/versions', {
  summary: 'The texts that an email had, newest first.',
  params: KindParams,
  query: PageQuery,
  response: z.object({ ...Paging, versions: z.array(MailTextVersion) }),
});
