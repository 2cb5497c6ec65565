import { Navigate, useLocation, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useSession } from '#client/lib/session.ts';

import type { AuthSearch } from './accounts-search.ts';
import { LoginSteps } from './login-steps.tsx';
import { RegisterForm } from './register-form.tsx';
import { safeRedirect } from './safe-redirect.ts';

export function LoginPage() {
  return (
    <SignedOutVisit from="/site/login">
      {(target, search) => <LoginSteps target={target} search={search} />}
    </SignedOutVisit>
  );
}

export function RegisterPage() {
  return (
    <SignedOutVisit from="/site/register">
      {(_, search) => <RegisterForm search={search} />}
    </SignedOutVisit>
  );
}

type Props = {
  from: '/site/login' | '/site/register';
  children: (target: string, search: AuthSearch) => ReactNode;
};

function SignedOutVisit({ from, children }: Props) {
  const { isLoggedIn } = useSession();
  // Checked on arrival only: after signing in here, the player may still have recovery codes to save.
  const [mayStay] = useState(!isLoggedIn);
  const { redirect } = useSearch({ from });
  // A new player's first steps are on the profile.
  const isNew = useLocation({ select: ({ state }) => state.email !== undefined });
  const target = isNew && redirect === undefined ? '/profile/home' : safeRedirect(redirect);
  if (!mayStay)
    return <Navigate to="/" href={redirect === undefined ? '/profile/home' : target} replace />;
  return children(target, { redirect });
}
