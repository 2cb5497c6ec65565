import { useMutation } from '@tanstack/react-query';

import { queryClient } from '#client/lib/query-client.ts';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { showToast } from '#client/ui/toast.tsx';

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
export function usePlayerChange() {
  const change = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (_, { done }) => showToast(done, { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
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
