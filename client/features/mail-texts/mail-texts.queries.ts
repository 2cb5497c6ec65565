import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read, readPage } from '#client/lib/read.ts';
import type { EditedMail, MailKind } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

export const mailTextsQuery = read('admin', 'GET /api/admin/mail-texts', {});

export function mailTextVersionsQuery(kind: MailKind, page: number) {
  const params = { kind };
  return readPage('admin', 'GET /api/admin/mail-texts/{kind}/versions', {
    params,
    query: { page },
  });
}

type SavedText = { text: MailText; version: number };

export async function saveMailText(kind: MailKind, body: SavedText): Promise<EditedMail> {
  return keep(await call('PUT /api/admin/mail-texts/{kind}', { params: { kind }, body }));
}

export async function resetMailText(kind: MailKind, version: number): Promise<EditedMail> {
  const input = { params: { kind }, body: { version } };
  return keep(await call('POST /api/admin/mail-texts/{kind}/reset', input));
}

export function sendMailSample(kind: MailKind, body: MailText) {
  return call('POST /api/admin/mail-texts/{kind}/test-mail', { params: { kind }, body });
}

function keep(mail: EditedMail): EditedMail {
  queryClient.setQueryData(
    mailTextsQuery.queryKey,
    (before) =>
      before && { mails: before.mails.map((one) => (one.kind === mail.kind ? mail : one)) },
  );
  void queryClient.invalidateQueries({ queryKey: mailTextVersionsQuery(mail.kind, 1).queryKey });
  return mail;
}
