import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { commonPlaceholders, getRegistered, mailRegistry } from '#server/lib/mail/mail-registry.ts';
import type { MailValues } from '#server/lib/mail/mail-registry.ts';
import type { Mail } from '#server/lib/mail/mail.ts';
import { MailText } from '#shared/endpoints/mail-texts.ts';
import type { MailKind } from '#shared/endpoints/mail-texts.ts';
import { fillMail, findTextProblems } from '#shared/rules/mail-fill.ts';
import type { MailPlaceholder } from '#shared/rules/mail-fill.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { findNewest, findUsernameByEmail } from './mail-texts.db.ts';

type ComposeDeps = Pick<Deps, 'brand' | 'config' | 'onProblem'>;

type Recipient<K extends MailKind> = {
  to: string;
  /** By default the name of the account with this address. */
  username?: string;
  values: MailValues<K>;
};

/** A saved text that cannot be used must never stop an email: the default is sent instead. */
export async function composeMail<K extends MailKind>(
  deps: ComposeDeps,
  db: Db,
  kind: K,
  { to, username, values }: Recipient<K>,
): Promise<Mail> {
  const saved = await findNewest(db, kind);
  const { text, problem } = readSavedText(kind, saved?.document ?? null);
  if (problem !== null) {
    const { name } = getRegistered(kind);
    deps.onProblem(`The saved text of the email "${name}" is not used: ${problem}`);
  }
  const player = username ?? (await findUsernameByEmail(db, to));
  const common = { ...readSite(deps), username: player ? formatUsername(player) : 'player' };
  return {
    to,
    ...fillMail(problem === null ? text : getRegistered(kind).text, { ...common, ...values }),
  };
}

/** For the command line, which works without the database. */
export function composeDefaultTest(siteName: string, to: string): Mail {
  return { to, ...fillMail(mailRegistry.test.text, { site: siteName }) };
}

export function readSite({ brand, config }: Pick<Deps, 'brand' | 'config'>) {
  return { site: brand.now().name, contact: config.contactEmail };
}

/** A saved text can be older than the placeholders and the rules of this version. */
export function readSavedText(
  kind: MailKind,
  document: unknown,
): { text: z.infer<typeof MailText>; problem: string | null } {
  const initial = getRegistered(kind).text;
  if (document === null) return { text: initial, problem: null };
  const parsed = z.safeParse(MailText, document);
  if (!parsed.success) return { text: initial, problem: 'It is incomplete.' };
  const problems = findTextProblems(parsed.data, listPlaceholders(kind));
  return { text: parsed.data, problem: Object.values(problems ?? {})[0] ?? null };
}

export function listPlaceholders(kind: MailKind): Pick<MailPlaceholder, 'name' | 'isRequired'>[] {
  return [
    ...Object.entries(getRegistered(kind).placeholders).map(([name, { isRequired = false }]) => ({
      name,
      isRequired,
    })),
    ...Object.keys(commonPlaceholders).map((name) => ({ name, isRequired: false })),
  ];
}
