import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';

/** Asks for the password again, with a new session if it has ended; false if the player cancelled. */
type Ask = (hasEnded: boolean) => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the component that can ask for the password. Returns a function that unregisters it. */
export function provideFreshSignIn(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Questions wait until the component is loaded. Returns a function that ends the waiting. */
export function awaitFreshSignIn(): () => void {
  let proceed = () => {};
  const loaded = new Promise<void>((resolve) => (proceed = resolve));
  const release = provideFreshSignIn(async (hasEnded) => {
    await loaded;
    return (await ask?.(hasEnded)) ?? false;
  });
  return () => {
    release();
    proceed();
  };
}

/**
 * Sends a call. If our sign-in is too old for it, asks for the password and sends it again; for a change also
 * if the session has ended, so that a form that was filled in is not lost.
 */
export async function withFreshSignIn<T>(send: () => Promise<T>, isChange = true): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const hasEnded = isChange && hasCode(error, 'access/login-required');
    if (!(hasEnded || isSignInCanceled(error)) || !(await ask?.(hasEnded))) throw error;
    return send();
  }
}

/** For a change that ends without a message if the player does not enter the password: undefined then. */
export async function unlessCanceled<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (isSignInCanceled(error)) return undefined;
    throw error;
  }
}

export function isSignInCanceled(error: unknown): boolean {
  return hasCode(error, 'accounts/reauthentication-required');
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}
