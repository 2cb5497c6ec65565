import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import { Form } from '#client/ui/form/form.tsx';
import { EmailField } from '#client/ui/form/text-field.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { Email } from '#shared/endpoints/accounts.ts';

import { loadIdentity } from './identity.ts';
import { explainResetRequest } from './provider-errors.ts';
import { useIdentityPreload } from './use-identity-preload.ts';

const cooldownSeconds = 30;
const ResetRequest = z.object({ email: Email });

export function ResetPage() {
  const { left, start } = useCountdown(cooldownSeconds);
  const note = useRef<HTMLDivElement>(null);
  const form = useForm({
    check: (fields) => checkValues(ResetRequest, fields),
    send: async ({ email }) => {
      const { sendReset } = await loadIdentity();
      await sendReset(email);
      return email;
    },
    onDone: () => {
      start();
      // Move the focus: the button that had it is now disabled.
      void showAlert('Password reset email sent!', 'success').then(() => note.current?.focus());
    },
    onError: (error) => showAlert(explainResetRequest(error)),
  });
  useIdentityPreload();
  return (
    <ScenePage
      scene="raven-tower"
      icon="mail"
      heading="Reset Your Password"
      lead={
        <SiteText
          name="resetLead"
          original="Enter your email address and a raven brings you a link to set a new password."
        />
      }
      foot={<Link to="/login">Back to login</Link>}
    >
      <Form
        form={form}
        size="lg"
        block
        disabled={form.isPending || left > 0}
        submitLabel={left > 0 ? `Wait ${left}s...` : 'Send Reset Link'}
      >
        <EmailField required {...form.field('email')} label="Email" icon="mail" />
      </Form>
      {form.answer && (
        <Parchment ref={note} tabIndex={-1}>
          <p>
            Check the inbox of <strong>{form.answer}</strong>. The link works once and only for a
            short while. Nothing there after a few minutes? Check your spam folder, then try again.
          </p>
        </Parchment>
      )}
    </ScenePage>
  );
}

/** Whole seconds left. Computed from a deadline, because browsers throttle timers in hidden tabs. */
function useCountdown(seconds: number): { left: number; start: () => void } {
  const [deadline, setDeadline] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (deadline === 0) return undefined;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining === 0) setDeadline(0);
    }, 200);
    return () => clearInterval(timer);
  }, [deadline]);
  return {
    left,
    start() {
      setDeadline(Date.now() + seconds * 1000);
      setLeft(seconds);
    },
  };
}
