import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import type { FieldErrors } from '#shared/errors.ts';

const fieldByCode: Partial<Record<ErrorCode, string>> = {
  'accounts/username-taken': 'username',
  'accounts/username-reserved': 'username',
  'accounts/username-claimable': 'username',
  'accounts/email-taken': 'email',
  'accounts/weak-password': 'password',
};

/** The field that a refusal is about, where the server names it by its code only. */
export function fieldsOf(error: Error): FieldErrors {
  const field = error instanceof AppError ? fieldByCode[error.code] : undefined;
  return field ? { [field]: error.message } : {};
}
