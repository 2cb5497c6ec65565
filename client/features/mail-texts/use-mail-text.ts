/**
 * The state of one editing session. Invariants: a save is always based on the opened version, so it never
 * overwrites someone else's text unseen, and the text on the screen stays until the admin replaces it.
 */
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { AppError } from '#shared/errors.ts';
import { findTextProblems } from '#shared/mail-fill.ts';
import { MailText } from '#shared/mail-texts.ts';
import type { EditedMail } from '#shared/mail-texts.ts';

import { mailTextsQuery, resetMailText, saveMailText } from './mail-texts.queries.ts';

export type MailTextForm = ReturnType<typeof useMailText>;

export function useMailText(mail: EditedMail) {
  const [base, setBase] = useState(mail);
  const [draft, setDraft] = useState(mail.text);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.text);

  /** Replaces the text on the screen. */
  function load(next: EditedMail) {
    setBase(next);
    setDraft(next.text);
    form.show({});
  }

  function check(): Checked<MailText> {
    const checked = checkValues(MailText, draft);
    if (!checked.data) return checked;
    const errors = findTextProblems(checked.data, mail.placeholders);
    return errors ? { errors } : checked;
  }

  const form = useForm<MailText | null, EditedMail>({
    check,
    send: (text) =>
      text === null
        ? resetMailText(mail.kind, base.version)
        : saveMailText(mail.kind, { text, version: base.version }),
    onDone: (saved) => {
      load(saved);
      const what = saved.isDefault ? 'The default text is used again.' : 'Saved.';
      showToast(`${what} The next email has this text.`, { tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'admin/outdated') {
        void queryClient.invalidateQueries({ queryKey: mailTextsQuery.queryKey });
      }
      showToast(error.message, { tone: 'danger' });
    },
  });

  useWarning(isDirty);
  return {
    form,
    draft,
    isDirty,
    /** Someone else saved meanwhile. */
    isBehind: mail.version > base.version && !form.isPending,
    check,
    change: (part: Partial<MailText>) => setDraft((before) => ({ ...before, ...part })),
    reset: () => form.send(null),
    load,
    /** The next save replaces the newer text, which stays in the history. */
    keepMine: () => setBase({ ...base, version: mail.version }),
  };
}

function useWarning(isDirty: boolean): void {
  useBlocker({
    // The list and the other emails are at the same path.
    shouldBlockFn: async () => {
      if (!isDirty) return false;
      return !(await askConfirm('This email has unsaved changes. Leave and lose them?', {
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        tone: 'danger',
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
