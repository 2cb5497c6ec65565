import type * as z from 'zod/mini';

import { checkValues } from '#client/lib/form.ts';
import type { Checked, Form, FormFields } from '#client/lib/form.ts';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { PasswordField } from '#client/ui/text-field.tsx';
import { passwordLength } from '#shared/accounts.ts';
import type { FieldErrors } from '#shared/errors.ts';

import { NewPasswordField } from './new-password-field.tsx';

const mismatchText = 'Passwords do not match.';

/** A new password, twice, under the names `password` and `confirm`. */
export function PasswordPair({ label, form }: { label: string; form: Form }) {
  return (
    <>
      <NewPasswordField
        required
        {...form.field('password')}
        label={label}
        hint={`At least ${passwordLength.min} characters. A few unrelated words make a good one.`}
      />
      <PasswordField
        required
        {...form.field('confirm')}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}

/** For `onInvalid`. The alert gives the focus back to the field, so it comes after the error is shown. */
export function alertMismatch({ confirm }: FieldErrors): void {
  if (confirm === mismatchText) void showAlert(mismatchText);
}

/** Once all fields are filled, two different passwords are the only error. */
export function checkWithPasswords<S extends z.core.$ZodType>(
  schema: S,
  { confirm, ...values }: FormFields,
): Checked<z.output<S>> {
  if (!confirm) {
    const { errors } = checkValues(schema, values);
    return { errors: { ...errors, confirm: 'Repeat your password.' } };
  }
  const isComplete = Object.values(values).every((value) => value !== '');
  if (isComplete && values.password !== confirm) return { errors: { confirm: mismatchText } };
  return checkValues(schema, values);
}
