import { useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';

import type { FieldErrors } from '#shared/errors.ts';

type Checked<S extends z.core.$ZodType> =
  | { data: z.output<S>; errors?: undefined }
  | { data?: undefined; errors: FieldErrors };

/** Checks values against a shared schema; returns the first error per field. */
export function checkValues<S extends z.core.$ZodType>(schema: S, values: unknown): Checked<S> {
  const result = z.safeParse(schema, values);
  if (result.success) return { data: result.data };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) errors[String(issue.path[0])] ??= issue.message;
  return { errors };
}

type FormErrorsState = {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  /** Shows each error beside its field and focuses the first invalid field. */
  show: (errors: FieldErrors) => void;
  /** For the form's `onInput`: removes the error of the field being edited. */
  clearError: (event: FormEvent<HTMLFormElement>) => void;
};

export function useFormErrors(): FormErrorsState {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  return {
    form,
    errors,
    show(found) {
      // Synchronously, so that aria-invalid is set when we look for the first invalid field.
      flushSync(() => setErrors(found));
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    },
    clearError({ target }) {
      const { name } = target as HTMLInputElement;
      if (!(name in errors)) return;
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)));
    },
  };
}

export function readField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
