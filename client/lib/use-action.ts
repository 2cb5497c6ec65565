import { useMutation } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import type { IconName } from '#client/ui/icon-names.ts';
import { showToast } from '#client/ui/toast.tsx';

import { isSignInCanceled } from './fresh-sign-in.ts';
import { queryClient } from './query-client.ts';

/** Something a user can do, as data: `ActionButton` shows it as a button, `run` runs it from anywhere else. */
export type Action<Answer = unknown> = {
  /** The text of the button. */
  name: string;
  icon?: IconName | undefined;
  /** Asked first. A function asks in its own way, e.g. twice, and answers whether to go on. */
  ask?: string | undefined | (() => Promise<boolean>);
  /** The button of the question. By default the name. */
  confirmLabel?: string;
  /** Marks the question as dangerous: its focus is on Cancel. */
  danger?: boolean;
  call: () => Promise<Answer>;
  /** The toast of a success. */
  done?: string | ((answer: Answer) => string);
  /** Read again afterwards, also after a failure: another admin may have changed it. By default the admin area. */
  refresh?: QueryKey;
};

/** Runs actions: asks, sends, and says in a toast that it is done or in an alert why not. */
export function useAction() {
  const sending = useMutation({
    mutationFn: ({ call }: Pick<Action, 'call'>) => call(),
    onError: showFailure,
  });

  /** Whether it was done. */
  async function run<Answer>(action: Omit<Action<Answer>, 'name'> & { name?: string }) {
    const { ask, danger, name, confirmLabel = name, call, done, refresh = ['admin'] } = action;
    const tone = danger ? 'danger' : 'primary';
    const question = { tone, ...(confirmLabel && { confirmLabel }) } as const;
    const isSure =
      typeof ask === 'string' ? await askConfirm(ask, question) : await ask?.().catch(showFailure);
    if (isSure === false) return false;
    try {
      // The cast is safe: it is the answer of this call.
      const answer = (await sending.mutateAsync({ call })) as Answer;
      if (done) showToast(typeof done === 'string' ? done : done(answer), { tone: 'success' });
      return true;
    } catch {
      return false;
    } finally {
      await queryClient.invalidateQueries({ queryKey: refresh });
    }
  }

  return { run, isPending: sending.isPending };
}

function showFailure(error: Error): false {
  if (!isSignInCanceled(error)) void showAlert(error.message);
  return false;
}
