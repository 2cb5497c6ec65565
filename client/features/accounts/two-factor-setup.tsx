import { CopyButton } from '#client/ui/copy-button.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import type { startTwoFactor } from '#shared/accounts.ts';
import type { Answer } from '#shared/endpoint.ts';

import { CodeForm } from './code-form.tsx';
import { QrCode } from './qr-code.tsx';

import styles from './two-factor-setup.module.css';

export type Secret = Answer<typeof startTwoFactor>;

type Props = {
  secret: Secret;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
  isAside?: boolean | undefined;
};

export function TwoFactorSetup({ secret, ...form }: Props) {
  return (
    <div className={styles.setup}>
      <Parchment>
        <div className={styles.sheet}>
          <QrCode text={secret.uri} label="QR code for your authenticator app" />
          <div className={styles.words}>
            <p>Scan this with an authenticator app, or type the key into it:</p>
            <code className={styles.secret}>{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <p>
              <a href={secret.uri}>Open an app on this device</a>
            </p>
          </div>
        </div>
      </Parchment>
      <CopyButton text={secret.secret} label="Copy the key" tone="secondary" />
      <CodeForm {...form} />
    </div>
  );
}
