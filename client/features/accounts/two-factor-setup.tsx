import type { ComponentProps } from 'react';

import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import type { Answer } from '#shared/endpoint.ts';
import type { startTwoFactor } from '#shared/endpoints/accounts.ts';

import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';

import styles from './two-factor-setup.module.css';

export type Secret = Answer<typeof startTwoFactor>;

type Props = Omit<ComponentProps<typeof CodeForm>, 'allowRecovery'> & { secret: Secret };

export function TwoFactorSetup({ secret, ...form }: Props) {
  return (
    <Stack>
      <Parchment>
        <Row gap={5} className={styles.sheet}>
          <QrCode text={secret.uri} label="QR code for your authenticator app" />
          <Stack gap={3} className={styles.words}>
            <p>Scan this with an authenticator app, or type the key into it:</p>
            <code className={styles.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <p>
              <a href={secret.uri}>Open an app on this device</a>
            </p>
          </Stack>
        </Row>
      </Parchment>
      <Row>
        <CopyButton text={secret.secret} label="Copy the key" tone="secondary" />
      </Row>
      <CodeForm {...form} />
    </Stack>
  );
}
