/**
 * Some changes need a recent sign-in, and a session may have ended while a form was filled in. The server
 * decides: when it answers so, the player enters the password and the change is sent again.
 */
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { provideFreshSignIn } from '#client/lib/fresh-sign-in.ts';
import { useSession } from '#client/lib/session.ts';
import { Form } from '#client/ui/form/form.tsx';
import { PasswordField } from '#client/ui/form/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { AppError } from '#shared/errors.ts';

import { CodeField, focusField } from './code-form.tsx';
import { loadIdentity } from './identity.ts';
import { openSession } from './open-session.ts';
import { explainSignIn } from './provider-errors.ts';

type Question = { hasEnded: boolean; onAnswer: (isConfirmed: boolean) => void };

/** Rendered once for the whole site, by client/app/app-root.tsx. */
export function FreshSignIn() {
  const { email } = useSession();
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    /** Concurrent changes share one dialog. */
    return provideFreshSignIn((hasEnded) => {
      pending ??= new Promise<boolean>((onAnswer) => setQuestion({ hasEnded, onAnswer })).finally(
        () => {
          pending = undefined;
          setQuestion(undefined);
        },
      );
      return pending;
    });
  }, []);
  return question && <ConfirmDialog email={email} {...question} />;
}

const Proof = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password.')),
  code: z.optional(z.string().check(z.trim(), z.minLength(6, 'Enter your authentication code.'))),
});

type Props = Question & { email: string };

function ConfirmDialog({ email, hasEnded, onAnswer }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    check: (fields) => checkValues(Proof, fields),
    send: (proof) => confirm(email, proof, hasEnded),
    onDone: () => onAnswer(true),
    onError: (error) => {
      const isRefusal = error instanceof AppError;
      if (isRefusal && error.code === 'accounts/two-factor-required') setNeedsCode(true);
      else form.show({ [isRefusal && needsCode ? 'code' : 'password']: explainSignIn(error) });
    },
  });
  return (
    <Dialog
      size="sm"
      title={hasEnded ? 'Your Session Has Ended' : 'Confirm It Is You'}
      closeOnBackdrop={false}
      onClose={() => onAnswer(false)}
    >
      <Form form={form} block submitLabel={hasEnded ? 'Log In' : 'Confirm'}>
        <p>
          {hasEnded
            ? 'Enter your password to log in again and continue. Nothing you typed is lost.'
            : 'You signed in a while ago. Enter your current password to make this change.'}
        </p>
        <PasswordField required {...form.field('password')} label="Current password" />
        {needsCode && (
          <CodeField
            ref={focusField}
            {...form.field('code')}
            label="Authentication code"
            hint="The 6 digits from your app, or a recovery code."
          />
        )}
      </Form>
    </Dialog>
  );
}

async function confirm(
  email: string,
  { password, code }: z.infer<typeof Proof>,
  hasEnded: boolean,
): Promise<void> {
  const { signIn } = await loadIdentity();
  const idToken = await signIn(email, password);
  if (hasEnded) await openSession(idToken, code);
  else await call('POST /auth/reauthenticate', { body: { idToken, ...(code && { code }) } });
}
