import { useNavigate } from '@tanstack/react-router';

import { checkValues } from '#client/lib/form.ts';
import { useVersionedDraft } from '#client/lib/versioned-draft.ts';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Appearance } from '#shared/endpoints/appearance.ts';
import type { EditedAppearance } from '#shared/endpoints/appearance.ts';
import type { FieldErrors } from '#shared/errors.ts';

import { appearanceQuery, publishAppearance } from './appearance.queries.ts';
import { partOf } from './parts.ts';

export function useAppearance(published: EditedAppearance) {
  const goToError = useGoToError();
  const editing = useVersionedDraft({
    current: published,
    queryKey: appearanceQuery.queryKey,
    read: ({ appearance }: EditedAppearance) => appearance,
    check: (draft) => checkValues(Appearance, draft),
    send: publishAppearance,
    describeSaved: () => 'Published. Open pages update within seconds.',
    leaveText: 'Your changes are not published. Leave and lose them?',
    onError: ({ message }) => showToast(message, { tone: 'danger' }),
    onInvalid: (errors) => void goToError(errors),
    follows: true,
  });
  return { ...editing, discard: () => editing.load(published) };
}

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
