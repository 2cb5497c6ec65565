import { useMutation } from '@tanstack/react-query';

import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { ManagedUser } from '#shared/players.ts';

import { invalidatePlayer } from './manage.queries.ts';

type Change = {
  /** Confirmation to ask first; omitted where submitting the form is enough. */
  question?: string;
  confirmLabel?: string;
  isDangerous?: boolean;
  send: () => Promise<unknown>;
  done: string;
};

/**
 * Runs an admin's change to a player: asks for confirmation if there is a question, shows a toast, and
 * always reloads the player, also after a conflict with another admin.
 */
export function usePlayerChange({ username }: Pick<ManagedUser, 'username'>) {
  const change = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (_, { done }) => showToast(done, { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
    onSettled: () => invalidatePlayer(username),
  });
  async function run(request: Change): Promise<boolean> {
    const isSure =
      !request.question ||
      (await askConfirm(request.question, {
        confirmLabel: request.confirmLabel ?? 'OK',
        tone: request.isDangerous ? 'danger' : 'primary',
      }));
    if (!isSure) return false;
    return change.mutateAsync(request).then(
      () => true,
      () => false,
    );
  }
  return { run, isPending: change.isPending };
}
