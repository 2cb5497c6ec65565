import { useMutation } from '@tanstack/react-query';

import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { ManagedUser } from '#shared/admin.ts';

import { readPlayerAgain } from './manage.queries.ts';

type Change = {
  /** Asked first; left out where the form itself is the question. */
  question?: string;
  confirmLabel?: string;
  isDangerous?: boolean;
  send: () => Promise<unknown>;
  done: string;
};

/**
 * Whatever an admin does to a player: asked where it is grave, told when done, and read again in any
 * case, also when another admin was quicker.
 */
export function usePlayerChange({ username }: Pick<ManagedUser, 'username'>) {
  const change = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (_, { done }) => showToast(done, { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
    onSettled: () => readPlayerAgain(username),
  });
  async function run(wanted: Change): Promise<boolean> {
    const isSure =
      !wanted.question ||
      (await askConfirm(wanted.question, {
        confirmLabel: wanted.confirmLabel ?? 'OK',
        tone: wanted.isDangerous ? 'danger' : 'primary',
      }));
    if (!isSure) return false;
    return change.mutateAsync(wanted).then(
      () => true,
      () => false,
    );
  }
  return { run, isPending: change.isPending };
}
