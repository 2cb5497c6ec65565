import { AppError } from '#shared/errors.ts';

/** Error of the sign-in SDK: a code such as `auth/wrong-password` and a wrapped message. */
type ProviderError = { code: string; message: string };

const signInTexts: Record<string, string> = {
  'auth/user-not-found': 'No account found with that email.',
  'auth/wrong-password': 'Incorrect password. Please try again.',
  'auth/too-many-requests': 'Too many failed attempts. Please try again later.',
};

const requestTexts: Record<string, string> = {
  ...signInTexts,
  'auth/invalid-email': 'This email address is not valid.',
  'auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
};

const invalidCodeErrors = new Set(['auth/invalid-action-code', 'auth/expired-action-code']);

/** Provider errors use the texts of docs/specification.md; web-login keeps the server's text. */
export function explainSignIn(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const busy = codeOf(error) === 'auth/server-busy' ? readMessage(error) : undefined;
  return (
    busy ?? signInTexts[codeOf(error)] ?? 'Login failed. Please check your email and password.'
  );
}

export function explainResetRequest(error: unknown): string {
  const text = requestTexts[codeOf(error)] ?? readMessage(error) ?? 'The email could not be sent.';
  return `Error: ${text}`;
}

export function explainResetConfirm(error: unknown): string {
  if (isInvalidCode(error)) return 'Invalid or expired reset code.';
  return requestTexts[codeOf(error)] ?? readMessage(error) ?? 'Failed to reset password.';
}

/** True if the link was used, replaced or has expired, or its address is no longer the account's. */
export function isInvalidCode(error: unknown): boolean {
  return invalidCodeErrors.has(codeOf(error));
}

export function explainEmailConfirm(error: unknown): string {
  return requestTexts[codeOf(error)] ?? readMessage(error) ?? 'The address could not be confirmed.';
}

function codeOf(error: unknown): string {
  return isProviderError(error) ? error.code : '';
}

/** Strips the wrapping from `Firebase: Password is too common (auth/weak-password).` */
function readMessage(error: unknown): string | undefined {
  if (!isProviderError(error)) return undefined;
  const text = error.message
    .replace(/^Firebase: /, '')
    .replace(/ ?\(auth\/[\w-]+\)\.?$/, '')
    .trim();
  return text === '' || text === 'Error' ? undefined : text;
}

function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('auth/');
}
