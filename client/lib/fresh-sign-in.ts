import { AppError } from '#shared/errors.ts';

/** Asks for the password again; false if the player cancelled. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Registers the component that can ask for the password. Returns a function that unregisters it. */
export function provideFreshSignIn(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Sends a call. If the server answers that our sign-in is too old for it, asks and sends it again. */
export async function withFreshSignIn<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isTooOld(error) || !(await ask?.())) throw error;
    return send();
  }
}

/** For a change that ends without a message if the player does not enter the password: undefined then. */
export async function unlessCanceled<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    if (isTooOld(error)) return undefined;
    throw error;
  }
}

function isTooOld(error: unknown): boolean {
  return error instanceof AppError && error.code === 'accounts/reauthentication-required';
}
