import { useId } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';

import type { Form as FormState } from '#client/lib/form.ts';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import type { ButtonLook } from '#client/ui/form/button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';

import styles from './form.module.css';

type SubmitProps = ButtonLook & {
  form: FormState;
  submitLabel: ReactNode;
  icon?: IconName | undefined;
  /** While the form cannot be sent at all. */
  disabled?: boolean | undefined;
  children?: ReactNode;
};

type FormProps = SubmitProps & {
  /** Beside the submit button: a link to cancel, a second button. */
  buttons?: ReactNode;
  className?: string | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
};

/** Fields below each other, the problem that no field shows, and the submit button. */
export function Form({
  form,
  submitLabel,
  buttons,
  className,
  onKeyDown,
  children,
  tone = 'primary',
  ...look
}: FormProps) {
  return (
    <Stack as="form" gap={4} {...form.props} className={className} onKeyDown={onKeyDown}>
      {children}
      <Failure error={form.problem} />
      <Row>
        <Button type="submit" tone={tone} {...look} pending={form.isPending}>
          {submitLabel}
        </Button>
        {buttons}
      </Row>
    </Stack>
  );
}

type InlineProps = Pick<SubmitProps, 'form' | 'submitLabel' | 'tone' | 'icon' | 'children'>;

/** One field with its button beside it. Use `onlyField` in the form, so that the field shows every failure. */
export function InlineForm({ form, submitLabel, children, ...look }: InlineProps) {
  return (
    <form {...form.props} className={styles.inline}>
      {children}
      <Button type="submit" {...look} pending={form.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}

type FormDialogProps = Omit<SubmitProps, 'block'> & {
  /** The field to begin with. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  title: ReactNode;
  dialogSize?: 'sm' | 'md' | 'lg' | undefined;
  onClose: () => void;
};

/** A form in a dialog, with Cancel and the submit button in its footer. */
export function FormDialog({
  form,
  title,
  submitLabel,
  dialogSize = 'sm',
  initialFocus,
  onClose,
  children,
  tone = 'primary',
  ...look
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      size={dialogSize}
      title={title}
      initialFocus={initialFocus}
      // A stray click must not lose the input.
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} tone={tone} {...look} pending={form.isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack as="form" gap={4} id={formId} {...form.props}>
        {children}
        <Failure error={form.problem} />
      </Stack>
    </Dialog>
  );
}
