/**
 * Some changes need a recent sign-in. The server decides: when it answers so, the player confirms with
 * the password and the change is sent again.
 */
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { provideFreshSignIn } from '#client/lib/fresh-sign-in.ts';
import { useSession } from '#client/lib/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Form } from '#client/ui/form.tsx';
import { PasswordField } from '#client/ui/text-field.tsx';
import { AppError } from '#shared/errors.ts';

import { CodeField, focusField } from './code-form.tsx';
import { loadIdentity } from './identity.ts';
import { explainSignIn } from './provider-errors.ts';

/** Covers a whole area: every call to an endpoint that needs a recent sign-in shows the dialog. */
export function FreshSignIn() {
  const { email } = useSession();
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    /** Concurrent changes share one dialog. */
    return provideFreshSignIn(() => {
      pending ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        pending = undefined;
        setAnswer(undefined);
      });
      return pending;
    });
  }, []);
  return answer && <ConfirmDialog email={email} onAnswer={answer} />;
}

const Proof = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password.')),
  code: z.optional(z.string().check(z.trim(), z.minLength(6, 'Enter your authentication code.'))),
});

type Props = { email: string; onAnswer: (isConfirmed: boolean) => void };

function ConfirmDialog({ email, onAnswer }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    check: (fields) => checkValues(Proof, fields),
    send: (proof) => confirm(email, proof),
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
      title="Confirm It Is You"
      closeOnBackdrop={false}
      onClose={() => onAnswer(false)}
    >
      <Form form={form} block submitLabel="Confirm">
        <p>You signed in a while ago. Enter your current password to make this change.</p>
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

async function confirm(email: string, { password, code }: z.infer<typeof Proof>): Promise<void> {
  const { signIn } = await loadIdentity();
  const idToken = await signIn(email, password);
  await call('POST /auth/reauthenticate', { body: { idToken, ...(code && { code }) } });
}
