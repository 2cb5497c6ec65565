import { useMutation } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';

import type { IconName } from '#client/ui/icon/icon-names.ts';
import { askConfirm, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';

import { isSignInCanceled } from './fresh-sign-in.ts';
import { queryClient } from './query-client.ts';

/** Something a user can do, as data: `ActionButton` shows it as a button, `run` runs it from anywhere else. */
export type Action<Answer = unknown> = {
  name: string;
  icon?: IconName | undefined;
  /** Asked first. A function asks in its own way, e.g. twice, and answers whether to go on. */
  ask?: string | undefined | (() => Promise<boolean>);
  /** The button of the question. By default the name. */
  confirmLabel?: string;
  /** Marks the question as dangerous: its focus is on Cancel. */
  danger?: boolean;
  call: () => Promise<Answer>;
  done?: string | ((answer: Answer) => string);
  /** The exact opposite. The toast offers it for ten seconds, so that no question is needed. */
  undo?: (() => Promise<unknown>) | undefined;
  /** Says nothing if the user does not enter the password that the call asks for. */
  isCancelable?: boolean;
  /** Read again afterwards, also after a failure: another admin may have changed it. By default the admin area. */
  refresh?: QueryKey | undefined;
};

const undoSeconds = 10;

type Runnable<Answer = unknown> = Omit<Action<Answer>, 'name'> & { name?: string };

/** Runs actions: asks, sends, and says in a toast that it is done or in an alert why not. */
export function useAction() {
  const sending = useMutation({
    mutationFn: ({ call }: Runnable) => call(),
    onSuccess: (answer, { done, undo, refresh }) => {
      if (!done) return;
      const text = typeof done === 'string' ? done : done(answer);
      const onUndo = undo && (() => void run({ call: undo, done: 'Undone.', refresh }));
      showToast(text, { tone: 'success', onUndo, ...(undo && { seconds: undoSeconds }) });
    },
    onError: (error, { isCancelable }) => {
      if (!isCancelable || !isSignInCanceled(error)) showFailure(error);
    },
    // Pending until it is read again, so that a switch does not show its old state in between.
    onSettled: (_, __, { refresh = ['admin'] }) =>
      queryClient.invalidateQueries({ queryKey: refresh }),
  });

  /** Whether it was done. */
  async function run<Answer>(action: Runnable<Answer>): Promise<boolean> {
    if (!(await askFirst(action))) return false;
    // The cast is safe: `done` gets the answer of its own call.
    return sending.mutateAsync(action as Runnable).then(
      () => true,
      () => false,
    );
  }

  return { run, isPending: sending.isPending };
}

async function askFirst({
  ask,
  danger,
  name = 'OK',
  confirmLabel = name,
}: Pick<Runnable, 'ask' | 'danger' | 'name' | 'confirmLabel'>): Promise<boolean> {
  if (typeof ask === 'function') return ask().catch(showFailure);
  if (ask === undefined) return true;
  return askConfirm(ask, { confirmLabel, tone: danger ? 'danger' : 'primary' });
}

function showFailure(error: Error): false {
  void showAlert(error.message);
  return false;
}
