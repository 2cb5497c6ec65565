import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import * as z from 'zod/mini';

import { useForm } from '#client/lib/form.ts';
import { Failure } from '#client/ui/feedback/callout.tsx';
import { Loading } from '#client/ui/feedback/loading.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { ScenePage } from '#client/ui/layout/scene-page.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import { NewPassword } from '#shared/endpoints/accounts.ts';

import { askOnce } from './accounts.queries.ts';
import { AuthDone } from './auth-done.tsx';
import { loadIdentity } from './identity.ts';
import { alertMismatch, PasswordPair, checkWithPasswords } from './password-pair.tsx';
import { explainResetConfirm } from './provider-errors.ts';

const Fields = z.object({ password: NewPassword });

export function ResetPasswordPage() {
  const { oobCode } = useSearch({ from: '/site/reset-password' });
  if (!oobCode) return <InvalidLink text="Invalid or missing reset token." />;
  return <ResetWithCode code={oobCode} />;
}

function ResetWithCode({ code }: { code: string }) {
  const { status, data: email } = useQuery(
    askOnce('reset-code', code, async () => (await loadIdentity()).verifyResetCode(code)),
  );
  const form = useForm({
    check: (fields) => checkWithPasswords(Fields, fields),
    onInvalid: alertMismatch,
    send: async ({ password }) => {
      const { confirmReset } = await loadIdentity();
      await confirmReset(code, password);
      return true;
    },
    explain: explainResetConfirm,
  });
  if (status === 'error') return <InvalidLink text="This reset link is invalid or has expired." />;
  if (form.answer) {
    return (
      <AuthDone
        heading="Password Changed"
        lead={<SiteText name="resetDone" original="The lock has a new key." />}
        text="Your password has been reset. The old one no longer works: log in with the new one."
        to="/login"
        linkLabel="Go to Login"
      />
    );
  }
  return (
    <ScenePage
      scene="raven-tower"
      icon="lock"
      heading="Set a New Password"
      lead={email ? `For the account ${email}.` : 'This takes a moment.'}
    >
      {status === 'pending' ? (
        <Loading text="Checking your link..." />
      ) : (
        <Form form={form} size="lg" block submitLabel="Reset Password">
          <PasswordPair label="New password" form={form} />
        </Form>
      )}
    </ScenePage>
  );
}

function InvalidLink({ text }: { text: string }) {
  return (
    <ScenePage
      scene="raven-tower"
      icon="lock"
      heading="Set a New Password"
      lead="Reset links work once and only for a short while."
      foot={<Link to="/login">Back to login</Link>}
    >
      <Failure error={text} />
      <LinkButton to="/reset" tone="primary" size="lg" block>
        Request a New Link
      </LinkButton>
    </ScenePage>
  );
}
