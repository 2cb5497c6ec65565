import { checkValues } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { useVersionedDraft } from '#client/lib/versioned-draft.ts';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { MailText } from '#shared/endpoints/mail-texts.ts';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';
import { findTextProblems } from '#shared/rules/mail-fill.ts';

import { mailTextsQuery, resetMailText, saveMailText } from './mail-texts.queries.ts';

export type MailTextForm = ReturnType<typeof useMailText>;

export function useMailText(mail: EditedMail) {
  const { kind, placeholders } = mail;

  function check(draft: MailText): Checked<MailText> {
    const checked = checkValues(MailText, draft);
    if (!checked.data) return checked;
    const errors = findTextProblems(checked.data, placeholders);
    return errors ? { errors } : checked;
  }

  const text = useVersionedDraft<EditedMail, MailText, MailText | null>({
    current: mail,
    queryKey: mailTextsQuery.queryKey,
    read: (document) => document.text,
    check,
    send: (sent, version) =>
      sent === null ? resetMailText(kind, version) : saveMailText(kind, { text: sent, version }),
    describeSaved: ({ isDefault }) =>
      `${isDefault ? 'The default text is used again.' : 'Saved.'} The next email has this text.`,
    leaveText: 'This email has unsaved changes. Leave and lose them?',
    leavesWithinPath: true,
    onError: ({ message }) => showToast(message, { tone: 'danger' }),
  });

  return { ...text, check: () => check(text.draft), reset: () => text.form.send(null) };
}
