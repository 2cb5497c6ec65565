import { useState } from 'react';
import type { ReactNode } from 'react';

import { useForm } from '#client/lib/form.ts';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';

type Props = {
  title: string;
  label: string;
  hint: string;
  submitLabel: string;
  doneText: string;
  onSubmit: (note: string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
};

export function NoteDialog(props: Props) {
  const { title, label, hint, submitLabel, doneText, onSubmit, onClose, children } = props;
  const [note, setNote] = useState('');
  const form = useForm({
    check: () => ({ data: note }),
    send: onSubmit,
    done: doneText,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      submitLabel={submitLabel}
      disabled={note.trim() === ''}
      onClose={onClose}
    >
      {children}
      <TextareaField
        required
        label={label}
        hint={hint}
        rows={3}
        maxLength={300}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
