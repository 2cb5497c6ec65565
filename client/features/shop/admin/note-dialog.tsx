import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';

import styles from './logs.module.css';

type Props = {
  title: string;
  label: string;
  hint: string;
  submitLabel: string;
  doneText: string;
  onSubmit: (note: string) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks an admin for the note that closes a matter. It is recorded in the audit log. */
export function NoteDialog(props: Props) {
  const { title, label, hint, submitLabel, doneText, onSubmit, onClose, children } = props;
  const formId = useId();
  const [note, setNote] = useState('');
  const submitting = useMutation({
    mutationFn: () => onSubmit(note),
    onSuccess: () => {
      showToast(doneText, { tone: 'success' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!submitting.isPending) submitting.mutate();
  }
  return (
    <Dialog
      title={title}
      size="sm"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            disabled={note.trim() === ''}
            pending={submitting.isPending}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit}>
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
        {submitting.error && (
          <Callout tone="danger" live>
            {submitting.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
