import { useBrand } from '#client/lib/site.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';

import { OutsideCheck } from './outside-check.tsx';
import { SettingsLines } from './settings-lines.tsx';
import { sendTestMail } from './setup.queries.ts';

export function MailStep({ state: { mail, settingsFile } }: { state: SetupState }) {
  const { name } = useBrand();
  return (
    <Stack>
      <p>
        Password resets, receipts and the confirmation of addresses are sent through the mail server
        of your email provider.
      </p>
      {mail.server ? (
        <>
          <p>
            Emails go to <strong>{mail.server}</strong> and come from <strong>{mail.from}</strong>.
          </p>
          <OutsideCheck label={`Send a Test to ${mail.to}`} icon="mail" ask={sendTestMail} />
        </>
      ) : (
        <>
          <Callout tone="warning">No mail server is set up, so this site sends no email.</Callout>
          <SettingsLines
            file={settingsFile}
            lines={[
              'SMTP_URL=smtp://USER:PASSWORD@smtp.example.com:587',
              `MAIL_FROM=${name} <no-reply@${location.hostname}>`,
            ]}
          />
          <p>Then come back to this step and send yourself a test email.</p>
        </>
      )}
    </Stack>
  );
}
