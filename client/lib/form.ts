import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';

import { showToast } from '#client/ui/overlay/toast.tsx';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';

export type Checked<Data> =
  | { data: Data; errors?: undefined }
  | { data?: undefined; errors: FieldErrors };

/** The form's named fields as typed. A checkbox is `on` or missing. */
export type FormFields = Record<string, string>;

/** Checks values against a shared schema. Errors are keyed by path: `title`, `questions.0.answers.1`. */
export function checkValues<S extends z.core.$ZodType>(
  schema: S,
  values: unknown,
): Checked<z.output<S>> {
  const result = z.safeParse(schema, values);
  if (result.success) return { data: result.data };
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}

/** NaN for an empty field, so that a schema rejects it. */
export function toNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}

/** With the name and value of the button that was used, if it has any. */
export function readFields(form: HTMLFormElement, button?: HTMLElement | null): FormFields {
  const texts = [...new FormData(form, button)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as FormFields;
}

/** For a form that publishes something: Enter in a field must not do it by accident. */
export function preventSubmitOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

type Options<Data, Answer> = {
  /** Usually `(fields) => checkValues(schema, fields)`. */
  check: (fields: FormFields) => Checked<Data>;
  send: (data: Data) => Promise<Answer>;
  /** Said in a toast. */
  done?: string | ((answer: Answer, data: Data) => string);
  onDone?: (answer: Answer, data: Data) => unknown;
  /** Handles a failure that is not about fields. By default it is the form's `problem`. */
  onError?: (error: Error) => unknown;
  /** For forms with one field: it shows every failure. */
  onlyField?: string;
  /** Called after the errors of the check are shown. */
  onInvalid?: (errors: FieldErrors) => unknown;
  /** The text of a failure. By default its message. */
  explain?: (error: Error) => string;
};

export type Form<Data = never, Answer = unknown> = {
  props: {
    ref: RefObject<HTMLFormElement | null>;
    noValidate: true;
    method: 'dialog';
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
  errors: FieldErrors;
  /** The failure of the last attempt, if no field shows it. */
  problem: string | undefined;
  /** The failure of the last attempt, wherever it is shown. */
  error: Error | null;
  isPending: boolean;
  answer: Answer | undefined;
  /** Name and error of one field. An error inside a list, such as `addresses.2`, belongs to the list's field. */
  field: (name: string) => { name: string; error: string | undefined };
  /** Shows each error beside its field and focuses the first invalid one. Returns whether there is one. */
  show: (errors: FieldErrors) => boolean;
  clear: (names: readonly string[]) => void;
  /** Like a submit, for editors without a form element. */
  sendChecked: (checked: Checked<Data>) => void;
  /** Sends data that is not in the fields, e.g. from a second button. */
  send: (data: Data) => void;
  reset: () => void;
  dismiss: () => void;
};

/** State of a form: checks it on submit, sends it, and shows errors of the check and of the server by field. */
export function useForm<Data, Answer>({
  check,
  send,
  done,
  onDone,
  onError,
  onlyField,
  onInvalid,
  explain = ({ message }) => message,
}: Options<Data, Answer>): Form<Data, Answer> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, data) => {
      if (done) {
        showToast(typeof done === 'string' ? done : done(answer, data), { tone: 'success' });
      }
      return onDone?.(answer, data);
    },
    onError: showFailure,
  });

  function show(found: FieldErrors): boolean {
    // Synchronously, so that aria-invalid is set when we look for the first invalid field.
    flushSync(() => setErrors(found));
    // An editor without a form element has its fields on the page.
    const fields = ref.current ?? document.querySelector('main');
    const invalid = fields?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    return Boolean(invalid);
  }

  function sendChecked(checked: Checked<Data>): void {
    setProblem(undefined);
    show(checked.errors ?? {});
    if (checked.errors) onInvalid?.(checked.errors);
    else if (!sending.isPending) sending.mutate(checked.data);
  }

  function clear(names: readonly string[]): void {
    const isLeft = (key: string) => !names.some((name) => isAbout(name, key));
    if (Object.keys(errors).every(isLeft)) return;
    setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => isLeft(key))));
  }

  function showFailure(error: Error) {
    if (error instanceof AppError && error.fields && show(error.fields)) return;
    if (onlyField && show({ [onlyField]: explain(error) })) return;
    if (onError) onError(error);
    else setProblem(explain(error));
  }

  return {
    props: {
      ref,
      noValidate: true,
      // Without React, submitting does nothing. The default would put the fields into the address.
      method: 'dialog',
      onSubmit(event) {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        sendChecked(check(readFields(event.currentTarget, submitter)));
      },
      // Remove the error of a field as soon as the player edits it.
      onInput: ({ target }) => clear([(target as HTMLInputElement).name]),
    },
    errors,
    problem,
    error: sending.error,
    isPending: sending.isPending,
    answer: sending.data,
    field: (name) => ({ name, error: findError(errors, name) }),
    show,
    clear,
    sendChecked,
    send: sending.mutate,
    reset: () => ref.current?.reset(),
    dismiss: sending.reset,
  };
}

function findError(errors: FieldErrors, name: string): string | undefined {
  return Object.entries(errors).find(([key]) => isAbout(name, key))?.[1];
}

function isAbout(name: string, key: string): boolean {
  return name !== '' && (key === name || key.startsWith(`${name}.`));
}
