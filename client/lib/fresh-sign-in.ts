import type { Endpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';

/** Asks for the password again; false: the player gave up. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Called by the part of the app that can show the question. Answers how to take it back. */
export function provideFreshSignIn(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Sends a call; where its endpoint needs a recent sign-in and ours is too old, asks and repeats it. */
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
