import { useState } from 'react';
import type { ComponentProps } from 'react';

import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { Switch, SwitchField } from '#client/ui/form/switch.tsx';

type Props<Answer> = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  action: Action<Answer>;
  /** The accessible name where the action's name alone is not clear. */
  label?: string | undefined;
};

export function ActionButton<Answer>({ action, label, pending, ...look }: Props<Answer>) {
  const { run, isPending } = useAction();
  return (
    <Button
      icon={action.icon}
      aria-label={label}
      {...look}
      pending={isPending || pending}
      onClick={() => void run(action)}
    >
      {action.name}
    </Button>
  );
}

/** The action of a row: only its icon. */
export function ActionIcon<Answer>({ action, label }: { action: Action<Answer>; label: string }) {
  const { run, isPending } = useAction();
  return (
    <IconButton
      size="sm"
      icon={action.icon ?? 'trash'}
      label={label}
      pending={isPending}
      onClick={() => void run(action)}
    />
  );
}

type DeleteProps<Answer> = Pick<Action<Answer>, 'ask' | 'call' | 'done' | 'refresh'> & {
  name: string;
};

export function DeleteIcon<Answer>({ name, ...action }: DeleteProps<Answer>) {
  return (
    <ActionIcon label={`Delete ${name}`} action={{ ...action, name: 'Delete', danger: true }} />
  );
}

type SwitchProps<Answer> = {
  label: string;
  /** Shown with the label beside the switch. Without it the label is for screen readers. */
  hint?: string | undefined;
  checked: boolean;
  action: (next: boolean) => Omit<Action<Answer>, 'name'>;
};

/** A switch that is saved at once. It shows the new state while it is sent. */
export function ActionSwitch<Answer>({ label, hint, checked, action }: SwitchProps<Answer>) {
  const { run, isPending } = useAction();
  const [wanted, setWanted] = useState(checked);
  const state = {
    label,
    checked: isPending ? wanted : checked,
    onChange(next: boolean) {
      if (isPending) return;
      setWanted(next);
      void run(action(next));
    },
  };
  return hint ? <SwitchField {...state} hint={hint} /> : <Switch {...state} />;
}
