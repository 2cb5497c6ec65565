import type { Endpoint } from '#shared/endpoint.ts';
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

/** Sends a call. If its endpoint needs a recent sign-in and ours is too old, asks and sends it again. */
export async function withFreshSignIn<T>(endpoint: Endpoint, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isTooOld =
      error instanceof AppError && error.code === 'accounts/reauthentication-required';
    if (!isTooOld || !endpoint.freshMinutes || !(await ask?.())) throw error;
    return send();
  }
}
