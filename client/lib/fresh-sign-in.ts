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
    const isTooOld =
      error instanceof AppError && error.code === 'accounts/reauthentication-required';
    if (!isTooOld || !(await ask?.())) throw error;
    return send();
  }
}
