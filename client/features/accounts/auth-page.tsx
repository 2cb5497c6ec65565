import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useSession } from '#client/lib/session.ts';

import { LoginSteps } from './login-steps.tsx';
import { RegisterForm } from './register-form.tsx';
import { safeRedirect } from './safe-redirect.ts';

export function LoginPage() {
  const { redirect, target, mayStay } = useAuthVisit();
  if (!mayStay)
    return <Navigate to="/" href={redirect === undefined ? '/profile/home' : target} replace />;
  return (
    <LoginSteps
      target={target}
      foot={
        <>
          <Link to="/reset">Forgot your password?</Link>
          <p>
            No account yet?{' '}
            <Link to="/register" search={redirectSearch(redirect)}>
              Register
            </Link>
          </p>
        </>
      }
    />
  );
}

export function RegisterPage() {
  const { redirect, target, mayStay } = useAuthVisit();
  if (!mayStay)
    return <Navigate to="/" href={redirect === undefined ? '/profile/home' : target} replace />;
  return (
    <RegisterForm
      loginSearch={redirectSearch(redirect)}
      foot={
        <p>
          Already have an account?{' '}
          <Link to="/login" search={redirectSearch(redirect)}>
            Log in
          </Link>
        </p>
      }
    />
  );
}

function useAuthVisit() {
  const { isLoggedIn } = useSession();
  // Checked on arrival only: after signing in here, the player may still have recovery codes to save.
  const [mayStay] = useState(!isLoggedIn);
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  return { redirect, target: safeRedirect(redirect), mayStay };
}

function redirectSearch(redirect: unknown): { redirect?: string } {
  return typeof redirect === 'string' ? { redirect } : {};
}
