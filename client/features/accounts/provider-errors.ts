import { AppError } from '#shared/errors.ts';

/** What the sign-in SDK throws: a code such as `auth/wrong-password` and a wrapped message. */
type ProviderError = { code: string; message: string };

const signInTexts: Record<string, string> = {
  'auth/user-not-found': 'No account found with that email.',
  'auth/wrong-password': 'Incorrect password. Please try again.',
  'auth/too-many-requests': 'Too many failed attempts. Please try again later.',
};

const requestTexts: Record<string, string> = {
  ...signInTexts,
  'auth/invalid-email': 'This is not an email address we can write to.',
  'auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
};

const spentCodes = new Set(['auth/invalid-action-code', 'auth/expired-action-code']);

/** The provider's refusals by the spec's texts; a refusal of web-login keeps the server's own. */
export function explainSignIn(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const busy = codeOf(error) === 'auth/server-busy' ? readMessage(error) : undefined;
  return (
    busy ?? signInTexts[codeOf(error)] ?? 'Login failed. Please check your email and password.'
  );
}

export function explainResetRequest(error: unknown): string {
  const text = requestTexts[codeOf(error)] ?? readMessage(error) ?? 'The mail could not be sent.';
  return `Error: ${text}`;
}

export function explainResetConfirm(error: unknown): string {
  if (spentCodes.has(codeOf(error))) return 'Invalid or expired reset code.';
  return requestTexts[codeOf(error)] ?? readMessage(error) ?? 'Failed to reset password.';
}

function codeOf(error: unknown): string {
  return isProviderError(error) ? error.code : '';
}

/** `Firebase: Password is too common (auth/weak-password).` says one thing to people and two to us. */
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
