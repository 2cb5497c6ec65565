import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { Appearance } from '#shared/appearance.ts';
import type { EditedAppearance } from '#shared/appearance.ts';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';

import { appearanceQuery, publishAppearance } from './appearance.queries.ts';
import { partOf } from './parts.ts';

/** The draft, what it is based on, and publishing it. */
export function useAppearance(published: EditedAppearance) {
  const [base, setBase] = useState(published);
  const [draft, setDraft] = useState(published.appearance);
  /** Changes when the whole draft is replaced: lists and errors start again. */
  const [revision, setRevision] = useState(0);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base.appearance);
  const isBehind = published.version !== base.version;
  const goToError = useGoToError();

  function load(next: EditedAppearance) {
    setBase(next);
    setDraft(next.appearance);
    setRevision((before) => before + 1);
    form.show({});
  }

  const form = useForm({
    check: () => checkValues(Appearance, draft),
    send: (appearance) => publishAppearance(appearance, base.version),
    onDone: (answer) => {
      load(answer);
      showToast('Published. Open pages follow within seconds.', { tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'admin/outdated') {
        void queryClient.invalidateQueries({ queryKey: appearanceQuery.queryKey });
      }
      showToast(error.message, { tone: 'danger' });
    },
    onInvalid: (errors) => void goToError(errors),
  });

  // Nothing would be lost, so the newer version is taken without a question.
  if (isBehind && !isDirty && !form.isPending) {
    setBase(published);
    setDraft(published.appearance);
    setRevision(revision + 1);
  }

  useWarning(isDirty);
  return {
    form,
    draft,
    base,
    revision,
    isDirty,
    /** Someone else published meanwhile. */
    isBehind: isBehind && isDirty && !form.isPending,
    set: (change: Partial<Appearance>) => setDraft((before) => ({ ...before, ...change })),
    discard: () => load(published),
    /** The draft replaces the newer version when it is published. */
    keepMine: () => setBase(published),
    loadPublished: () => {
      const newest = queryClient.getQueryData(appearanceQuery.queryKey);
      if (newest) load(newest);
    },
  };
}

/** Shows the part of the form with the first error, and focuses its field. */
function useGoToError() {
  const navigate = useNavigate();
  return async (errors: FieldErrors) => {
    const [path] = Object.keys(errors);
    if (path === undefined) return;
    await navigate({ to: '/admin/appearance', hash: partOf(path), resetScroll: false });
    const invalid = [...document.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    invalid.find((field) => field.checkVisibility())?.focus();
  };
}

function useWarning(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname) return false;
      const text = 'Your changes are not published. Leave and lose them?';
      return !(await askConfirm(text, {
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        tone: 'danger',
      }));
    },
    enableBeforeUnload: () => isDirty,
  });
}
