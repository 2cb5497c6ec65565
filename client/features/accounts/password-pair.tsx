import * as z from 'zod/mini';

import { PasswordField } from '#client/ui/text-field.tsx';
import { passwordLength } from '#shared/accounts.ts';
import type { FieldErrors } from '#shared/errors.ts';

export const mismatchText = 'Passwords do not match.';

export const Confirmation = z.string().check(z.minLength(1, 'Repeat your password.'));

type Props = { label: string; errors: FieldErrors };

/** A new password, twice, under the names `password` and `confirm`. */
export function PasswordPair({ label, errors }: Props) {
  return (
    <>
      <PasswordField
        required
        name="password"
        label={label}
        autoComplete="new-password"
        hint={`At least ${passwordLength.min} characters. A few unrelated words make a good one.`}
        error={errors.password}
      />
      <PasswordField
        required
        name="confirm"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirm}
      />
    </>
  );
}
