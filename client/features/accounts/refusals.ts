import { AppError } from '#shared/errors.ts';
import type { ErrorCode, FieldErrors } from '#shared/errors.ts';

const fieldByCode: Partial<Record<ErrorCode, string>> = {
  'accounts/username-taken': 'username',
  'accounts/username-reserved': 'username',
  'accounts/email-taken': 'email',
  'accounts/weak-password': 'password',
};

/** Errors by field, if the server rejected certain fields. */
export function fieldsOf(error: unknown): FieldErrors {
  if (!(error instanceof AppError)) return {};
  const field = fieldByCode[error.code];
  return error.fields ?? (field ? { [field]: error.message } : {});
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
