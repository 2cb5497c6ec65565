/**
 * The state of one editing session. Invariants: a save is always based on the opened version, so it never
 * overwrites someone else's text unseen, and the text on the screen stays until the author replaces it.
 */
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { readHtml } from '#client/ui/rich-text/rich-text.tsx';
import { useTextEditor } from '#client/ui/rich-text/text-editor.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { AppError } from '#shared/errors.ts';
import { PageText } from '#shared/own-pages.ts';
import type { EditedPage } from '#shared/own-pages.ts';

import { editedPageQuery, saveOwnPage } from './own-pages.queries.ts';

type SentText = PageText & { isPublished: boolean };

export type PageTextForm = ReturnType<typeof usePageText>;

export function usePageText(page: EditedPage) {
  const editing = useTextEditor({
    content: page.content,
    placeholder: 'Write the page here.',
    onChange: (content) => change({ content }),
  });
  const { editor } = editing;
  // Use the editor's own HTML, so loading a page does not count as a change.
  const [fields, setFields] = useState<PageText>(() => ({
    title: page.title,
    description: page.description,
    content: readHtml(editor),
  }));
  const [baseline, setBaseline] = useState(fields);
  const [version, setVersion] = useState(page.version);
  const isDirty = JSON.stringify(fields) !== JSON.stringify(baseline);

  const form = useForm({
    check: () => checkText(false),
    send: ({ isPublished, ...text }: SentText) =>
      saveOwnPage(page.id, { ...text, version, isPublished }),
    onDone: (saved, { title, description, content }) => {
      setBaseline({ title, description, content });
      setVersion(saved.version);
      const isShown = saved.publishedVersion === saved.version;
      showToast(isShown ? 'The page is published.' : 'The draft is saved.', { tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'admin/outdated') {
        void queryClient.invalidateQueries({ queryKey: editedPageQuery(page.id).queryKey });
      }
    },
  });

  /** Sends the fields as they are, so that they are not dirty afterwards; the server trims them too. */
  function checkText(isPublished: boolean): Checked<SentText> {
    const { errors } = checkValues(PageText, fields);
    return errors ? { errors } : { data: { ...fields, isPublished } };
  }

  function change(part: Partial<PageText>) {
    setFields((before) => ({ ...before, ...part }));
    if (Object.keys(form.errors).length > 0) form.show({});
  }

  function save(isPublished: boolean) {
    if (form.isPending) return;
    const { data, errors } = checkText(isPublished);
    if (data) return form.send(data);
    form.show(errors);
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }

  /** Replaces the text on the screen. */
  function load({ title, description, content, version: loaded }: EditedPage) {
    editor.commands.setContent(content, { emitUpdate: false });
    const fresh = { title, description, content: readHtml(editor) };
    setFields(fresh);
    setBaseline(fresh);
    setVersion(loaded);
    form.show({});
  }

  useWarning(isDirty);
  return {
    editing,
    fields,
    errors: form.errors,
    error: form.error,
    isPending: form.isPending,
    isDirty,
    /** Someone else saved meanwhile. */
    isBehind: page.version > version && !form.isPending,
    change,
    save,
    load,
    /** The next save replaces the newer text, which stays in the history. */
    keepMine: () => setVersion(page.version),
  };
}

function useWarning(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false;
      const text = 'This page has unsaved changes. Leave and lose them?';
      return !(await askConfirm(text, {
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        tone: 'danger',
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
