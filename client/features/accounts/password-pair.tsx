import type * as z from 'zod/mini';

import { checkValues } from '#client/lib/form.ts';
import type { Checked, Form, FormFields } from '#client/lib/form.ts';
import { PasswordField } from '#client/ui/form/text-field.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { passwordLength } from '#shared/endpoints/accounts.ts';
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

/** Checks all fields at once, so that one attempt names everything that is wrong. */
export function checkWithPasswords<S extends z.core.$ZodType>(
  schema: S,
  { confirm, ...values }: FormFields,
): Checked<z.output<S>> {
  const checked = checkValues(schema, values);
  if (confirm === values.password && confirm) return checked;
  const error = confirm && values.password ? mismatchText : 'Repeat your password.';
  return { errors: { ...checked.errors, confirm: error } };
}
