import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';

import { LoginSteps } from './login-steps.tsx';
import { RegisterForm } from './register-form.tsx';
import { safeRedirect } from './safe-redirect.ts';

export function LoginPage() {
  return (
    <SignedOutVisit>
      {(target, search) => <LoginSteps target={target} search={search} />}
    </SignedOutVisit>
  );
}

export function RegisterPage() {
  return <SignedOutVisit>{(_, search) => <RegisterForm search={search} />}</SignedOutVisit>;
}

type Props = { children: (target: string, search: { redirect?: string }) => ReactNode };

function SignedOutVisit({ children }: Props) {
  const { isLoggedIn } = useSession();
  // Checked on arrival only: after signing in here, the player may still have recovery codes to save.
  const [mayStay] = useState(!isLoggedIn);
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const target = safeRedirect(redirect);
  if (!mayStay)
    return <Navigate to="/" href={redirect === undefined ? '/profile/home' : target} replace />;
  return children(target, typeof redirect === 'string' ? { redirect } : {});
}
