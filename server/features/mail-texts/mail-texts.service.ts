import type { Deps } from '#server/deps.ts';
import { findChanges, recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { commonPlaceholders, getRegistered } from '#server/lib/mail/mail-registry.ts';
import { sendTestMail } from '#server/lib/mail/test-mail.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import { mailKinds } from '#shared/endpoints/mail-texts.ts';
import type { EditedMail, MailKind, MailTextVersion } from '#shared/endpoints/mail-texts.ts';
import type { OutsideAnswer } from '#shared/endpoints/setup.ts';
import { AppError } from '#shared/errors.ts';
import { fillMail, findTextProblems } from '#shared/rules/mail-fill.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';
import { formatUsername } from '#shared/rules/usernames.ts';

import { listPlaceholders, readSavedText, readSite } from './compose-mail.service.ts';
import * as queries from './mail-texts.db.ts';
import type { VersionRow } from './mail-texts.db.ts';

type TextDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'config'>;
type Caller = { actor: Actor; email: string };

const pageSize = 10;

export async function listMailTexts(
  deps: TextDeps,
  username: string,
): Promise<{ mails: EditedMail[] }> {
  const saved = await queries.findNewestOfAll(deps.db);
  const mails = mailKinds.map((kind) =>
    toEditedMail(deps, { kind, username, row: saved.find((row) => row.kind === kind) }),
  );
  return { mails };
}

export async function saveMailText(
  deps: TextDeps,
  actor: Actor,
  { kind, text, version }: { kind: MailKind; text: MailText; version: number },
): Promise<EditedMail> {
  const fitting = toFitting(kind, text);
  const isInitial = JSON.stringify(fitting) === JSON.stringify(getRegistered(kind).text);
  return save(deps, actor, { kind, document: isInitial ? null : fitting, after: version });
}

export async function resetMailText(
  deps: TextDeps,
  actor: Actor,
  { kind, version }: { kind: MailKind; version: number },
): Promise<EditedMail> {
  return save(deps, actor, { kind, document: null, after: version });
}

/** To the caller only, with sample values. */
export async function sendMailSample(
  deps: TextDeps & Pick<Deps, 'mailer'>,
  { actor, email }: Caller,
  { kind, text }: { kind: MailKind; text: MailText },
): Promise<OutsideAnswer> {
  const samples = listSamples(deps, kind, actor.name);
  const values = Object.fromEntries(samples.map(({ name, sample }) => [name, sample]));
  const mail = fillMail(toFitting(kind, text), values);
  await recordAudit(deps.db, { actor, action: 'mail-texts/test-sent', subject: kind });
  return sendTestMail({ ...deps, mail: { ...mail, to: email, subject: `Test: ${mail.subject}` } });
}

export async function listMailTextVersions({ db }: Pick<Deps, 'db'>, kind: MailKind, page: number) {
  const total = (await queries.findNewest(db, kind))?.version ?? 0;
  const rows = await queries.findVersions(db, kind, rowsOf(page, pageSize));
  const versions = rows.map(({ version, document, savedAt, savedBy }): MailTextVersion => ({
    version,
    savedAt: savedAt.toISOString(),
    savedBy,
    isDefault: document === null,
    text: readSavedText(kind, document).text,
  }));
  return { ...pagingOf(page, pageSize, total), versions };
}

type NextVersion = { kind: MailKind; document: MailText | null; after: number };

async function save(deps: TextDeps, actor: Actor, version: NextVersion): Promise<EditedMail> {
  const { kind, document, after } = version;
  await change(deps, actor, 'admin', async (trx, audit) => {
    const newest = await queries.findNewest(trx, kind);
    const row = { kind, version: after + 1, document, by: actor.id };
    const isNext = (newest?.version ?? 0) === after && (await queries.insertVersion(trx, row));
    if (!isNext) {
      throw new AppError(
        'admin/outdated',
        'Someone else changed this email meanwhile. Look at their text first, then save yours.',
      );
    }
    const before = readSavedText(kind, newest?.document ?? null).text;
    const changes = findChanges(before, document ?? getRegistered(kind).text);
    audit(document === null ? 'mail-texts/reset' : 'mail-texts/changed', kind, changes);
  });
  const row = await queries.findNewest(deps.db, kind);
  return toEditedMail(deps, { kind, username: actor.name, row });
}

/** Throws with the broken rule of each field. */
function toFitting(kind: MailKind, { subject, heading, text, button }: MailText): MailText {
  const hasButton = getRegistered(kind).text.button !== null;
  const fitting = {
    subject,
    heading,
    text: text.replaceAll('\r\n', '\n'),
    button: hasButton ? button : null,
  };
  const fields = findTextProblems(fitting, listPlaceholders(kind));
  if (!fields) return fitting;
  throw new AppError('request/invalid', Object.values(fields)[0] ?? '', { fields });
}

type Saved = { kind: MailKind; username: string; row: VersionRow | undefined };

function toEditedMail(deps: TextDeps, { kind, username, row }: Saved): EditedMail {
  const { name, when, text: initial } = getRegistered(kind);
  const document = row?.document ?? null;
  return {
    kind,
    name,
    when,
    ...readSavedText(kind, document),
    initial,
    version: row?.version ?? 0,
    isDefault: document === null,
    savedAt: row?.savedAt.toISOString() ?? null,
    savedBy: row?.savedBy ?? null,
    placeholders: listSamples(deps, kind, username),
  };
}

/** `username` is the admin who looks at it. */
function listSamples(
  deps: Pick<Deps, 'brand' | 'config'>,
  kind: MailKind,
  username: string,
): EditedMail['placeholders'] {
  const site = { siteUrl: deps.config.siteUrl, coins: deps.brand.now().words.coins };
  const common = { ...readSite(deps), username: formatUsername(username) };
  const { placeholders } = getRegistered(kind);
  return [
    ...Object.entries(placeholders).map(([name, { description, sample, isRequired = false }]) => ({
      name,
      description,
      sample: typeof sample === 'string' ? sample : sample(site),
      isRequired,
    })),
    ...Object.entries(commonPlaceholders).map(([name, description]) => ({
      name,
      description,
      sample: common[name as keyof typeof common],
      isRequired: false,
    })),
  ];
}
