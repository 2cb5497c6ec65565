import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/text-field.tsx';

import { readField } from './read-field.ts';

import styles from './forms.module.css';

type Props = {
  title: string;
  submitLabel: string;
  initial?: string | undefined;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
};

export function NameDialog({ title, submitLabel, initial = '', onSave, onClose }: Props) {
  const saving = useMutation({ mutationFn: onSave, onSuccess: onClose });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = readField(event.currentTarget, 'name');
    if (!saving.isPending) saving.mutate(name);
  }
  return (
    <Dialog size="sm" title={title} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          required
          name="name"
          label="Name"
          hint="Players see it if there is more than one server."
          defaultValue={initial}
          maxLength={40}
          autoComplete="off"
          error={saving.error?.message}
        />
        <Button type="submit" tone="primary" block pending={saving.isPending}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}
