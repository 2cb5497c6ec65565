import { call } from '#client/lib/api.ts';
import { connectLive } from '#client/lib/live.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery, verifySession } from '#client/lib/session.ts';
import { AppError } from '#shared/errors.ts';

/** Returns recovery codes to show if this sign-in completed a required two-factor setup. */
export async function openSession(idToken: string, code?: string): Promise<string[] | undefined> {
  const { recoveryCodes } = await call('POST /auth/web-login', {
    body: { idToken, ...(code && { code }) },
  });
  // A check still under way may have been answered before the session was opened.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  if (!(await verifySession())) {
    const text =
      'Your browser did not save the sign-in. Allow cookies for this site and try again.';
    throw new AppError('access/login-required', text);
  }
  connectLive();
  return recoveryCodes;
}
